import Foundation
import TestSupport
import Testing
import Validation

@Suite struct LocalDateTimeTests {
  private static let berlin = offset("Europe/Berlin")
  private static let german = DateNotation(order: .dayMonthYear, separator: ".")

  private static func offset(_ zone: String) -> @Sendable (Int) -> Int {
    let zone = TimeZone(identifier: zone)!
    return {
      zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0) / 1000)) * 1000
    }
  }

  private static func format(
    _ first: String? = nil, _ last: String? = nil, dates: DateNotation = german,
    zone: @escaping @Sendable (Int) -> Int = berlin, symbols: NumberSymbols = .english
  ) -> FieldFormat {
    FieldFormat(
      grammar: LocalDateTimeGrammar(
        from: first.map { Instant($0)! }, through: last.map { Instant($0)! }, dates: dates,
        zoneOffset: zone), symbols: symbols)
  }

  /// Types the keys until one is rejected; returns the text and the reason.
  private static func typed(
    _ keys: String, _ format: FieldFormat = format()
  ) -> (text: String, reason: String?) {
    var editor = FieldEditor(format: format, text: "")
    for key in keys.unicodeScalars {
      if let rejection = editor.press(.character(key)).rejection {
        return (editor.state.text, rejection.message)
      }
    }
    return (editor.state.text, nil)
  }

  private static func instant(_ text: String) -> Value { .dateTime(Instant(text)!) }

  @Test func aTypedColonBeforeOptionalSecondsLeavesTheFieldComplete() {
    var editor = FieldEditor(format: Self.format(), text: "21.11.2026 10:00")
    let outcome = editor.press(.character(":"))
    expectEqual(editor.state.text, "21.11.2026 10:00:")
    let value = Self.instant("2026-11-21T09:00:00Z")
    #expect(outcome == .accepted(editor.state, .complete(value)), "\(outcome)")
  }

  @Test(arguments: [
    ("21.11.2026 10:00", "2026-11-21T09:00:00Z"), ("1.7.2026 9:5:7", "2026-07-01T07:05:07Z"),
    ("1.7.2026 09:05:7", "2026-07-01T07:05:07Z"), ("21112026100059", "2026-11-21T09:00:59Z"),
    ("21.11.2026 10:00:", "2026-11-21T09:00:00Z"), ("21.11.2026 10:", nil),
  ])
  func aTextIsTypedInTheTimeZoneAndSecondsAreOptional(keys: String, utc: String?) {
    let (text, reason) = Self.typed(keys)
    expectEqual(reason, nil)
    expectEqual(Self.format().value(of: text), utc.map(Self.instant))
  }

  @Test(arguments: [
    ("2026-11-21T09:00:00.000Z", "21.11.2026 10:00"),
    ("2026-07-01T07:05:07Z", "01.07.2026 09:05:07"),
  ])
  func secondsAreShownIfTheyAreNotZero(utc: String, text: String) {
    expectEqual(Self.format().text(for: Self.instant(utc)), text)
  }

  @Test func aTimeThatIsSkippedIsRejectedAtTheKeyWithTheReason() {
    let (text, reason) = Self.typed("29.03.2026 02")
    expectEqual(text, "29.03.2026 0")
    expectEqual(
      reason, "29.03.2026 02 is skipped when the clocks go forward; expected \":\", 0–1 or 3–9")
    expectEqual(Self.typed("29.03.2026 03:00").reason, nil)
    expectEqual(Self.typed("28.03.2026 02:30").reason, nil)
    var editor = FieldEditor(format: Self.format(), text: "28.03.2026 02:30")
    for key in [Key.select(0, 2), .character("2"), .character("9")] { _ = editor.press(key) }
    expectEqual(editor.state.text, "29.03.2026 02:30")
    expectEqual(
      editor.content,
      .incomplete(reason: "29.03.2026 02:30 is skipped when the clocks go forward"))
  }

  @Test func aDayThatAZoneSkipsIsRejected() {
    let apia = Self.format(zone: Self.offset("Pacific/Apia"))
    expectEqual(Self.typed("30.12.2011", apia).text, "30.12.201")
    expectEqual(Self.typed("31.12.2011 00:00", apia).reason, nil)
  }

  @Test func aTimeThatOccursTwiceIsTheFirstOne() {
    let format = Self.format()
    for utc in ["2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"] {
      expectEqual(format.text(for: Self.instant(utc)), "25.10.2026 02:30")
    }
    expectEqual(format.value(of: "25.10.2026 02:30"), Self.instant("2026-10-25T00:30:00Z"))
    expectEqual(format.value(of: "25.10.2026 03:00"), Self.instant("2026-10-25T02:00:00Z"))
    // In a range that contains only the second one, it is the second one.
    let late = Self.format("2026-10-25T01:00:00Z", "2026-10-25T01:40:00Z")
    expectEqual(late.value(of: "25.10.2026 02:30"), Self.instant("2026-10-25T01:30:00Z"))
    expectEqual(Self.typed("25.10.2026 02:41", late).text, "25.10.2026 02:4")
  }

  @Test func aRangeAcrossTheChangeOfTheClocksAcceptsExactlyItsTimes() {
    for (first, last) in [
      ("2026-10-25T00:45:00Z", "2026-10-25T01:15:00Z"),
      ("2026-03-29T00:45:00Z", "2026-03-29T01:15:00Z"),
    ] {
      let format = Self.format(first, last)
      let (low, high) = (Instant(first)!.milliseconds, Instant(last)!.milliseconds)
      var complete: Set<String> = []
      for time in stride(from: low, through: high, by: 60_000) {
        complete.insert(format.text(for: .dateTime(Instant(milliseconds: time))))
      }
      for minute in 0..<240 {
        let time = "\(minute / 60)".padded + ":" + "\(minute % 60)".padded
        let text = first.contains("-10-") ? "25.10.2026 \(time)" : "29.03.2026 \(time)"
        expectEqual(Self.typed(text, format).reason == nil, complete.contains(text), "\(text)")
        expectEqual(format.value(of: text) != nil, complete.contains(text), "\(text)")
      }
    }
  }

  @Test(arguments: [
    ("2026-11-21T09:00:30Z", "21.11.2026 10:00:30"), ("2026-11-21T10:00", "21.11.2026 10:00"),
    ("2026-11-21 10:00:00+05:00", "21.11.2026 06:00"), ("21.11.2026, 10:00", "21.11.2026 10:00"),
    ("21.11.2026, 2:30 PM", "21.11.2026 14:30"), ("٢١.١١.٢٠٢٦، ١٠:٠٠", "21.11.2026 10:00"),
    // A fraction, a skipped time, and the second of two instants.
    ("2026-11-21T09:00:30.5Z", ""), ("2026-03-29T02:30", ""), ("2026-10-25T01:30:00Z", ""),
    ("2026-10-25T00:30:00Z", "25.10.2026 02:30"),
  ])
  func aTextInAnotherFormatIsPasted(paste: String, text: String) {
    var editor = FieldEditor(format: Self.format(), text: "")
    editor.press(.paste(paste))
    expectEqual(editor.state.text, text)
  }

  @Test(arguments: [
    ("2026-11-21T10:00:00+24:00", "the offset from UTC must be less than 24:00"),
    ("2026-11-21 10:00:00+2500", "the offset from UTC must be less than 24:00"),
    ("2026-11-21T10:00:00-01:75", "there is no minute 75"),
    ("9999-12-31T23:59:59-01:00", "the year must be 0001 to 9999, also in UTC"),
    ("2026-02-30T10:00:00+01:00", "February 2026 has 28 days"),
  ])
  func aPasteOfAWrongTimeZoneIsRejectedWithTheReason(paste: String, reason: String) {
    for format in [Self.format(), FieldFormat(grammar: DateTimeGrammar())] {
      var editor = FieldEditor(format: format, text: "")
      expectEqual(editor.press(.paste(paste)).rejection?.message, reason)
    }
  }

  @Test func aMinimumWithAFractionIsDescribedAsTheFirstSecondInTheRange() {
    let format = Self.format("2026-11-21T09:00:00.5Z", "2026-11-21T09:00:05.5Z")
    expectEqual(
      format.expectation,
      "day.month.year hour:minute:second, 21.11.2026 10:00:01 to 21.11.2026 10:00:05")
    expectEqual(Self.typed("21.11.2026 10:00:00", format).text, "21.11.2026 10:00:0")
  }

  @Test func aYearHasFourDigits() {
    expectEqual(Self.typed("21.11.26 ").text, "21.11.26")
    expectEqual(Self.typed("21.11.0026 10:00").reason, nil)
  }

  @Test(arguments: [
    (1, 12, "29.03.2026 01:30", "29.03.2026 03:30"),
    (-1, 12, "29.03.2026 03:30", "29.03.2026 01:30"),
    (1, 15, "29.03.2026 01:59", "29.03.2026 03:00"), (1, 1, "28.03.2026 02:30", "29.03.2026 03:30"),
    (1, 18, "21.11.2026 10:00:59", "21.11.2026 10:01:00"),
  ])
  func steppingGoesPastTheSkippedTimes(count: Int, caret: Int, from: String, to: String) {
    var editor = FieldEditor(format: Self.format(), text: from)
    _ = editor.press(.go(caret))
    _ = editor.press(.step(by: count))
    expectEqual(editor.state.text, to)
  }

  @Test func theDigitsAreThoseOfTheLocaleAndTheRangeIsDescribed() {
    let persian = NumberSymbols(
      decimalSeparator: "٫", groupingSeparator: "٬", minusSign: "-", zeroDigit: "۰")
    let format = Self.format(
      "2026-11-21T00:00:00Z", dates: DateNotation(order: .yearMonthDay, separator: "/"),
      symbols: persian)
    expectEqual(Self.typed("2026112110۰۰", format).text, "۲۰۲۶/۱۱/۲۱ ۱۰:۰۰")
    expectEqual(
      format.expectation, "year/month/day hour:minute:second, from ۲۰۲۶/۱۱/۲۱ ۰۱:۰۰")
    expectEqual(Self.format().expectation, "day.month.year hour:minute:second")
  }

  @Test(arguments: [Int.min, Int.max, -62_135_596_800_001, 253_402_300_800_000])
  func anInstantOutsideTheCalendarIsShownInFull(milliseconds: Int) {
    let instant = Instant(milliseconds: milliseconds)
    expectEqual(Self.format().text(for: .dateTime(instant)), instant.description)
    for (grammar, isComplete) in [
      (LocalDateTimeGrammar(from: instant, zoneOffset: Self.berlin), milliseconds < 0),
      (LocalDateTimeGrammar(through: instant, zoneOffset: Self.berlin), milliseconds > 0),
    ] {
      let value = FieldFormat(grammar: grammar).value(of: "2026-11-21 10:00")
      expectEqual(value != nil, isComplete)
    }
  }

  @Test func anEmptyRangeAcceptsNothing() {
    let format = Self.format("2026-11-22T00:00:00Z", "2026-11-21T00:00:00Z")
    expectEqual(Self.typed("2", format).text, "")
  }
}

extension String {
  fileprivate var padded: String { count < 2 ? "0" + self : self }
}
