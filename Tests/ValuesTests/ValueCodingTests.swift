import Foundation
import TestSupport
import Testing
import Values

@Suite struct ValueCodingTests {
  private static let values: [Value] = [
    "Zoë \"Z\"", 36, .decimal(ExactDecimal("12345678901234567890.12")!), .double(0.1),
    .double(.nan), .double(-.infinity), true, .date(CalendarDate(year: 2026, month: 2, day: 28)!),
    .dateTime(Instant(milliseconds: 1_700_000_000_001)), .dateTime(Instant(milliseconds: .max)),
    .time(ClockTime(secondsSinceMidnight: 30_615)!), .duration(TimeSpan(seconds: -90)),
    .month(CalendarMonth(year: 2026, month: 11)!), .percent(ExactDecimal("0.125")!),
    .reference(RecordID("new order", -3)), .list([1, "a", .list([])]),
  ]

  @Test(arguments: values) func aValueSurvivesItsCoding(value: Value) throws {
    expectEqual(try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value)), value)
  }

  @Test func valuesAreCodedAsTheyAreWritten() throws {
    func text(_ value: some Encodable) throws -> String {
      String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    }
    expectEqual(try text(Value.decimal(12.5)), #"{"decimal":"12.5"}"#)
    expectEqual(try text(CalendarDate.epoch), #""1970-01-01""#)
    expectEqual(try text(Instant(milliseconds: 0)), #""1970-01-01T00:00:00.000Z""#)
    expectEqual(
      try text(ValueRange(.integer(0), nil)), #"{"lowerBound":{"integer":0}}"#)
  }

  @Test(
    arguments: [
      (.text, #"{"text":{}}"#), (.dateTime, #"{"dateTime":{}}"#), (.iban, #"{"iban":{}}"#),
      (.decimal(integerDigits: nil, fractionDigits: nil), #"{"decimal":{}}"#),
      (
        .percent(integerDigits: 2, fractionDigits: 0...1),
        #"{"percent":{"fractionDigits":[0,1],"integerDigits":2}}"#
      ), (.choice(["a", "b"]), #"{"choice":{"_0":["a","b"]}}"#),
      (.hex(digits: 4), #"{"hex":{"digits":4}}"#), (.phone(country: nil), #"{"phone":{}}"#),
      (.mask((try? TextMask("00-A"))!), #"{"mask":{"_0":"00-A"}}"#),
      (.reference(to: "P"), #"{"reference":{"to":"P"}}"#),
      (.records(of: "P"), #"{"records":{"of":"P"}}"#),
      (.list(of: .time(hasSeconds: true)), #"{"list":{"of":{"time":{"hasSeconds":true}}}}"#),
    ] as [(PropertyKind, String)])
  func aKindIsAnObjectWithTheNameOfItsCase(kind: PropertyKind, text: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    expectEqual(String(decoding: try encoder.encode(kind), as: UTF8.self), text)
    expectEqual(try JSONDecoder().decode(PropertyKind.self, from: Data(text.utf8)), kind)
  }

  @Test(arguments: ["{}", #"{"text":{},"date":{}}"#, #"{"money":{}}"#, #"{"hex":{}}"#, #""text""#])
  func anObjectThatIsNotAKindIsNotDecoded(text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(PropertyKind.self, from: Data(text.utf8))
    }
  }

  @Test func aTextThatIsNotAValueIsRefusedInItsOwnWords() throws {
    do {
      _ = try JSONDecoder().decode([CalendarDate].self, from: Data(#"["2026-02-30"]"#.utf8))
      Issue.record("2026-02-30 was decoded")
    } catch DecodingError.dataCorrupted(let context) {
      expectEqual(context.debugDescription, "February 2026 has 28 days")
      #expect(context.underlyingError is Violation)
    }
    for text in [#"{"date":"2026-02-30"}"#, "{}", #"{"integer":1,"text":"a"}"#, #"{"money":1}"#] {
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(Value.self, from: Data(text.utf8))
      }
    }
  }
}
