import Foundation
import TestSupport
import Testing
import Values

private let agreedPatterns = [
  "a", "ab", "a|b", "a|", "|a", "(a|b)c", "a*", "a+", "a?", "a{2}", "a{1,2}", "a{2,}", "(ab)*",
  "(a|ab)(c|bc)", "[ab]", "[^ab]", "[a-c]", "[-a]", "[a-]", "[\\-a]", "[\\]a]", "[a\\[]", "\\d",
  "\\D", "\\w+", "\\W", "\\s", "\\S", ".", "..", ".*", "^a$", "a^b", "(^a|b)*", "a$b?", "a$",
  "a\\n?$", ".$", "a\\Z", "a\\z", "a$\\s*", "a\\Z\\s*", "a\\z\\s*", "a\\s$\\s", "($|a|\\r|\\n)*",
  "\\Aa", "a*?b", "a??", "a+?", "(a*)*", "(a|b)*c", "(?:a|b)+",
  "(?<n>a)b", "(?<n1>a)", "\\x61", "\\x{62}", "\\u0063", "\\n", "a\\.b", "a/b", "\\/",
  "[^\\d]", "[\\w-]",
  "[a&b]", "[.]", "[$^]", "]", "a\\ b", "\\p{L}", "\\P{L}", "\\p{Lu}", "[\\p{Nd}x]", "()", "(|a)b",
  "a{0}", "a{0,1}", "(a?){3}", "((a|b){2}c?)*", "\\\\",
]

/// Matches with ICU, which `regexp` uses.
private func matchesWhole(_ expression: NSRegularExpression, _ text: String) -> Bool {
  let range = NSRange(location: 0, length: text.utf16.count)
  return expression.firstMatch(in: text, options: [], range: range) != nil
}

@Suite struct TextPatternTests {
  /// All texts of up to four scalars that matter to patterns.
  private static let texts: [String] = {
    let alphabet: [Unicode.Scalar] = ["a", "b", "c", "1", "-", "\n", "\r", "/", "é", "\u{301}"]
    var all = [""]
    var last = [""]
    for _ in 1...4 {
      last = last.flatMap { text in
        alphabet.map { scalar in
          var text = text
          text.unicodeScalars.append(scalar)
          return text
        }
      }
      all += last
    }
    return all
  }()

  @Test(arguments: agreedPatterns)
  func aPatternMatchesWhatRegexpMatchesAsAWhole(source: String) throws {
    let pattern = try TextPattern(source)
    let expression = try NSRegularExpression(pattern: "\\A(?:\(source))\\z")
    var wrong: [String] = []
    for text in Self.texts where text.unicodeScalars.count < 4 || text.hasPrefix("ab") {
      if pattern.matches(text) != matchesWhole(expression, text) {
        wrong.append(text.debugDescription)
      }
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(5))")
  }

  @Test(arguments: agreedPatterns)
  func otherEnginesTakeEveryTextThatThePatternTakes(source: String) throws {
    let pattern = try TextPattern(source)
    let expression = try NSRegularExpression(pattern: "\\A(?:\(pattern.portable))\\z")
    let texts = Self.texts.filter { $0.unicodeScalars.count < 4 || $0.hasPrefix("ab") }
    let refused = texts.filter { pattern.matches($0) && !matchesWhole(expression, $0) }
    #expect(refused.isEmpty, "\(refused.prefix(5))")
  }

  @Test(arguments: [
    ("[A-Z]{2}-[0-9]{4}", "[A-Z]{2}-[0-9]{4}"), ("(a|b/c)+?", "(?:a|b\\/c)+"),
    ("^a$|b\\Z", "(?:a|b)"), ("[^a-c\\-]{2,}", "[^\\-a-c]{2,}"), ("(ab)?é*", "(?:ab)?é*"),
    // Engines differ in the scripts of digits and letters.
    ("\\d", "[^\\x00-/:-\\x7F]"), ("[\\w-]", "[^\\x00-,./:-@\\[-\\^`{-\\x7F]"),
    ("\\x26.", "\\x26."),
  ])
  func aPortablePatternSaysWhatEnginesAgreeOn(source: String, portable: String) throws {
    try expectEqual(TextPattern(source).portable, portable)
  }

  /// Omits characters that one of the engines may not know yet.
  @Test(arguments: ["\\d", "\\w", "\\s", ".", "\\p{L}", "\\p{Alphabetic}", "\\p{P}", "[^\\W\\d]"])
  func aClassHasTheScalarsThatItHasInRegexp(source: String) throws {
    let pattern = try TextPattern(source)
    let expression = try NSRegularExpression(pattern: "\\A(?:\(source))\\z")
    var wrong: [String] = []
    for value in UInt32(1)...0x1_FFFF {
      guard let scalar = Unicode.Scalar(value),
        scalar.properties.age.map({ $0.major < 15 }) == true,
        scalar.properties.generalCategory != .unassigned
      else { continue }
      let text = String(scalar)
      if pattern.matches(text) != matchesWhole(expression, text) {
        wrong.append(String(value, radix: 16))
      }
    }
    #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(9))")
  }

