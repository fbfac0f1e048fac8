internal import CLibEdit

extension String {
  /// How many columns of a terminal the text takes.
  ///
  /// The widths of scalars are the C library's; a character of several scalars is as wide as the
  /// widest of them, and one that is shown as an emoji, flags among them, takes two columns.
  package var displayWidth: Int {
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return utf8.count }
    return reduce(0) { $0 + $1.displayWidth }
  }
}

extension Character {
  /// How many columns of a terminal the character takes.
  var displayWidth: Int {
    if unicodeScalars.contains("\u{FE0F}") { return 2 }
    // A flag is a pair of letters, each of one column.
    if unicodeScalars.count == 2, unicodeScalars.allSatisfy(\.isRegionalIndicator) { return 2 }
    return unicodeScalars.reduce(0) {
      max($0, Int(clibedit_width(wchar_t(bitPattern: $1.value))))
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isRegionalIndicator: Bool { (0x1F1E6...0x1F1FF).contains(value) }
}
