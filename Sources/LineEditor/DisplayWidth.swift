internal import CLibEdit
internal import Values

extension String {
  /// The number of columns in a terminal. Scalar widths come from the C library. Terminals add up
  /// the widths of a character's scalars, but an emoji is as wide as its widest scalar, and a flag
  /// has two columns.
  package var displayWidth: Int {
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return utf8.count }
    return reduce(0) { $0 + $1.displayWidth }
  }

  /// Writes out control characters, so that the text stays on its line and cannot control the
  /// terminal.
  package var withVisibleControls: String {
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
    return writingOut(\.isControl)
  }

  package var withVisibleControlsInLines: String {
    writingOut { $0.isControl && $0 != "\n" && $0 != "\t" }
  }

  /// Writes out a leading combining mark, which would join the previous character.
  package var withVisibleMark: String {
    guard let first = unicodeScalars.first, first.properties.isGraphemeExtend else { return self }
    return first.writtenOut + String(unicodeScalars.dropFirst())
  }
}

extension Character {
  var displayWidth: Int {
    if unicodeScalars.contains("\u{FE0F}") { return 2 }
    // The C library counts one column for each of the two letters.
    if unicodeScalars.count == 2, unicodeScalars.allSatisfy(\.isRegionalIndicator) { return 2 }
    let widths = unicodeScalars.lazy.map { Int(clibedit_width(wchar_t(bitPattern: $0.value))) }
    let isEmoji = unicodeScalars.first?.properties.isEmoji == true
    return isEmoji ? widths.max() ?? 0 : widths.reduce(0, +)
  }
}

extension Unicode.Scalar {
  fileprivate var isRegionalIndicator: Bool { (0x1F1E6...0x1F1FF).contains(value) }
}
