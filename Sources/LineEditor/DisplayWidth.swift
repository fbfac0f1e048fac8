internal import CLibEdit

extension String {
  /// How many columns of a terminal the text takes.
  ///
  /// The widths of scalars are the C library's, and so are those of characters of several scalars,
  /// as terminals add them up; one that is shown as an emoji is as wide as the widest of them, and a
  /// flag takes two columns.
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
    let widths = unicodeScalars.lazy.map { Int(clibedit_width(wchar_t(bitPattern: $0.value))) }
    let isEmoji = unicodeScalars.first?.properties.isEmoji == true
    return isEmoji ? widths.max() ?? 0 : widths.reduce(0, +)
  }
}

extension Unicode.Scalar {
  fileprivate var isRegionalIndicator: Bool { (0x1F1E6...0x1F1FF).contains(value) }
}
