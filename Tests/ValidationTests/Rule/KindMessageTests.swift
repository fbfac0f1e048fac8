import TestSupport
import Testing
import Validation

struct KindMessageTests {
  typealias Refusal = MessageTests.Refusal

  static let year = FieldFormat(
    grammar: DateGrammar(
      from: CalendarDate(year: 2026, month: 1, day: 1)!,
      through: CalendarDate(year: 2026, month: 11, day: 21)!))
  static let day = FieldFormat(
    grammar: TimeGrammar(
      from: ClockTime(secondsSinceMidnight: 21_600)!,
      through: ClockTime(secondsSinceMidnight: 79_200)!))
  static let date = CornerFormats.date
  static let german = CornerFormats.germanDate
  static let card = CornerFormats.card
  static let phone = CornerFormats.mask("(000) 000")
  static let plate = CornerFormats.mask("AA-0N")
  static let roles = FieldFormat(grammar: ChoiceGrammar(["reader", "admin", "author"]))
  static let url = FieldFormat(grammar: UrlGrammar())
  static let many = FieldFormat(grammar: ChoiceGrammar((10..<90).map { "n\($0)" }))

  @Test(arguments: [
    Refusal(date, "2026-1^", "3", "there is no month 13; expected \"-\" or 0–2"),
    Refusal(date, "2026-02-2^", "9", "February 2026 has 28 days; expected 0–8"),
    Refusal(date, "2026-11-0^", "0", "there is no day 00; expected 1–9"),
    Refusal(date, "2026-11-3^", "1", "November 2026 has 30 days; expected 0"),
    Refusal(date, "2026-11-3^", "2", "there is no day 32; expected 0"),
    Refusal(date, "000^", "0", "there is no year 0000; expected 1–9"),
    Refusal(date, "2026^", "x", "\"x\" is not a digit; expected \"-\" or a digit"),
    Refusal(date, "20^", "-", "\"-\" cannot follow an incomplete part; expected a digit"),
    Refusal(date, "202^", "x", "\"x\" is not a digit"),
    Refusal(date, "2026-11-21^", "1", "nothing can follow \"2026-11-21\""),
    Refusal(date, "[2026-11-21]", .paste("27/11/2026"), "\"/\" cannot follow an incomplete part"),
    Refusal(german, "31^", .paste(".04"), "April has at most 30 days"),
    Refusal(german, "29.02.202^", "3", "February 2023 has 28 days; expected 0, 4 or 8"),
    Refusal(day, "^", "5", "\"5\" cannot be first; expected 0–2 or 6–9"),
    Refusal(year, "20^", "1", "\"1\" cannot follow \"20\"; expected 2"),
    Refusal(
      year, "2026-11-2^", "2", "2026-11-22 is after 2026-11-21; expected 0–1"),
    Refusal(card, "4^", "x", "\"x\" is not a digit"),
    Refusal(card, "^", " ", "a space is allowed only between digits"),
    Refusal(card, "3782 822463 10005^", "1", "at most 15 digits in a number that begins with 37"),
    Refusal(card, "6304 0000 0000 0000 000^", "1", "at most 19 digits"),
    Refusal(
      CornerFormats.hex(2), "0^", "g", "\"g\" is not a hexadecimal digit; expected 0–9 or A–F"),
    Refusal(CornerFormats.hex(2), "00^", "1", "at most 2 hexadecimal digits"),
    Refusal(phone, "^", "x", "\"x\" is not a digit; expected \"(\" or a digit"),
    Refusal(phone, "(123^", "(", "\"(\" is not a digit; expected \")\" or a digit"),
    Refusal(plate, "^", "ß", "\"ß\" has no single capital letter"),
    Refusal(plate, "AB-1^", "-", "\"-\" is not a letter or digit"),
    Refusal(
      roles, "^", "x", "\"x\" cannot be first; expected \"admin\", \"author\" or \"reader\""),
    Refusal(roles, "a^", "x", "\"x\" cannot follow \"a\"; expected \"admin\" or \"author\""),
    Refusal(roles, "admin^", "s", "nothing can follow \"admin\""),
    Refusal(roles, "^e", "a", "\"a\" cannot precede \"e\"; expected \"reader\""),
    Refusal(
      many, "n^", "0", "\"0\" cannot follow \"n\"; expected \"1\", \"2\", \"3\", \"4\", \"5\", …"),
    Refusal(url, "^", "x", "\"x\" cannot start this text; expected \"f\", \"h\" or \"m\""),
    Refusal(url, "http^", "x", "\"x\" cannot follow \"http\"; expected \"s\" or \":\""),
    Refusal(
      url, "https://a/^", " ",
      "\" \" cannot follow \"https://a/\"; expected a–z, \"!\", \"#\"–\";\", \"=\", \"?\"–\"Z\", …"),
    Refusal(FieldFormat(grammar: ChoiceGrammar([])), "^", "a", "there is nothing to choose from"),
    Refusal(
      FieldFormat(grammar: BooleanGrammar()), "t", "x",
      "\"x\" cannot follow \"t\"; expected \"true\""),
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
      (date, "2026-1", "3 more digits: expected \"-\" or 0–2"),
      (date, "2026-11-", "2 more digits"),
      (date, "2026-11-0", "one more digit: expected 1–9"),
      (date, "2026", "4 more digits: expected \"-\" or a digit"),
      (date, "2026-02-30", "February 2026 has 28 days"),
      (date, "2026-13-01", "there is no month 13"),
      (year, "2026-12-01", "2026-12-01 is after 2026-11-21"),
      (german, "30.02.2026", "February 2026 has 28 days"),
      (CornerFormats.moment, "2026-11-21T10:00:", "2 more digits"),
      (CornerFormats.moment, "2026-11-21T10:0", "3 more digits: expected \":\" or a digit"),
      (card, "411", "9 more digits"), (card, "41111111111", "one more digit"),
      (card, "3782 822463 1000", "one more digit"),
      (
        card, "3711 111111 1111111",
        "at most 15 digits in a number that begins with 37, but there are 17"
      ),
      (card, "4111 1111 1111 1112", "the check digit does not match"),
      (CornerFormats.hex(4), "0", "3 more hexadecimal digits"),
      (CornerFormats.hex(4), "00g0", "\"g\" is not a hexadecimal digit"),
      (phone, "(12", "4 more digits"),
      (phone, "(12) 4", "\"(12) 4\" does not fit the format"),
      (plate, "A", "3 more characters: expected a letter"),
      (plate, "AB-1", "one more letter or digit"),
      (url, "http", "expected \"s\" or \":\""),
      (url, "https://", "expected a–z, 0–\";\", \"!\", \"$\"–\".\", \"=\", …"),
      (roles, "a", "expected \"admin\" or \"author\""),
      (roles, "x", "\"x\" cannot be first; expected \"admin\", \"author\" or \"reader\""),
    ] as [(FieldFormat, String, String)])
  func unfinishedTextsSayWhatIsMissing(format: FieldFormat, text: String, reason: String) {
    expectEqual(format.content(of: text), .incomplete(reason: Reason(reason)))
  }

  @Test(
    arguments: [
      (day, "hour:minute, 06:00 to 22:00"), (date, "year-month-day"), (german, "day.month.year"),
      (FieldFormat(grammar: DateTimeGrammar()), "year-month-day hour:minute:second UTC"),
      (card, "12 to 19 digits"), (CornerFormats.hex(6), "6 hexadecimal digits"),
      (phone, "a text such as (123) 456"), (url, "a URL such as https://example.org/"),
      (FieldFormat(grammar: EmailGrammar()), "an address such as name@example.org"),
      (FieldFormat(grammar: PhoneGrammar()), "+ and 7 to 15 digits"),
      (FieldFormat(grammar: IBANGrammar()), "country, check digits and account"),
      (FieldFormat(grammar: DurationGrammar(hasSeconds: true)), "hours:minutes:seconds"),
    ] as [(FieldFormat, String)])
  func whatIsExpectedIsSaidInTheWordsOfAForm(format: FieldFormat, words: String) {
    expectEqual(format.expectation, words)
  }
}
