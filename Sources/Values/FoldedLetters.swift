extension Unicode.Scalar {
  /// The letters without case, width and marks, for a search or a dictionary's order; a digit of any
  /// script is the ASCII digit, and a combining mark is empty.
  package var foldedLetters: String {
    if let decimalDigit { return String(decimalDigit) }
    let parts = String(self).compatiblyDecomposed.unicodeScalars
    let plain = String(String.UnicodeScalarView(parts.filter { !$0.isMark }))
    // Upper case unifies several lower-case forms; lower case first, because of the capital ß.
    return plain.lowercased().uppercased().lowercased()
  }

  /// Vowel signs count as letters, not as marks.
  private var isMark: Bool {
    switch properties.canonicalCombiningClass {
    case .notReordered, .virama: false
    default: true
    }
  }
}
