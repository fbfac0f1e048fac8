import RecordStore
import Records
import TestSupport
import Testing

@Suite struct RecordConditionTests {
  private static let hostile = [
    "'", "''", "\"", "`", "' or '1' = '1", "\" or 1 = 1 --", "x'; drop table Person; --",
    "') or 1 = 1 /*", "*/ or true", ":value1", "?1", "\\", "\\'", "name", "nil", "%", "_",
    "O'Brien", "Robert\"); drop table Person;--", "a\nb", "\u{202E}'", "'\u{301} or '1' = '1",
    "[", "]", "{name}", "\\(name)", "1 or 1=1", "", " ",
  ]

  @Test func aHostileTextFindsExactlyTheRecordThatHasIt() throws {
    let store = try personStore()
    for (code, text) in Self.hostile.enumerated() {
      try store.new(person("p\(code)", code: code, nick: text.isEmpty ? nil : text))
    }
    for (code, text) in Self.hostile.enumerated() where !text.isEmpty {
      expectEqual(
        try store.list("Person", where: "nick = \(text)").map { $0["code"] }, [.integer(code)],
        "\(text)")
      expectEqual(try store.queries.count("Person", where: "nick in \([text])"), 1, "\(text)")
      expectEqual(
        try store.queries.count("Person", where: "nick = \(text) and \(text) = nick"), 1)
    }
    expectEqual(try store.list("Person", where: "nick = \("")").count, 0)
    expectEqual(try store.queries.count("Person", where: "true"), Self.hostile.count)
  }

  @Test(arguments: hostile) func aNameIsAName(name: String) throws {
    let store = try personStore()
    try store.new(person("Ann"))
    // It is no property, or the one of this name.
    let condition: RecordCondition = "\(name: name) is not null"
    if name == "name" {
      expectEqual(try store.list("Person", where: condition).count, 1)
    } else {
      #expect(throws: StoreError.self) { try store.list("Person", where: condition) }
    }
    expectEqual(try store.queries.count("Person", where: "true"), 1)
  }

  @Test func aValueWithinQuotesIsAnErrorAndNoText() throws {
    let store = try personStore()
    let name = "x' or '1' = '1"
    for condition: RecordCondition in [
      "name = '\(name)'", "name = \"\(name)\"", "`\(name)` = 1", "name = /* \(name) */ 1",
    ] {
      expectEqual(failure { _ = try store.list("Person", where: condition) }?.kind, .expression)
    }
  }

  @Test func valuesOfAllKindsAreCompared() throws {
    let type = try RecordType(
      "Event",
      [
        Property("name", .text, isKey: true),
        Property("day", .date), Property("at", .dateTime),
        Property("opens", .time(hasSeconds: false)),
        Property("lasts", .duration(hasSeconds: false)), Property("month", .month),
        Property("price", .decimal(integerDigits: 20, fractionDigits: 4...4)),
        Property("share", .percent(integerDigits: nil, fractionDigits: nil)),
        Property("weight", .double), Property("open", .boolean),
        Property("size", .choice(["small", "large"])),
        Property("before", .reference(to: "Event"), isOptional: true),
      ])
    let store = try openStore(.memory, definitions: DeclaredTypes([type]))
    let day = try CalendarDate(reading: "2026-02-28")
    let at = try Instant(reading: "2026-02-28T10:00:00Z")
    let (opens, lasts) = (try ClockTime(reading: "08:30"), try TimeSpan(reading: "37:15"))
    let month = try CalendarMonth(reading: "2026-02")
    let (price, share) = (ExactDecimal("12345678901234567890.1234")!, ExactDecimal("0.125")!)
    try store.write(TransactionEntry(.schema)) { tx in
      try tx.define(type)
      _ = try tx.create(
        "Event",
        type.initialValues([
          "name": "a", "day": .date(day), "at": .dateTime(at), "opens": .time(opens),
          "lasts": .duration(lasts), "month": .month(month), "price": .decimal(price),
          "share": .percent(share), "weight": .double(0.1), "open": true, "size": "small",
        ]))
      _ = try tx.create(
        "Event",
        type.initialValues([
          "name": "b", "day": .date(.epoch), "at": .dateTime(Instant(milliseconds: 0)),
          "opens": .time(.midnight), "lasts": .duration(.zero),
          "month": .month(try CalendarMonth(reading: "1970-01")), "price": 0, "share": .percent(0),
          "weight": 0, "open": false, "size": "large",
          "before": .reference(RecordID("Event", 1)),
        ]))
    }
    let found: [(RecordCondition, Int)] = [
      ("day = \(day)", 1), ("at >= \(at)", 1), ("opens = \(opens)", 1), ("lasts = \(lasts)", 1),
      ("month = \(month)", 1), ("price = \(price)", 1), ("price < \(price)", 1),
      ("share = \(Value.percent(share))", 1), ("weight = \(0.1)", 1), ("open = \(true)", 1),
      ("size = \("small")", 1), ("before = \(RecordID("Event", 1))", 1),
      ("day in \([day, .epoch])", 2), ("name in \([String]())", 0),
      ("not name in \([String]())", 2), ("name = \(String?.none)", 0),
      ("before is \(RecordID?.none)", 1), ("price * \(2) > \(price)", 1),
      ("name = \(Value.text("a"))", 1), ("name in \(Value.list(["a", "x"]))", 1),
    ]
    for (condition, count) in found {
      expectEqual(try store.queries.count("Event", where: condition), count, "\(condition)")
    }
  }

  @Test func conditionsAreJoinedAsTheyStand() throws {
    let store = try personStore()
    for age in 1...9 { try store.new(person("p\(age)", age: age)) }
    let either: RecordCondition = "age = \(1) or age = \(2)"
    let both: RecordCondition = "\(either) and age > \(1)"
    expectEqual(try store.list("Person", where: both).map { $0["age"] }, [2])
    expectEqual(
      try store.list("Person", where: RecordCondition(text: "age > 7")).map { $0["age"] }, [8, 9])
  }
}
