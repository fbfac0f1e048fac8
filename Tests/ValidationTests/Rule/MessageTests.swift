import TestSupport
import Testing
import Validation

struct MessageTests {
  struct Refusal: Sendable {
    var format: FieldFormat
    var start: String
    var key: Key
    var message: String

    init(_ format: FieldFormat, _ start: String, _ key: Unicode.Scalar, _ message: String) {
      self.init(format, start, .character(key), message)
    }

    init(_ format: FieldFormat, _ start: String, _ key: Key, _ message: String) {
      self.format = format
      self.start = start
      self.key = key
      self.message = message
    }
  }

  static let english = Formats.decimal(5, 2, .english.grouped(), minimum: "0", maximum: "12345")
  static let german = Formats.decimal(5, 2, .german)

  @Test(arguments: [
    Refusal(
      Formats.integer(18...65), "^", "7", "\"7\" cannot start a number in 18…65; expected 1–6"),
    Refusal(
      Formats.integer(18...65), "6^", "9", "\"9\" cannot follow \"6\" in 18…65; expected 0–5"),
    Refusal(Formats.integer, "4^", "x", "\"x\" is not a digit"),
    Refusal(Formats.integer, "4^", "\u{301}", "\"\\u{301}\" is not a digit"),
    Refusal(Formats.integer, "4^", "\0", "\"\\u{0}\" is not a digit"),
    Refusal(Formats.integer, "4^", "\"", "\"\\\"\" is not a digit"),
    Refusal(Formats.integer, "4^", ".", "\".\" is not a digit"),
    Refusal(Formats.integer(18...65), "6^", "x", "\"x\" is not a digit; expected 0–5"),
    Refusal(Formats.integer(18...65), "1^8", "x", "\"x\" is not a digit"),
    Refusal(german, "1^", "x", "\"x\" is not a digit; expected a digit or \",\""),
    Refusal(
      Formats.integer, "12^", "-",
      "\"-\" is allowed only at the start of a number; expected a digit"),
    Refusal(Formats.integer, "-12^", "-", "there is already a \"-\"; expected a digit"),
    Refusal(Formats.integer, "^-12", "-", "there is already a \"-\""),
    Refusal(
      Formats.integer(0...20), "^", "-", "\"-\" cannot start a number in 0…20; expected a digit"),
    Refusal(
      Formats.integer(-20...(-10)), "^", "5",
      "\"5\" cannot start a number in -20…-10; expected \"-\""),
    // The 64-bit bounds are not worth mentioning.
    Refusal(
      Formats.integer(0...Int.max), "^", "-",
      "\"-\" cannot start a number of at least 0; expected a digit"),
    Refusal(
      Formats.integer(Int.min...(-5)), "^", "5",
      "\"5\" cannot start a number of at most -5; expected \"-\""),
    Refusal(Formats.integer(0...99), "12^", "5", "at most 2 digits"),
    Refusal(Formats.integer(0...9), "1^", "5", "at most 1 digit"),
    Refusal(
      german, "12345^", "6", "at most 5 digits before the separator; expected \",\""),
    Refusal(
      german, "^12345", "6", "at most 5 digits before the separator; expected \"-\""),
    Refusal(german, "1,23^", "4", "at most 2 digits after the separator"),
    Refusal(german, "1,2^", ",", "there is already a \",\"; expected a digit"),
    Refusal(
      german, "1^", ".",
      "do not type the grouping separator \".\"; the decimal separator is \",\""),
    Refusal(
      english, "1^", ",",
      "do not type the grouping separator \",\"; the decimal separator is \".\""),
    Refusal(
      english, "^", .paste("1,23"),
      "the grouping separator \",\" is allowed only between groups; the decimal separator is \".\""
    ),
    Refusal(
      english, "1,234^", "6",
      "\"6\" cannot follow \"1,234\" in 0…12,345; expected 0–5 or \".\""),
    Refusal(
      Formats.decimal(3, 1, minimum: "100"), "^", "0",
      "\"0\" cannot start a number of at least 100; expected 1–9"),
    Refusal(
      Formats.decimal(2, 1, maximum: "-30"), "-^", "0",
      "\"0\" cannot follow \"-\" in a number of at most -30; expected 3–9"),
    Refusal(
      Formats.decimal(1, 2, minimum: "0.30", maximum: "2.80"), "2.^", "9",
      "\"9\" cannot follow \"2.\" in 0.3…2.8; expected 0–8"),
    Refusal(
      Formats.decimal(1, 2, minimum: "8.5"), "^", "7",
      "\"7\" cannot start a number of at least 8.5; expected 8–9"),
    Refusal(
      Formats.decimal(1, 2, maximum: "1.5"), "^", "7",
      "\"7\" cannot start a number of at most 1.5; expected 0–1, \".\" or \"-\""),
    Refusal(
      Formats.decimal(3, 2, minimum: "100", maximum: "200"), "^100.", ".",
      "\".\" cannot start a number in 100…200"),
    Refusal(
      Formats.decimal(3, 2, minimum: "100", maximum: "200"), "^", ".",
      "\".\" cannot start a number in 100…200; expected 1–2"),
    Refusal(
      Formats.decimal(8, 0, .french.grouped(), minimum: "-5000000", maximum: "99999999"),
      "-2611127^", "0",
      "\"0\" cannot follow \"-2\u{202F}611\u{202F}127\" in "
        + "-5\u{202F}000\u{202F}000…99\u{202F}999\u{202F}999"),
    Refusal(Formats.integer, "^", .paste("  "), "\"  \" is not a number"),
    Refusal(Formats.decimal(3, 2, suffix: "kg"), "^", .paste("kg"), "\"kg\" is not a number"),
    Refusal(
      Formats.integer(-9...9, .arabic), "١^", "x", "\"x\" is not a digit"),
    Refusal(
      Formats.integer(-9...9, .arabic), "١^", "5", "at most 1 digit"),
    Refusal(Locale.english.format(TextGrammar(length: 0...3)), "abc^", "d", "at most 3 characters"),
    Refusal(Locale.english.format(TextGrammar(length: 0...1)), "a^", "d", "at most 1 character"),
  ])
  func refusalsSayWhatWasExpected(refusal: Refusal) {
    var editor = MarkedText(refusal.start).editor(refusal.format)
    switch editor.press(refusal.key) {
    case .rejected(let rejection): expectEqual(rejection.message, refusal.message)
    default: Issue.record("\(editor.state) was not refused")
    }
  }

