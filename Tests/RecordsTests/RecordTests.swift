import Records
import TestSupport
import Testing

@Suite struct RecordTests {
  private let type: RecordType

  init() throws {
    type = try RecordType(
      "Person",
      [
        Property("name", .text, isKey: true),
        Property("age", .integer, isOptional: true, range: ValueRange(.integer(0), .integer(150))),
        Property("active", .boolean, default: .boolean(true)),
      ])
  }

  @Test func aNewRecordHasItsDefaults() throws {
    let record = try TypedRecord(type, ["name": .text("Ada")])
    expectEqual(record["name"], .text("Ada"))
    #expect(record["age"] == nil)
    expectEqual(record["active"], .boolean(true))
  }

  @Test func aRequiredPropertyMustBeGiven() {
    #expect {
      try TypedRecord(type)
    } throws: {
      ($0 as? Violation)?.message == "name is required"
    }
  }

  @Test func aRefusedValueChangesNothingAndTellsNobody() throws {
    let record = try TypedRecord(type, ["name": .text("Ada"), "age": .integer(36)])
    var calls = 0
    record.propertyChanged.add { _, _ in calls += 1 }
    #expect(throws: Violation.self) { try record.set("age", to: .integer(200)) }
    #expect(throws: Violation.self) { try record.set("agee", to: .integer(20)) }
    expectEqual(record["age"], .integer(36))
    expectEqual(calls, 0)
  }

  @Test func aRefreshTellsOfWhatIsDifferentOnly() throws {
    let record = try TypedRecord(type, ["name": .text("Ada"), "age": .integer(36)])
    var names: [String?] = []
    record.propertyChanged.add { _, change in names.append(change.name) }
    record.refresh([.text("Ada"), .integer(37), .boolean(true)])
    expectEqual(names, ["age"])
  }
}

@Suite struct InstantTests {
  @Test(arguments: [
    ("2026-11-21", "2026-11-21T00:00:00.000Z"),
    ("1970-01-01T00:00:00Z", "1970-01-01T00:00:00.000Z"),
    ("2000-02-29 12:34", "2000-02-29T12:34:00.000Z"),
    ("0001-01-01T00:00:00.5Z", "0001-01-01T00:00:00.500Z"),
    ("9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"),
  ])
  func readsAndPrints(text: String, printed: String) {
    expectEqual(Instant(text)?.description, printed)
  }

  @Test(arguments: [
    "", "2026", "2026-13-01", "2026-02-29", "1900-02-29", "2026-11-31", "2026-11-21T24:00",
    "2026-11-21T10:60", "2026-11-21T10", "2026-11-21x", "0000-01-01", "2026-1-1",
    "2026-11-21T10:00:00.1234Z", "2026-11-21T10:00:00Zx",
  ])
  func refusesWhatIsNoTime(text: String) {
    #expect(Instant(text) == nil)
  }

  @Test func everyDayOfFourCenturiesFollowsTheOneBefore() {
    let day = 86_400_000
    var instant = Instant("1999-12-31")!
    var seen = 0
    for _ in 0..<146_097 {
      let next = Instant(milliseconds: instant.milliseconds + day)
      if Instant(next.description) != next || next.description <= instant.description { seen += 1 }
      instant = next
    }
    expectEqual(seen, 0)
    expectEqual(instant.description, "2399-12-31T00:00:00.000Z")
  }

  @Test func aTimeWithoutZoneIsTheUsers() {
    let summer = Instant("2026-07-01 12:00", zoneOffset: { _ in 7_200_000 })
    expectEqual(summer?.description, "2026-07-01T10:00:00.000Z")
    expectEqual(
      Instant("2026-07-01T12:00:00Z", zoneOffset: { _ in 7_200_000 })?.description,
      "2026-07-01T12:00:00.000Z")
  }
}
