import Foundation
import Interactors
import Records
import TestSupport
import Testing
import Validation

@Suite struct FieldStyleTests {
  private static let price = Property(
    "price", .decimal(integerDigits: 6, fractionDigits: 2...2),
    range: ValueRange(.decimal(.zero), nil), unit: "€", isGrouped: true)

  @Test func aStyleWritesAndReadsAsAFieldDoes() throws {
    let style = FieldStyle(Self.price).locale(Locale(identifier: "de_DE"))
    let value = Value.decimal(decimal("1234.5"))
    expectEqual(style.format(value), "1.234,50")
    expectEqual(style.format(.decimal(decimal("0.125"))), "0,12")
    try expectEqual(style.parseStrategy.parse("1.234,50\u{A0}€"), value)
    #expect(throws: Rejection.self) { try style.parseStrategy.parse("-1") }
    #expect(throws: Rejection.self) { try style.parseStrategy.parse("") }
  }

  @Test(arguments: [
    ("de_DE", "Europe/Berlin", ["21.11.2026", "21.11.2026 11:00", "ja"]),
    ("en_US", "America/New_York", ["11/21/2026", "11/21/2026 05:00", "true"]),
    ("fr_FR", nil, ["21/11/2026", "2026-11-21T10:00:00Z", "oui"]),
  ])
  func aStyleFollowsItsLocaleAndTimeZone(locale: String, zone: String?, texts: [String]) throws {
    let values: [(PropertyKind, Value)] = [
      (.date, .date(CalendarDate(year: 2026, month: 11, day: 21)!)),
      (.dateTime, .dateTime(Instant("2026-11-21T10:00:00Z")!)), (.boolean, .boolean(true)),
    ]
    for ((kind, value), text) in zip(values, texts) {
      let style = FieldStyle(
        Property("x", kind), localeIdentifier: locale, timeZoneIdentifier: zone)
      expectEqual(style.format(value), text)
      try expectEqual(style.parseStrategy.parse(text), value)
      let data = try JSONEncoder().encode(style)
      try expectEqual(JSONDecoder().decode(FieldStyle.self, from: data), style)
    }
  }

  @Test(arguments: [
    #""kind":{"phone":{"country":"49"}}"#, #""kind":{"hex":{"digits":0}}"#,
    #""kind":{"integer":{}},"minimum":"5","maximum":"1""#,
    #""kind":{"integer":{}},"minimum":"x""#, #""kind":{"mask":{"_0":"(("}}"#,
    #""kind":{"text":{}},"pattern":"[a""#,
    #""kind":{"dateTime":{}},"timeZoneIdentifier":"Mars/Olympus""#,
  ])
  func aStyleOfInvalidPartsIsNotRead(rules: String) {
    let text = """
      {"name":"id",\(rules),"isOptional":false,"groupsProperty":false,"localeIdentifier":"de_DE",
        "isGrouped":false}
      """
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(FieldStyle.self, from: Data(text.utf8))
    }
  }

  @Test func anUnknownTimeZoneIsAMistakeOfTheProgram() async {
    await #expect(processExitsWith: .failure) {
      _ = FieldStyle(Property("at", .dateTime), timeZoneIdentifier: "Mars/Olympus")
    }
    await #expect(processExitsWith: .failure) {
      var style = FieldStyle(Property("at", .dateTime))
      style.timeZoneIdentifier = "Mars/Olympus"
    }
  }

  @Test(arguments: [("de_QQ", "1,234.50", "21.11.2026"), ("qq_DE", "1,234.50", "11/21/2026")])
  func anUnknownRegionHasTheDatesOfTheLanguageAndAnUnknownLanguageThoseOfAmericanEnglish(
    locale: String, number: String, day: String
  ) throws {
    let style = FieldStyle(Self.price, localeIdentifier: locale)
    expectEqual(style.format(.decimal(decimal("1234.5"))), number)
    let days = FieldStyle(Property("day", .date), localeIdentifier: locale)
    expectEqual(days.format(.date(CalendarDate(year: 2026, month: 11, day: 21)!)), day)
  }

  @Test(arguments: [
    price,
    Property("age", .integer, isOptional: true, range: ValueRange(.integer(0), .integer(150))),
    Property(
      "name", .text, length: LengthRange(minimum: 1, maximum: 9),
      pattern: try? TextPattern("[a-z]+")),
    Property("day", .date, range: ValueRange(.date(.epoch), nil)),
    Property("at", .time(hasSeconds: false)), Property("for", .duration(hasSeconds: true)),
    Property("is", .boolean), Property("one", .choice(["a", "b"])),
    Property("hex", .hex(digits: 4)), Property("mask", .mask((try? TextMask("00-A"))!)),
    Property("phone", .phone(country: "+49")),
    Property("part", .percent(integerDigits: 2, fractionDigits: 0...1)),
    Property("tags", .list(of: .text)), Property("boss", .reference(to: "Person")),
  ])
  func aStyleIsStoredAndReadAgain(property: Property) throws {
    let style = FieldStyle(property, localeIdentifier: "hu_HU", isGrouped: true)
    let data = try JSONEncoder().encode(style)
    try expectEqual(JSONDecoder().decode(FieldStyle.self, from: data), style)
  }
}
