import RecordStore
import Records
import TestSupport
import Testing

private func day(_ text: String) -> Value { .date((try? CalendarDate(reading: text))!) }
private func moment(_ text: String) -> Value { .dateTime(Instant(text)!) }

private func eventType() throws -> RecordType {
  try RecordType(
    "Event",
    [
      Property(
        "day", .date, range: ValueRange(day("2026-01-01"), day("2026-12-31")), default: .today),
      Property(
        "at", .dateTime, isOptional: true, range: ValueRange(moment("2026-01-01"), nil)),
      Property("role", .choice(["admin", "it's"]), default: .text("it's")),
      Property("shade", .hex(digits: 4), isOptional: true),
      Property("card", .card, isOptional: true),
      Property("phone", .mask(try TextMask("000-000")), isOptional: true),
      Property("plate", .text, isOptional: true, pattern: try TextPattern("[A-Z]+")),
    ])
}

@Suite struct KindStorageTests {
  private struct Fixture {
    let place: Place
    let store: Store
    let other: Foreigner
  }

  private static let values: [Value?] = [
    day("2026-11-21"), moment("2026-11-21T10:00:00.5Z"), .text("admin"), .text("00FF"),
    .text("4111111111111111"), .text("123-456"), .text("AB"),
  ]
  private static let id = RecordID("Event", 1)

  private func fixture() throws -> Fixture {
    let place = try Place()
    let type = try eventType()
    let store = try openStore(
      .file(place.path), definitions: DeclaredTypes([type]), actor: "ann",
      clock: TestClock().tick)
    try store.write(TransactionEntry(.schema)) { tx in try tx.define(type) }
    try store.write(TransactionEntry()) { tx in _ = try tx.create("Event", Self.values) }
    return Fixture(place: place, store: store, other: try Foreigner(place.path))
  }

  @Test func datesAreISOTextThatAnyToolSorts() throws {
    let fixture = try fixture()
    try expectEqual(
      fixture.other.rows("SELECT * FROM Event"),
      [
        [
          "1", "'2026-11-21'", "'2026-11-21T10:00:00.500Z'", "'admin'", "'00FF'",
          "'4111111111111111'", "'123-456'", "'AB'",
        ]
      ])
    try expectEqual(fixture.store.queries.values(of: Self.id), Self.values)
    fixture.store.close()
    let again = try openStore(
      .file(fixture.place.path), definitions: DeclaredTypes([try eventType()]), actor: "ann",
      clock: TestClock().tick)
    try expectEqual(again.queries.values(of: Self.id), Self.values)
    try expectEqual(again.schema.types, [eventType()])
  }

  @Test(arguments: [
    "UPDATE Event SET day = '2025-12-31'", "UPDATE Event SET day = '2027-01-01'",
    "UPDATE Event SET at = '2025-12-31T23:59:59.999Z'", "UPDATE Event SET role = 'admn'",
    "UPDATE Event SET role = NULL", "UPDATE Event SET day = NULL",
    "INSERT INTO Event(day, role) VALUES ('2026-01-01', 'Admin')",
    // Other programs have no default for a value from the clock.
    "INSERT INTO Event(role) VALUES ('admin')",
  ])
  func anotherProgramCannotWriteWhatACheckForbids(sql: String) throws {
    let fixture = try fixture()
    #expect(throws: ForeignError.self) { try fixture.other.run(sql) }
    try expectEqual(fixture.store.queries.values(of: Self.id), Self.values)
  }

  @Test func anotherProgramHasTheDefaultsThatAreAlwaysTheSame() throws {
    let fixture = try fixture()
    try fixture.other.run("INSERT INTO Event(day) VALUES ('2026-01-01')")
    try expectEqual(
      fixture.store.queries.values(of: RecordID("Event", 2)),
      [day("2026-01-01"), nil, .text("it's"), nil, nil, nil, nil])
    try expectEqual(fixture.store.check(), [])
  }

  @Test(arguments: [
    ("day", "2026-02-30", "\"2026-02-30\" is not of the kind Date"),
    ("day", "2026-0soon", "\"2026-0soon\" is not of the kind Date"),
    ("day", "2026-11-2", "\"2026-11-2\" is not of the kind Date"),
    (
      "at", "2026-11-21T10:00:00Z", "\"2026-11-21T10:00:00Z\" is not of the kind DateTime"
    ),
    (
      "at", "2026-11-21T10:00:00.000+01:00",
      "\"2026-11-21T10:00:00.000+01:00\" is not of the kind DateTime"
    ),
    ("shade", "00ff", "\"00ff\" is not stored in its canonical form"),
    (
      "shade", "00FG",
      "shade cannot be \"00FG\"; expected exactly 4 hexadecimal digits; \"G\" is not one"
    ),
    ("card", "4111 1111 1111 1111", "•••• 1111 is not stored in its canonical form"),
    (
      "card", "4111111111111112",
      "card cannot be •••• 1112; the check digit does not match"
    ),
    ("phone", "123456", "\"123456\" is not stored in its canonical form"),
    ("plate", "ab", "plate must be capital letters, not \"ab\""),
  ])
  func checkFindsWhatIsNoValueOfTheKind(column: String, text: String, finding: String) throws {
    let fixture = try fixture()
    try fixture.other.run("UPDATE Event SET \(column) = '\(text)'")
    // After the definition and the record, the third transaction is the other program's.
    let wrong = IntegrityIssue(finding, record: Self.id, property: column, transaction: 3)
    try expectEqual(fixture.store.check(), [wrong])
    let index = try #require(eventType().index(of: column))
    try expectEqual(fixture.store.queries.values(of: Self.id)?[index], .text(text))
    try fixture.store.write(TransactionEntry()) { tx in
      try tx.update(Self.id, [column: Self.values[index]])
    }
    try expectEqual(fixture.store.check(), [])
  }

  @Test func whatAnUnknownProgramDidToACardIsFoundAndNotTold() throws {
    let fixture = try fixture()
    try fixture.other.run(
      """
      DROP TRIGGER "wb_prop\(try fixture.other.rows("SELECT id FROM wb_prop WHERE name = 'card'")[0][0])_updated";
      UPDATE Event SET card = '378282246310005'
      """)
    let found = try fixture.store.check().map(\.finding)
    #expect(found.contains { $0.contains("•••• 1111 in the history, •••• 0005 in the record") })
    #expect(!found.joined().contains("8282"))
  }

  @Test func datesAreComparedAndOrderedAsTheirTexts() throws {
    let fixture = try fixture()
    try fixture.store.write(TransactionEntry()) { tx in
      var other = Self.values
      other[0] = day("2026-01-02")
      other[1] = moment("2026-01-01T00:00:00Z")
      _ = try tx.create("Event", other)
    }
    let tokens: [ExpressionToken] = [
      .word("day"), .symbol("<"), .date("2026-11-21"), .word("and"), .word("at"), .symbol("<"),
      .sessionName(["at"]), .word("and"), .word("day"), .symbol("="), .sessionName(["day"]),
    ]
    let given = [6: RecordExpression.Given(0, .dateTime), 10: RecordExpression.Given(1, .date)]
    let condition = try fixture.store.queries.compile(
      RecordExpression(tokens, given: given), for: "Event")
    let parameters = [moment("2026-01-01T00:00:00.001Z"), day("2026-01-02")]
    try expectEqual(fixture.store.queries.count("Event", where: condition, parameters), 1)
    try expectEqual(
      fixture.store.queries.evaluate(condition, parameters, on: RecordID("Event", 2)), .integer(1))
    try expectEqual(fixture.store.queries.evaluate(condition, parameters, on: Self.id), .integer(0))
  }
}
