import Foundation
import Records
import TestSupport
import Testing

private func orderType() throws -> RecordType {
  try RecordType(
    "Order",
    [
      Property("number", .text, isKey: true),
      Property("total", .decimal(integerDigits: 20, fractionDigits: 2...2)),
      Property("paid", .boolean, default: false),
      Property("due", .date, isOptional: true),
      Property("copies", .integer, isOptional: true, range: 1...9),
      Property("weight", .double, isOptional: true),
      Property("share", .percent(integerDigits: nil, fractionDigits: nil), isOptional: true),
      Property("customer", .reference(to: "Person"), isOptional: true),
      Property("tags", .list(of: .date)),
      Property("card", .card, isOptional: true),
      Property("lines", .records(of: "Line"), listRole: .owns),
    ])
}

private func values(_ json: String) throws -> [String: Value?] {
  try JSONObject(json.utf8).values(for: orderType())
}

@Suite struct JSONObjectTests {
  @Test func membersBecomeValuesOfTheKindsOfTheirProperties() throws {
    let given = try values(
      #"""
      { "number": "A-1", "total": "12345678901234567890.12", "paid": true, "due": "2026-02-28",
        "copies": 2, "weight": 1.5e3, "share": "12.5%", "customer": "Person/7",
        "tags": ["2026-01-01"], "lines": [{"amount": "2.50"}], "card": null }
      """#)
    expectEqual(try orderType().violations(of: given), [])
    expectEqual(
      given,
      [
        "number": "A-1", "total": .decimal(ExactDecimal("12345678901234567890.12")!),
        "paid": true, "due": .date(CalendarDate(year: 2026, month: 2, day: 28)!), "copies": 2,
        "weight": .double(1500), "share": .percent(ExactDecimal("0.125")!),
        "customer": .reference(RecordID("Person", 7)),
        "tags": [.date(CalendarDate(year: 2026, month: 1, day: 1)!)], "card": nil,
      ] as [String: Value?])
    expectEqual(try values(#"{"customer": 7}"#)["customer"], .reference(RecordID("Person", 7)))
  }

  @Test func numbersKeepAllTheirDigits() throws {
    expectEqual(
      try values(#"{"total": 0.10000000000000000000000000001}"#)["total"],
      .decimal(ExactDecimal("0.10000000000000000000000000001")!))
  }

  @Test func allMistakesOfAnObjectAreSaidAtOnceWithTheirPaths() throws {
    let given = try values(
      #"""
      {"total": "12.505", "due": "2026-02-30", "copies": 10, "paid": "maybe", "colour": "red",
       "tags": ["2026-01-01", "x", "2026-13-01"], "customer": "Cat/7"}
      """#)
    let violations = try orderType().violations(of: given)
    expectEqual(
      violations.map(\.property),
      ["colour", "number", "total", "paid", "due", "copies", "customer", "tags[1]", "tags[2]"])
    expectEqual(
      violations.map(\.message).suffix(3),
      [
        "customer cannot be \"Cat/7\"; expected a record of Person",
        "tags[1] cannot be \"x\"; expected a date such as 2026-11-21",
        "tags[2] cannot be \"2026-13-01\"; there is no month 13",
      ])
  }

  @Test func changesOfARecordNeedNoRequiredProperties() throws {
    let given = try values(#"{"copies": 0}"#)
    expectEqual(
      try orderType().violations(of: given, isNew: false).map(\.message),
      ["copies must be 1…9, not 0"])
    expectEqual(
      try orderType().violations(of: ["number": nil] as [String: Value?], isNew: false).map(
        \.property),
      ["number"])
  }

  @Test(arguments: [
    #"{"number":"A","total":1}"#, #"{"number":"","total":1}"#, #"{"total":1}"#,
    #"{"number":"A"}"#, #"{"number":"A","total":null}"#, #"{"number":"A","total":"1.234"}"#,
    #"{"number":"A","total":1,"lines":[]}"#, #"{"number":"A","total":1,"copies":null}"#,
    #"{"number":"A","total":1,"x":1}"#,
  ])
  func aRecordIsMadeExactlyWhenThereIsNoMistake(json: String) throws {
    let (type, given) = (try orderType(), try values(json))
    let isMade = (try? type.initialValues(given)) != nil
    expectEqual(type.violations(of: given).isEmpty, isMade)
  }

  @Test func objectsOfAListAreReadByTheirOwnType() throws {
    let line = try RecordType("Line", [Property("amount", .integer, range: 1...)])
    let order = try JSONObject(#"{"lines": [{"amount": 1}, {"amount": 0}]}"#.utf8)
    let violations = try (order.objects("lines") ?? []).enumerated().flatMap { place, object in
      line.violations(of: try object.values(for: line)).map { $0.within("lines[\(place)]") }
    }
    expectEqual(violations.map(\.property), ["lines[1].amount"])
    expectEqual(order.objects("other")?.count, nil)
  }

  @Test(arguments: [
    "", "[]", "{", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{\"a\":01}", "{\"a\":1.}", "{\"a\":+1}",
    "{\"a\":\"\\x\"}", "{\"a\":\"\\ud800\"}", "{\"a\":\"\n\"}", "{\"a\":1} x", "{'a':1}",
    "{\"a\":tru}", "{\"a\":1,\"a\":2}", "{\"a\":" + String(repeating: "[", count: 100_000),
  ])
  func aTextThatIsNotAJSONObjectIsRefused(json: String) {
    #expect(throws: Violation.self) { try JSONObject(json.utf8) }
  }

  @Test(arguments: [
    ("{\"a\":x}", "6", "a value"), ("{\"a\":-}", "7", "a digit"), ("{\"a\":1.}", "8", "a digit"),
    ("{\"a\":1e+}", "9", "a digit"),
  ])
  func aNumberThatIsNotCompleteNeedsADigit(json: String, byte: String, expected: String) {
    let error = #expect(throws: Violation.self) { try JSONObject(json.utf8) }
    expectEqual(error?.message, "byte \(byte) of the JSON: expected \(expected)")
  }

  @Test func aNullInAListAndAnObjectInsteadOfAValueAreRefusedWithTheirPath() throws {
    for (json, path) in [
      (#"{"tags": [null]}"#, "tags[0]"), (#"{"copies": {"a": 1}}"#, "copies"),
      (#"{"tags": [{}]}"#, "tags[0]"),
    ] {
      let object = try JSONObject(json.utf8)
      let violation = #expect(throws: Violation.self) { try object.values(for: orderType()) }
      expectEqual(violation?.property, path)
    }
  }

  @Test func escapesAreRead() throws {
    expectEqual(
      try values(#"{"number": "\u00e9\n\"\\\/\uD83D\ude00"}"#)["number"], "é\n\"\\/😀")
  }

  @Test func theValuesOfARecordAreReadBackFromItsJSON() throws {
    let type = try orderType()
    let given = try values(
      #"""
      {"number": "A-1", "total": "12.5", "due": "2026-02-28", "weight": 0.1, "share": "12.5%",
       "customer": 7, "tags": ["2026-01-01"], "card": "4111 1111 1111 1111"}
      """#)
    let record = RecordValues(type, number: 3, values: try type.initialValues(given))
    expectEqual(record.id, RecordID("Order", 3))
    expectEqual(record["total"], .decimal(12.5))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let json = try encoder.encode(record)
    expectEqual(
      String(decoding: json, as: UTF8.self),
      #"{"card":"•••• 1111","copies":null,"customer":"Person/7","due":"2026-02-28","#
        + #""id":3,"lines":[],"number":"A-1","paid":false,"share":"12.5%","#
        + #""tags":["2026-01-01"],"total":"12.50","weight":0.1}"#)
    var again = try JSONObject(json).values(for: type)
    for name in ["id", "card", "lines"] { again[name] = nil }
    for (name, value) in again { expectEqual(value, record[name], "\(name)") }
  }
}

@Suite struct PropertyCodingTests {
  @Test func aTypeSurvivesItsCoding() throws {
    let type = try RecordType(
      "Stay",
      [
        Property("code", .text, isKey: true, length: 1...8, pattern: try TextPattern("[A-Z/]+")),
        Property(
          "price", .decimal(integerDigits: 5, fractionDigits: 2...2), range: 0...500,
          unit: "€", isGrouped: true, default: 80),
        Property("kind", .choice(["single", "double"]), isOptional: true),
        Property("plate", .mask(try TextMask("AA-000")), isOptional: true),
        Property("from", .date, default: .today),
        Property("guest", .reference(to: "Guest"), isOptional: true, onDelete: .clear),
        Property("visits", .records(of: "Visit"), listRole: .inverse(of: "stay")),
        Property("nights", .integer, computation: "until - from"),
      ])
    let json = try JSONEncoder().encode(type)
    let decoded = try JSONDecoder().decode(RecordType.self, from: json)
    expectEqual(decoded.definition, type.definition)
    #expect(decoded == type)
  }

  @Test func onlyTheRulesThatApplyAreCoded() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    expectEqual(
      String(
        decoding: try encoder.encode(Property("age", .integer, isOptional: true, range: 0...)),
        as: UTF8.self),
      #"{"isOptional":true,"kind":{"integer":{}},"name":"age","#
        + #""range":{"lowerBound":{"integer":0}}}"#)
  }

  @Test func aTypeThatContradictsItselfIsRefusedInItsOwnWords() throws {
    let json = #"{"name":"A","properties":[{"name":"a","kind":{"text":{}},"unit":"kg"}]}"#
    do {
      _ = try JSONDecoder().decode(RecordType.self, from: Data(json.utf8))
      Issue.record("it was decoded")
    } catch DecodingError.dataCorrupted(let context) {
      expectEqual((context.underlyingError as? DefinitionError)?.code, .noUnit(.text))
    }
  }
}
