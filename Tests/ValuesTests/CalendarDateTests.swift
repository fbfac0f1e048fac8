import Foundation
import TestSupport
import Testing
import Values

@Suite struct CalendarDateTests {
  /// Compares day by day with the leap year rule: all years with `WORKBENCH_LONG=1`, otherwise
  /// every seventh year and the turns of centuries.
  @Test func everyDayIsThatOfTheCalendar() throws {
    var (year, month, day) = (1, 1, 1)
    var wrong: [String] = []
    var count = -719_162
    while year <= 9999 {
      if Seeded.isLong || year % 7 == 0 || (year + 1) % 100 < 3 {
        let written = String(format: "%04d-%02d-%02d", year, month, day)
        let date = CalendarDate(year: year, month: month, day: day)
        if date?.daysSince1970 != count || date?.description != written
          || CalendarDate(daysSince1970: count) != date
        {
          wrong.append(written)
        }
        if day % 7 == 0, try CalendarDate(reading: written) != date { wrong.append(written) }
      }
      let isLeap = year % 400 == 0 || year % 4 == 0 && year % 100 != 0
      let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      day += 1
      if day > lengths[month - 1] { (day, month) = (1, month + 1) }
      if month > 12 { (month, year) = (1, year + 1) }
      count += 1
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(5))")
    #expect(CalendarDate(daysSince1970: count) == nil)
    #expect(CalendarDate(daysSince1970: -719_163) == nil)
  }

  @Test func theSystemHasTheSameDays() throws {
    var wrong: [String] = []
    for days in stride(from: -719_162, through: 2_932_896, by: 97) {
      var time = time_t(days * 86_400)
      var parts = tm()
      gmtime_r(&time, &parts)
      let date = CalendarDate(daysSince1970: days)
      let same = CalendarDate(
        year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
      if date == nil || date != same { wrong.append("\(days)") }
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(5))")
  }

  @Test func everyOtherDayOfAMonthIsRefused() {
    var read = 0
    for year in [0, 1, 4, 1900, 2000, 2023, 2024, 9999, 10_000] {
      for month in 0...13 {
        for day in 0...32 where CalendarDate(year: year, month: month, day: day) != nil {
          read += 1
        }
      }
    }
    // Seven of the years are in the calendar, three of them leap years.
    expectEqual(read, 7 * 365 + 3)
  }

  @Test func daysAreInTheOrderOfTime() throws {
    let days = try ["0001-01-01", "1999-12-31", "2000-01-01", "2000-01-02", "2000-02-01"]
      .map(CalendarDate.init(reading:))
    expectEqual(days.shuffled().sorted(), days)
  }

  @Test(arguments: [
    ("2026-02-30", "February 2026 has 28 days"), ("2024-02-30", "February 2024 has 29 days"),
    ("1900-02-29", "February 1900 has 28 days"), ("2026-04-31", "April 2026 has 30 days"),
    ("2026-01-00", "there is no day 00"), ("2026-13-01", "there is no month 13"),
    ("2026-00-01", "there is no month 00"), ("0000-01-01", "there is no year 0000"),
    ("2026-11-32", "there is no day 32"),
    ("2026-1-1", "expected a date such as 2026-11-21"), ("", "expected a date such as 2026-11-21"),
    ("2026-11-21x", "expected a date such as 2026-11-21"),
    ("2026-11-21T10:00:00Z", "expected a date such as 2026-11-21"),
    ("20261121", "expected a date such as 2026-11-21"),
    ("2026-11-2\u{301}1", "expected a date such as 2026-11-21"),
  ])
  func aDayThatDoesNotExistIsRefusedWithTheReason(text: String, message: String) {
    #expect {
      try CalendarDate(reading: text)
    } throws: {
      ($0 as? Violation)?.message == message
    }
  }

  @Test(arguments: [
    " 2026-11-21\n", "\u{200E}2026-11-21", "２０２６-１１-２１", "2026−11–21", "2026\u{207B}11\u{208B}21",
    "2026\u{2796}11-21", "٢٠٢٦-١١-٢١",
  ])
  func aDateIsReadAsPeoplePasteIt(text: String) throws {
    try expectEqual(CalendarDate(reading: text).description, "2026-11-21")
  }
}

@Suite struct WrittenInstantTests {
  @Test(arguments: [
    ("2026-11-21T10:00:00Z", "2026-11-21T10:00:00.000Z"),
    ("2026-11-21T10:00Z", "2026-11-21T10:00:00.000Z"),
    ("2026-11-21 10:00:00.5Z", "2026-11-21T10:00:00.500Z"),
    ("2026-11-21T10:00:00.123+01:00", "2026-11-21T09:00:00.123Z"),
    ("2026-01-01T00:30:00+01:00", "2025-12-31T23:30:00.000Z"),
    ("2026-12-31T23:30:00-05:30", "2027-01-01T05:00:00.000Z"),
    ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z"),
  ])
  func aMomentIsPrintedInUTC(text: String, printed: String) throws {
    try expectEqual(Instant(reading: text).description, printed)
  }

  @Test(arguments: [
    ("2026-11-21", "expected a date and time such as 2026-11-21T10:00:00Z"),
    ("2026-11-21T10", "expected a date and time such as 2026-11-21T10:00:00Z"),
    ("2026-11-21T10:00:00+1", "expected a date and time such as 2026-11-21T10:00:00Z"),
    ("2026-11-21T10:00:00Zx", "expected a date and time such as 2026-11-21T10:00:00Z"),
    ("soon", "expected a date and time such as 2026-11-21T10:00:00Z"),
    ("2026-02-30T10:00:00Z", "February 2026 has 28 days"),
    ("2026-11-21T24:00:00Z", "there is no hour 24"),
    ("2026-11-21T10:60:00Z", "there is no minute 60"),
    ("2026-11-21T10:00:60Z", "there is no second 60"),
    ("2026-11-21T10:00:00.1234Z", "seconds can have 1 to 3 digits after the point"),
    ("2026-11-21T10:00:00+24:00", "the offset from UTC must be less than 24:00"),
    ("2026-11-21T10:00:00+01:60", "there is no minute 60"),
    ("0001-01-01T00:00:00+01:00", "the year must be 0001 to 9999, also in UTC"),
    ("9999-12-31T23:59:59-00:01", "the year must be 0001 to 9999, also in UTC"),
    ("2026-11-21T10:00:00", "expected a time zone after the time, such as 2026-11-21T10:00:00Z"),
  ])
  func aMomentThatDoesNotExistIsRefusedWithTheReason(text: String, message: String) {
    #expect {
      try Instant(reading: text)
    } throws: {
      ($0 as? Violation)?.message == message
    }
  }

  /// The clocks of central Europe in 2026 go forward on March 29 and back on October 25.
  @Test(arguments: [
    ("2026-03-29T01:59:59", "2026-03-29T00:59:59.000Z"),
    ("2026-03-29T03:00:00", "2026-03-29T01:00:00.000Z"),
    ("2026-07-01T12:00:00", "2026-07-01T10:00:00.000Z"),
    ("2026-10-25T03:00:00", "2026-10-25T02:00:00.000Z"),
  ])
  func aTimeWithoutZoneIsTheUsersAtThatMoment(text: String, printed: String) throws {
    let forward = try Instant(reading: "2026-03-29T01:00:00Z").milliseconds
    let back = try Instant(reading: "2026-10-25T01:00:00Z").milliseconds
    let zone = { (moment: Int) in (forward..<back ~= moment ? 2 : 1) * 3_600_000 }
    try expectEqual(Instant(reading: text, zoneOffset: zone).description, printed)
  }
}
