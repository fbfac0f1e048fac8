import TestSupport
import Testing
import Validation

struct PatternMessageTests {
  private static let capitals = ReferencePattern.one(of: "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
  private static let small = ReferencePattern.one(of: "abcdefghijklmnopqrstuvwxyz")
  private static let digits = ReferencePattern.one(of: "0123456789")

  private static func format(
    _ pattern: ReferencePattern, _ length: ClosedRange<Int>? = nil, prefix: String = "",
    suffix: String = ""
  ) -> FieldFormat {
    FieldFormat(
      grammar: PatternGrammar(pattern.automaton, length: length), prefix: prefix, suffix: suffix)
  }

  /// `[A-Z]{2}-[0-9]{4}`
  static let plate = format(
    .sequence([.repeated(capitals, 2, 2), .one(of: "-"), .repeated(digits, 4, 4)]),
    prefix: "Reg. ", suffix: " (D)")
  static let word = format(.repeated(small, 1, nil), 2...4)
  static let mixed = format(
    .sequence([
      .one(of: "ACEGIKMO02468-_"), .choice([digits, capitals, small, .one(of: ".\u{301} ")]),
    ]))
  static let anything = format(.sequence([.one(of: "a"), .any]))
  static let spaced = format(.sequence([.one(of: "a "), .repeated(.one(of: "b "), 0, 3)]))

  @Test(
    arguments: [
      (plate, "^", "7", "\"7\" cannot start this text; expected A–Z"),
      (plate, "A^", "-", "\"-\" cannot follow \"A\"; expected A–Z"),
      (plate, "AB^", "1", "\"1\" cannot follow \"AB\"; expected \"-\""),
      (plate, "AB-1^", "x", "\"x\" cannot follow \"AB-1\"; expected 0–9"),
      (plate, "AB-1^", "\u{301}", "\"\\u{301}\" cannot follow \"AB-1\"; expected 0–9"),
      (plate, "AB-1234^", "5", "nothing can follow \"AB-1234\""),
      (plate, "AB-^1234", "5", "nothing can be between \"AB-\" and \"1234\""),
      (plate, "^B-1234", "-", "\"-\" cannot start this text; expected A–Z"),
      (plate, "AB^1234", "1", "\"1\" cannot follow \"AB\"; expected \"-\""),
      (word, "abcd^", "e", "at most 4 characters"),
      (word, "ab^cd", "e", "at most 4 characters"),
      (word, "^", "E", "\"E\" cannot start this text; expected a–z"),
      (
        mixed, "^", "x",
        "\"x\" cannot start this text; expected \"A\", \"C\", \"E\", \"G\", \"I\", …"
      ),
      (
        mixed, "A^", ",",
        "\",\" cannot follow \"A\"; expected A–Z, a–z, 0–9, \" \", \".\", …"
      ),
      (anything, "b^", "x", "\"b\" cannot start this text; expected \"a\""),
      (
        anything, "a^", "\n", "\"\\n\" cannot follow \"a\"; expected any character but a line break"
      ),
    ] as [(FieldFormat, String, Unicode.Scalar, String)])
  func refusalsSayWhatMayCome(
    format: FieldFormat, start: String, key: Unicode.Scalar, message: String
  ) {
    var editor = MarkedText(start).editor(format)
    switch editor.press(.character(key)) {
    case .rejected(let rejection): expectEqual(rejection.message, message)
    default: Issue.record("\(editor.state) was not refused")
    }
  }

  @Test func aKeyThatLeavesNoWayToTheRestIsToldTheOthers() {
    let format = PatternMessageTests.format(.choice([.text("ab"), .text("ac"), .text("xyz")]))
    var editor = MarkedText("^b").editor(format)
    guard case .rejected(let rejection) = editor.press(.character("x")) else {
      Issue.record("accepted")
      return
    }
    expectEqual(rejection.message, "\"x\" cannot precede \"b\"; expected \"a\"")
  }

  @Test(
    arguments: [
      (plate, "A", "expected A–Z"), (plate, "AB", "expected \"-\""),
      (plate, "AB-", "4 more characters: 0–9"), (plate, "AB-12", "2 more characters: 0–9"),
      (plate, "AB-123", "expected 0–9"),
      (plate, "AB12", "\"1\" cannot follow \"AB\"; expected \"-\""),
      (plate, "AB-12345", "nothing can follow \"AB-1234\""),
      (word, "a", "expected a–z"), (word, "abcde", "at most 4 characters, but there are 5"),
      (format(.repeated(small, 0, nil), 3...9), "a", "2 more characters: a–z"),
    ] as [(FieldFormat, String, String)])
  func unfinishedTextsSayWhatIsMissing(format: FieldFormat, text: String, reason: String) {
    expectEqual(format.content(of: text), .incomplete(reason: Reason(reason)))
  }

  @Test(
    arguments: [
      (plate, "^", " AB-1234\n", "AB-1234^"), (plate, "^", "\u{FEFF}AB\u{200B}-1234", "AB-1234^"),
      (plate, "^", "Reg. AB-1234 (D)", "AB-1234^"), (plate, "^", "AB-1234 (D) ", "AB-1234^"),
      (plate, "A^", "\u{A0}B-\u{202F}", "AB-^"), (plate, "A[B-12]34", " C-9 ", "AC-9^34"),
      (plate, "^", "A B-1234", nil), (plate, "^", " ", nil), (plate, "^", "ab-1234", nil),
      (plate, "^", "(D)", nil), (plate, "AB-1234^", "\u{200B}", nil),
      // White space is kept if the pattern matches it.
      (spaced, "^", " b ", " b ^"), (spaced, "a^", " ", "a ^"), (spaced, "^", "\tab\n", "ab^"),
    ] as [(FieldFormat, String, String, String?)])
  func aPasteLosesWhatThePatternDoesNotTake(
    format: FieldFormat, start: String, paste: String, end: String?
  ) {
    expectEqual(format.pressing([.paste(paste)], in: start), end)
  }

  @Test func patternsWithoutTextsAreEmpty() {
    let nothing = ReferencePattern.one(of: "")
    for (pattern, isEmpty) in [
      (nothing, true), (.sequence([nothing, .any]), true), (.choice([nothing, .any]), false),
      (.repeated(nothing, 0, nil), false), (.repeated(nothing, 1, nil), true),
    ] as [(ReferencePattern, Bool)] {
      let grammar = PatternGrammar(pattern.automaton)
      expectEqual(grammar.isEmpty, isEmpty)
      #expect(grammar.begins([]) != isEmpty)
    }
    let pair = ReferencePattern.repeated(.text("ab"), 1, nil).automaton
    #expect(PatternGrammar(pair, length: 3...3).isEmpty)
    #expect(!PatternGrammar(pair, length: 3...4).isEmpty)
    #expect(PatternGrammar(pair, length: 0...1).isEmpty)
  }

  @Test(
    arguments: [
      (
        [ScalarRanges.all(but: ScalarRanges.word)], "a",
        "any character but a letter, a digit or \"_\""
      ),
      ([ScalarRanges.all(but: ScalarRanges.digit)], "1", "any character but a digit"),
      (
        [ScalarRanges.union(ScalarRanges.all(but: ScalarRanges.digit), "1")], "2",
        "any character but 0, 2–9, \"٠\"–\"٩\", \"۰\"–\"۹\", \"߀\"–\"߉\", …"
      ),
      ([ScalarRanges.space], "a", "white space"),
      ([ScalarRanges.all(but: ScalarRanges.space)], " ", "any character but white space"),
      ([ScalarRanges.word], "-", "a letter, a digit or \"_\""),
      ([[0x2D...0x2E]], "a", "\"-\" or \".\""), ([[0x30...0x31]], "a", "0 or 1"),
      ([[0x30...0x32]], "a", "0–2"),
    ] as [([[ClosedRange<UInt32>]], Unicode.Scalar, String)])
  func setsAreNamedByWhatIsInThem(
    sets: [[ClosedRange<UInt32>]], key: Unicode.Scalar, expected: String
  ) {
    let format = FieldFormat(grammar: PatternGrammar(.row(sets)))
    var editor = FieldEditor(format: format, text: "")
    guard case .rejected(let rejection) = editor.press(.character(key)) else {
      Issue.record("accepted")
      return
    }
    let quoted = key == " " ? "\" \"" : "\"\(key)\""
    expectEqual(rejection.message, "\(quoted) cannot start this text; expected \(expected)")
  }
}
