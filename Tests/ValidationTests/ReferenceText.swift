/// Free text of a limited length, by definition: gaps are filled with the letter `a`.
struct ReferenceText {
  var length: ClosedRange<Int>

  /// Rule 2: texts of a valid length start with `before`, and some have `after` in their rest.
  func accepts(_ before: String, followedBy after: String) -> Bool {
    let fillings = (0...length.upperBound).map { String(repeating: "a", count: $0) }
    return fillings.contains { length.contains((before + $0).count) }
      && fillings.contains { length.contains((before + after + $0).count) }
  }

  func text(_ text: String, replacing range: Range<Int>, with string: String) -> (String, Int)? {
    let characters = Array(text)
    guard range.lowerBound >= 0, range.upperBound <= characters.count else { return nil }
    let before = characters[..<range.lowerBound].map(String.init).joined()
    let after = characters[range.upperBound...].map(String.init).joined()
    if !string.isEmpty, !accepts(before + string, followedBy: after) { return nil }
    let result = before + string + after
    // The caret is after the last inserted scalar, or after the character that contains it.
    let scalars = (before + string).unicodeScalars.count
    var seen = 0
    var caret = 0
    for character in result where seen < scalars {
      seen += character.unicodeScalars.count
      caret += 1
    }
    return (result, caret)
  }
}
