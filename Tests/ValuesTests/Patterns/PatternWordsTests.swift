import TestSupport
import Testing
import Values

@Suite struct PatternWordsTests {
  @Test(arguments: [
    (
      "[A-Z]{1,3}-[A-Z]{1,2} [0-9]{1,4}",
      "1 to 3 capital letters, \"-\", 1 or 2 capital letters, a space and 1 to 4 digits"
    ),
    ("^\\d+$", "digits"), ("AB\\d{2,}", "\"AB\" and 2 or more digits"),
    ("(?:red|green)\\.?", nil), ("red|green|blue", "\"red\", \"green\" or \"blue\""),
    ("[A-Za-z][a-z0-9]*", "1 letter and any number of small letters or digits"),
    ("\\p{Lu}{0,2}", "up to 2 capital letters"), (".{5}", "5 characters"),
    ("[0-9a-fA-F]{4}", "4 hexadecimal digits"), ("[^a]", nil), ("[a-c]{2}", nil), ("(ab)+", nil),
    ("1a2a3a4", "\"1a2a3a4\""), ("\\d-\\d-\\d-\\d", nil), ("x{0}", nil),
  ])
  func aPatternIsSaidInWords(source: String, words: String?) {
    expectEqual(PatternWords.words(for: source), words)
  }
}
