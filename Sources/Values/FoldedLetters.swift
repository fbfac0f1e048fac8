extension Unicode.Scalar {
  /// The scalar without differences in case, width and combining marks, for searching and
  /// alphabetical sorting; empty for a mark. Digits of all scripts become ASCII digits.
  package var foldedLetters: String {
    if let decimalDigit { return String(decimalDigit) }
    let parts = String(self).compatiblyDecomposed.unicodeScalars
    let plain = String(String.UnicodeScalarView(parts.filter { !$0.isMark }))
    // Upper case unifies several lower-case forms, such as σ and ς. Lower case comes first, because
    // capital ẞ must become ß and then SS.
    return plain.lowercased().uppercased().lowercased()
  }

  /// Marks of combining class 0, such as the vowel signs of Hindi, and viramas are treated as
  /// letters.
  private var isMark: Bool {
    switch properties.canonicalCombiningClass {
    case .notReordered, .virama: false
    default: true
    }
  }
}
