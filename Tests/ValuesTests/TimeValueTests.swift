import TestSupport
import Testing
import Values

@Suite struct TimeValueTests {
  private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  @Test func everySecondOfADayIsReadAndWritten() throws {
    var seconds = 0
    for hour in 0..<24 {
      for minute in 0..<60 {
        let short = "\(two(hour)):\(two(minute))"
        let wrong = try (0..<60).filter { second in
          let text = "\(short):\(two(second))"
          let time = try ClockTime(reading: text)
          defer { seconds += 1 }
          return time.secondsSinceMidnight != seconds
            || time.description != (second == 0 ? short : text)
            || time.description(withSeconds: true) != text
            || ClockTime(secondsSinceMidnight: seconds) != time
        }
        #expect(wrong.isEmpty, "\(short)")
        try expectEqual(ClockTime(reading: short).description, short)
      }
    }
    #expect(ClockTime(secondsSinceMidnight: 86_400) == nil)
    #expect(ClockTime(secondsSinceMidnight: -1) == nil)
  }

  @Test func everyMonthIsReadAndWritten() throws {
    var before: CalendarMonth?
    for year in 1...9999 {
      for number in 1...12 {
        let text = String(repeating: "0", count: 4 - "\(year)".count) + "\(year)-\(two(number))"
        let month = try CalendarMonth(reading: text)
        if month.description != text || month != CalendarMonth(year: year, month: number)
          || before.map({ $0 < month }) == false
        {
          Issue.record("\(text)")
        }
        before = month
      }
    }
    expectEqual(before, .last)
  }

  @Test(arguments: [
    0, 1, 59, 60, 61, 3599, 3600, 134_100, 360_000, -1, -59, -60, -3600, -134_101, Int.max,
    Int.max - 59, -Int.max,
  ])
  func aSpanIsReadAsItIsWritten(seconds: Int) throws {
    let span = TimeSpan(seconds: seconds)
    try expectEqual(TimeSpan(reading: span.description), span)
    try expectEqual(TimeSpan(reading: span.description(withSeconds: true)), span)
    let parts = span.description(withSeconds: true).split(separator: ":")
    let magnitude = seconds.magnitude
    expectEqual(parts[0], (seconds < 0 ? "-" : "") + "\(magnitude / 3600)")
    #expect(parts[1] == two(Int(magnitude % 3600) / 60) && parts[2] == two(Int(magnitude % 60)))
    expectEqual(span.hasSeconds, (magnitude % 60 != 0))
  }

  @Test(arguments: [
    "", "8:30", "08:3", "24:00", "08:60", "08:30:60", "0830", "08:30:", "08:30:1", "-08:30",
    "08-30",
    "08:30 x",
  ])
  func whatIsNoTimeIsRefused(text: String) {
    #expect(throws: Violation.self) { try ClockTime(reading: text) }
  }

  @Test(arguments: [
    "", "90", ":30", "1:5", "1:60", "1:30:60", "1:30:00:00", "--1:30", "+1:30", "1:30:0",
    "2562047788015215:30:08", "99999999999999999999:00", "1.5:00",
  ])
  func whatIsNoDurationIsRefused(text: String) {
    #expect(throws: Violation.self) { try TimeSpan(reading: text) }
  }

  @Test(arguments: ["", "2026", "2026-1", "2026-13", "2026-00", "0000-01", "2026-11-21", "26-11"])
  func whatIsNoMonthIsRefused(text: String) {
    #expect(throws: Violation.self) { try CalendarMonth(reading: text) }
  }

  @Test func digitsAndSignsOfOtherScriptsAreReadAsThoseOfASCII() throws {
    try expectEqual(ClockTime(reading: " ٠٨：٣٠ ").description, "08:30")
    try expectEqual(TimeSpan(reading: "\u{2212}１:30").seconds, -5400)
    try expectEqual(CalendarMonth(reading: "2026\u{2013}11").description, "2026-11")
  }
}