  @Test(arguments: [
    ("", 0, "a pattern cannot be empty"),
    ("a(b", 1, "this \"(\" is never closed"),
    ("a)b", 1, "this \")\" has no matching \"(\"; write \\) for a literal \")\""),
    ("[a-", 0, "this \"[\" is never closed"),
    ("x[]", 2, "these brackets are empty; write \\] for a literal \"]\""),
    ("[b-a]", 1, "this range is in reverse order"),
    ("*a", 0, "there is nothing before this \"*\" to repeat"),
    ("a|+", 2, "there is nothing before this \"+\" to repeat"),
    ("a**", 1, "a repetition cannot be repeated directly; put it in ( )"),
    ("a{2", 1, "expected \"}\" after a number of repetitions, as in {2} or {2,5}"),
    ("a{,3}", 1, "expected a number of repetitions, as in {2} or {2,5}"),
    ("a{3,2}", 1, "the minimum number of repetitions is above the maximum"),
    ("a{1001}", 2, "expected at most 1000 repetitions"),
    ("(a{1000}){1000}", 0, "this pattern is too long, or has too many repetitions"),
    ("((){1000}){1000}", 0, "this pattern is too long, or has too many repetitions"),
    ("a}", 1, "this \"}\" has no matching \"{\"; write \\} for a literal \"}\""),
    ("a\\", 1, "expected a character after \"\\\""),
    ("a(?=b)", 1, "a pattern cannot use lookaround: (?=, (?!, (?<= or (?<!"),
    ("(?!b)", 0, "a pattern cannot use lookaround: (?=, (?!, (?<= or (?<!"),
    ("(?<=b)", 0, "a pattern cannot use lookaround: (?=, (?!, (?<= or (?<!"),
    ("(?<!b)", 0, "a pattern cannot use lookaround: (?=, (?!, (?<= or (?<!"),
    ("a\\b", 1, "a pattern cannot use word boundaries such as \\b"),
    ("(a)\\1", 3, "a pattern cannot use back references such as \\1"),
    ("(?<n>a)\\k<n>", 7, "a pattern cannot use back references such as \\k"),
    ("a++", 2, "possessive quantifiers are not supported; remove this \"+\""),
    ("(?<n-1>a)", 0, "a group name must be a letter, then letters or digits"),
    ("(?<1>a)", 0, "a group name must be a letter, then letters or digits"),
    ("(?< >a)", 0, "a group name must be a letter, then letters or digits"),
    ("(?>a)", 0, "a group must begin with (, (?: or (?<name>"),
    ("(?i)a", 0, "a group must begin with (, (?: or (?<name>"),
    ("\\q", 0, "there is no escape \\q in a pattern"),
    ("\\x{110000}", 0, "this escape does not name a character"),
    ("\\xg", 0, "this escape does not name a character"),
    ("a\\x00", 1, "this escape does not name a character"),
    ("[[a]]", 1, "brackets cannot be nested; write \\[ for a literal \"[\""),
    ("[a&&b]", 2, "sets cannot be combined with && or --; write \\& or \\-"),
    ("[a-\\d]", 1, "a class such as \\d cannot end a range; write \\- for a minus"),
    ("a\0", 1, "a text cannot contain the character U+0000"),
  ])
  func whatIsNoPatternIsRefusedAtItsPlace(source: String, offset: Int, message: String) {
    #expect {
      try TextPattern(source)
    } throws: {
      $0 as? PatternError == PatternError(at: offset, message)
    }
  }

  @Test func groupsWithoutEndAreRefused() {
    let deep = String(repeating: "(", count: 100_000)
    #expect(throws: PatternError.self) { try TextPattern(deep) }
  }

  // Backtracking would take exponential time.
  @Test(arguments: ["(a+)+b", "(a|a)*b", "(a*)*b", "(a|aa)+b", ".*.*.*.*b"])
  func noTextMakesItTryTheSameTwice(source: String) throws {
    let pattern = try TextPattern(source)
    let text = String(repeating: "a", count: 5000)
    #expect(!pattern.matches(text))
    #expect(pattern.matches(text + "b"))
  }

  @Test(arguments: [
    ("a/b", "/a\\/b/"), ("a\\/b", "/a\\/b/"), ("[/]", "/[/]/"), ("\\[/", "/\\[\\//"),
    ("a\nb", "/a\\nb/"), ("a\\\nb", "/a\\nb/"), ("[A-Z]{2}", "/[A-Z]{2}/"),
  ])
  func aPatternIsWrittenBetweenSlashesOnALine(source: String, written: String) throws {
    let pattern = try TextPattern(source)
    expectEqual(pattern.description, written)
    // Also means the same when parsed again.
    let again = try TextPattern(pattern.source)
    expectEqual(again, pattern)
    for text in Self.texts where text.unicodeScalars.count < 4 {
      expectEqual(again.matches(text), pattern.matches(text))
    }
  }
}
