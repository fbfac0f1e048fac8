extension Unicode.Scalar {
  /// The number of terminal columns of this character: 0, 1 or 2.
  ///
  /// Independent of the width table of the program, so that each can expose errors of the other.
  var columns: Int {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return value == 0xAD ? 1 : 0
    default: break
    }
    switch value {
    // Medial vowels and final consonants of Hangul combine with the initial consonant.
    case 0x1160...0x11FF, 0xD7B0...0xD7FB: return 0
    // Regional indicators, which combine to flags.
    case 0x1F1E6...0x1F1FF: return 1
    default: return properties.isEmojiPresentation || Self.isWide(value) ? 2 : 1
    }
  }

  private static func isWide(_ value: UInt32) -> Bool {
    switch value {
    case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C,
      0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
      0xFFE0...0xFFE6, 0x16FE0...0x18D08, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265,
      0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
