import TestSupport
import Testing
import Validation

/// Durations, months and times as people type them.
@Suite struct TypedFormTests {
  private static let german = NumberSymbols(decimalSeparator: ",", groupingSeparator: ".")

  private static func typed(_ keys: String, into format: FieldFormat) -> FieldEditor {
    var editor = FieldEditor(format: format, text: "")
    for scalar in keys.unicodeScalars { editor.press(.character(scalar)) }
    return editor
  }

  private static func value(_ text: String, _ format: FieldFormat, isPasted: Bool = false) -> Value?
  {
    var editor = FieldEditor(format: format, text: "")
    if isPasted { editor.press(.paste(text)) } else { editor = typed(text, into: format) }
    if case .complete(let value) = editor.content { return value }
    return nil
  }

  @Test func aLiteralThatAProgramLeftOutCanBeTyped() throws {
    let mask = FieldFormat(grammar: MaskGrammar(try TextMask("00 ")))
    var editor = FieldEditor(format: mask, text: "12")
    editor.press(.end)
    editor.press(.character(" "))
    #expect(editor.state == EditState(text: "12 ", selection: Selection(caret: 3)))
    editor.press(.undo)
    expectEqual(editor.state.text, "12")
  }

  // MARK: Durations

  @Test(arguments: [
    ReferenceDuration(range: -660...4230, hourDigits: 2, minuteDigits: 2, hasSeconds: false),
    ReferenceDuration(range: 5400...5460, hourDigits: 2, minuteDigits: 2, hasSeconds: false),
    ReferenceDuration(range: 0...0, hourDigits: 2, minuteDigits: 2, hasSeconds: false),
    ReferenceDuration(range: 3610...3630, hourDigits: 2, minuteDigits: 2, hasSeconds: false),
    ReferenceDuration(range: -70...3700, hourDigits: 2, minuteDigits: 2, hasSeconds: true),
    ReferenceDuration(range: 3610...3630, hourDigits: 2, minuteDigits: 2, hasSeconds: true),
    ReferenceDuration(range: 356_400...360_000, hourDigits: 3, minuteDigits: 4, hasSeconds: false),
  ])
  func aDurationBeginsAsDefined(reference: ReferenceDuration) {
    let grammar = DurationGrammar(
      from: TimeSpan(seconds: reference.range.lowerBound),
      through: TimeSpan(seconds: reference.range.upperBound), hasSeconds: reference.hasSeconds)
    let beginnings = reference.beginnings
    let alphabet = Array("0159:.hm-".utf8)
    var texts: [[UInt8]] = [[]]
    for _ in 0...4 {
      var longer: [[UInt8]] = []
      for text in texts {
        let string = String(decoding: text, as: UTF8.self)
        let isBeginning = beginnings.contains(string)
        #expect(grammar.begins(text[...]) == isBeginning || string.isEmpty, "\(string)")
        let seconds = text.isEmpty ? nil : grammar.value(of: text)
        #expect(
          seconds == reference.seconds(string).map { .duration(TimeSpan(seconds: $0)) }, "\(string)"
        )
        // Nothing that goes on with no beginning is one.
        if isBeginning { longer += alphabet.map { text + [$0] } }
      }
      texts = longer
    }
  }

  @Test(arguments: [
    ("1.5", 5400), ("1,5", 5400), ("0.25", 900), ("90m", 5400), ("90M", 5400), ("1h30", 5400),
    ("1H30m", 5400), ("1h5", 3900), ("2h", 7200), ("1.5h", 5400), ("1:30", 5400), ("-1.5", -5400),
    ("-90m", -5400), ("1.33", nil), ("1.", nil), ("90", nil), ("1h60", nil), ("1m30", nil),
    ("m", nil),
  ])
  func aDurationIsTypedAndPastedInEveryForm(text: String, seconds: Int?) {
    let expected = seconds.map { Value.duration(TimeSpan(seconds: $0)) }
    for symbols in [NumberSymbols.english, Self.german] {
      let format = FieldFormat(grammar: DurationGrammar(), symbols: symbols)
      for isPasted in [false, true] {
        let value = Self.value(text, format, isPasted: isPasted)
        // A refused key leaves what was typed before it.
        if expected != nil || isPasted { expectEqual(value, expected, "\(text) \(isPasted)") }
      }
    }
    expectEqual(
      Self.typed("1.5", into: FieldFormat(grammar: DurationGrammar(), symbols: Self.german)).state
        .text,
      "1,5")
  }

  // MARK: Months

  @Test(arguments: [
    ("02/2028", "02/2028", "2028-02"), ("2/2028", "02/2028", "2028-02"),
    ("2.2028", "02/2028", "2028-02"), ("12/1999", "12/1999", "1999-12"),
    ("2028-02", "2028-02", "2028-02"), ("2028/02", "2028-02", "2028-02"), ("13/", "13", nil),
    ("0/", "0", nil), ("02", "02", nil), ("02/2", "02/2", nil),
  ])
  func aMonthIsTypedWithItsYearLast(keys: String, text: String, month: String?) throws {
    let format = FieldFormat(grammar: MonthGrammar())
    let value = try month.map { Value.month(try CalendarMonth(reading: $0)) }
    let editor = Self.typed(keys, into: format)
    expectEqual(editor.state.text, text)
    expectEqual(Self.value(keys, format), value)
    guard value != nil else { return }
    expectEqual(Self.value(keys, format, isPasted: true), value)
    expectEqual(
      format.grammar.form(of: editor.state, in: format.notation),
      text.contains("/") ? "mm/yyyy" : nil)
    var emptied = editor
    for _ in text { emptied.press(.backspace) }
    expectEqual(emptied.state.text, "")
    emptied.press(.character("2"))
    expectEqual(format.grammar.form(of: emptied.state, in: format.notation), nil)
  }

  /// In a range whose years begin with 2, a month can still be typed first.
  @Test func everyMonthOfARangeIsTypedBothWays() throws {
    let (first, last) = (
      CalendarMonth(year: 2026, month: 11)!, CalendarMonth(year: 2028, month: 2)!
    )
    let format = FieldFormat(grammar: MonthGrammar(from: first, through: last))
    for year in 2025...2029 {
      for month in 1...12 {
        let value = try #require(CalendarMonth(year: year, month: month))
        let isIn = first <= value && value <= last
        let (long, short) = ("\(month < 10 ? "0" : "")\(month)", "\(month)")
        for keys in ["\(year)-\(long)", "\(long)/\(year)", "\(short)/\(year)"] {
          let editor = Self.typed(keys, into: format)
          // A refused key leaves the digits before it.
          expectEqual(editor.unanswered == nil, isIn, "\(keys)")
          if isIn { expectEqual(editor.content, .complete(.month(value)), "\(keys)") }
        }
      }
    }
  }

  // MARK: Times

  /// All minutes of the first half of the day, with `am` and `pm`.
  @Test func halvesOfTheDaySelectTheHour() throws {
    let format = FieldFormat(grammar: TimeGrammar())
    for hour in 0...23 {
      for minute in [0, 7, 30, 59] {
        for (half, isLater) in [("am", false), (" PM", true), ("p", true), (" A", false)] {
          let time = "\(hour):\(minute < 10 ? "0" : "")\(minute)"
          let editor = Self.typed(time + half, into: format)
          let isTwelve = 1...12 ~= hour
          let expected = isTwelve ? hour % 12 + (isLater ? 12 : 0) : hour
          let value = ClockTime(secondsSinceMidnight: expected * 3600 + minute * 60)
          expectEqual(editor.content, .complete(.time(try #require(value))), "\(time + half)")
          expectEqual(editor.unanswered == nil, isTwelve, "\(time + half)")
          if half.count == 3, isTwelve {
            expectEqual(Self.value(time + half, format, isPasted: true), value.map { .time($0) })
          }
        }
      }
    }
  }

  @Test(arguments: [
    ("9:00", "09:00"), ("930", "09:30"), ("2:30 PM", "14:30"), ("12:05 am", "00:05"),
    ("12:05p", "12:05"),
    ("2:30pp", "14:30"), ("2:30m", "02:30"), ("2p", "2"), ("2:30 p:", "14:30"),
  ])
  func aTimeIsTypedAsPeopleWriteIt(keys: String, text: String) {
    expectEqual(
      Self.typed(keys, into: FieldFormat(grammar: TimeGrammar())).state.text.prefix(text.count),
      text[...])
  }

  @Test func theSelectedHalfMustBeInTheRange() throws {
    let format = FieldFormat(
      grammar: TimeGrammar(
        from: .midnight, through: try #require(ClockTime(secondsSinceMidnight: 12 * 3600))))
    expectEqual(Self.typed("02:30p", into: format).state.text, "02:30")
    var editor = Self.typed("02:30", into: format)
    let depth = editor.undoDepth
    editor.press(.character("a"))
    expectEqual(editor.undoDepth, depth)
    editor.press(.character("m"))
    expectEqual(editor.unanswered == nil, true)
    editor.press(.character("m"))
    expectEqual(editor.unanswered == nil, false)
  }

  // MARK: Years

  @Test(arguments: [
    ("1.12.26", "01.12.2026"), ("1.12.45", "01.12.2045"), ("1.12.46", "01.12.1946"),
    ("1.12.00", "01.12.2000"), ("29.2.27", nil), ("29.2.28", "29.02.2028"), ("1.12.2", nil),
    ("1.12.", nil),
    ("1.12.202", nil), ("1.12.2026", nil),
  ])
  func aYearOfTwoDigitsIsCompletedWhenTheFieldIsLeft(keys: String, text: String?) {
    let today = CalendarDate(year: 2026, month: 11, day: 21)!
    for grammar in [
      DateGrammar(today: today),
      DateGrammar(order: .dayMonthYear, separator: ".", today: today),
    ] {
      var editor = Self.typed(keys, into: FieldFormat(grammar: grammar))
      let before = editor.state
      let outcome = editor.finish()
      expectEqual(outcome == nil, text == nil, "\(keys)")
      expectEqual(editor.state.text, text ?? before.text)
    }
    var unknown = Self.typed("1.12.26", into: FieldFormat(grammar: DateGrammar()))
    #expect(unknown.finish() == nil)
  }

  @Test func aCompletedYearIsInTheRange() {
    let today = CalendarDate(year: 2026, month: 11, day: 21)!
    let grammar = DateGrammar(
      from: CalendarDate(year: 2000, month: 1, day: 1)!, through: today, order: .monthDayYear,
      separator: "/", today: today)
    for (keys, text) in [("11/21/26", "11/21/2026"), ("11/22/26", nil), ("1/2/99", nil)] {
      var editor = Self.typed(keys, into: FieldFormat(grammar: grammar))
      expectEqual(editor.finish() != nil, text != nil)
      if let text { expectEqual(editor.state.text, text) }
    }
  }
}