  @Test(
    arguments: [
      (english, "12345.01", "12,345.01 is above 12,345"),
      (Formats.integer(100...200), "12", "12 is below 100; expected a digit"),
      (Formats.integer(100...200), "201", "201 is above 200"),
      (Formats.integer, "-", "a number is missing after \"-\"; expected a digit"),
      (Formats.decimal(2, 2), ".", "a digit is missing beside \".\"; expected a digit"),
      (Formats.decimal(2, 2), "-.", "a digit is missing beside \".\"; expected a digit"),
      (Formats.decimal(2, 2), "123", "at most 2 digits before the separator"),
      (Formats.decimal(2, 2), "1.234", "at most 2 digits after the separator"),
      (Formats.integer(-53...(-46)), "-0", "0 is above -46; expected 4–5"),
      (Formats.integer, "12x", "\"x\" is not a digit"),
      (Formats.integer, "1\u{301}2", "\"\\u{301}\" is not a digit"),
      (Formats.integer(0...9), "-5", "\"-\" cannot start a number in 0…9; expected a digit"),
      (Formats.integer(0...9), "12", "at most 1 digit"),
      (english, "12,34", "\"12,34\" is not in the format of this field; expected \"1,234\""),
      (english, ",", "\",\" has no digits"),
    ] as [(FieldFormat, String, String)])
  func unfinishedTextsSayWhatIsMissing(format: FieldFormat, text: String, reason: String) {
    let shown = text == "12345.01" ? "12,345.01" : text
    expectEqual(format.content(of: shown), .incomplete(reason: Reason(reason)))
  }

  @Test(arguments: [
    Locale.english.format(DoubleGrammar()), Locale.english.format(BooleanGrammar()),
    Locale.english.format(CardGrammar()), Locale.english.format(DateGrammar()),
  ])
  func longPastesAreShortened(format: FieldFormat) {
    var editor = FieldEditor(format: format, text: "")
    guard
      case .rejected(let rejection) = editor.press(.paste(String(repeating: "x\u{7}", count: 1000)))
    else {
      Issue.record("\(editor.state)")
      return
    }
    #expect(rejection.message.count < 150)
    #expect(rejection.message.contains("\"x\""))
  }
}
