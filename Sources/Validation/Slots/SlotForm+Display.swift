extension SlotForm {
  /// The inner form of a displayed text, digits as those of ASCII.
  func reading(of text: String, in notation: Notation) -> Reading {
    let isLocal = isLocal(notation)
    if !isLocal, let bytes = text.plainBytes {
      return Reading(bytes: bytes, boundaries: Array(0...bytes.count))
    }
    var reading = Reading(bytes: [], boundaries: [0])
    for character in text {
      for scalar in character.unicodeScalars {
        if isLocal, let digit = notation.digit(scalar) {
          reading.bytes.append(ASCII.zero + digit)
        } else {
          reading.bytes += UTF8.encode(scalar)!
        }
      }
      reading.boundaries.append(reading.bytes.count)
    }
    return reading
  }

  /// The displayed text of an inner form, with the caret after the character on its left.
  func display(_ text: [UInt8], caret: Int, in notation: Notation) -> EditState {
    let string = shown(text[...], in: notation)
    if !isLocal(notation), text.allSatisfy(\.isCharacter) {
      return EditState(text: string, selection: Selection(caret: caret))
    }
    let place = reading(of: string, in: notation).place(ofInner: caret)
    return EditState(text: string, selection: Selection(caret: place))
  }

  /// An inner text with the digits of the locale.
  func shown(_ text: ArraySlice<UInt8>, in notation: Notation) -> String {
    guard isLocal(notation) else { return String(decoding: text, as: UTF8.self) }
    let shown = text.reduce(into: [UInt8]()) { shown, byte in
      if ASCII.isDigit(byte) { shown += notation.shown(byte) } else { shown.append(byte) }
    }
    return String(decoding: shown, as: UTF8.self)
  }

  private func isLocal(_ notation: Notation) -> Bool {
    hasLocalDigits && notation.symbols.zeroDigit != "0"
  }
}

extension String {
  /// The bytes of a text in which each is a character; `nil` where several may be one.
  fileprivate var plainBytes: [UInt8]? {
    var copy = self
    return copy.withUTF8 { bytes in
      bytes.allSatisfy(\.isCharacter) ? Array(bytes) : nil
    }
  }
}

extension UInt8 {
  /// Whether the byte is a character whatever is beside it.
  fileprivate var isCharacter: Bool { self < 0x80 && self != 0x0D }
}
