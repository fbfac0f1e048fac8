import Records
import TestSupport
import Testing

@Suite struct PatternPropertyTests {
  @Test(
    arguments: [
      ("a^b", nil, false, "no text matches /a^b/"),
      ("[^\\w\\W]", nil, false, "no text matches /[^\\w\\W]/"),
      ("a$b", nil, false, "no text matches /a$b/"),
      ("(a[^\\s\\S])+", nil, false, "no text matches /(a[^\\s\\S])+/"),
      ("[a-z]{2}", 3...4, false, "no text of 3 to 4 characters matches /[a-z]{2}/"),
      ("[a-z]{2}", 0...1, false, "no text of at most 1 character matches /[a-z]{2}/"),
      ("(abc)*", 4...5, false, "no text of 4 to 5 characters matches /(abc)*/"),
      ("(abc)*", 4...6, false, nil), ("(abc)*", 0...2, false, nil),
      ("(abc)*", 0...2, true, "only the empty text matches /(abc)*/, and a key cannot be empty"),
      ("a{0}", nil, true, "only the empty text matches /a{0}/, and a key cannot be empty"),
      ("a{0}", nil, false, nil), ("a?", nil, true, nil), ("[a-z]{2}", 2...2, false, nil),
      // A line end of two scalars is one character, and marks may belong to a character.
      ("a\\r\\n", 2...2, false, nil), ("e\\u0301", 1...1, false, nil),
      ("\\w{40}", 1...1, true, nil),
      ("[a-z]{1000}", 0...999, false, "no text of at most 999 characters matches /[a-z]{1000}/"),
      ("([a-z]{100})*", 1...1_000_000_000, false, nil), ("[a-z]*", 99_999...100_000, false, nil),
    ] as [(String, ClosedRange<Int>?, Bool, String?)])
  func aPatternThatNothingMatchesIsRefused(
    source: String, length: ClosedRange<Int>?, isKey: Bool, message: String?
  ) throws {
    let property = Property(
      "p", .text, isKey: isKey,
      length: length.map { LengthRange(minimum: $0.lowerBound, maximum: $0.upperBound) },
      pattern: try TextPattern(source))
    var refusal: DefinitionError?
    do { _ = try property.consistent() } catch { refusal = error }
    expectEqual(refusal?.message, message)
    expectEqual(refusal?.part, message.map { _ in .pattern })
  }
}
