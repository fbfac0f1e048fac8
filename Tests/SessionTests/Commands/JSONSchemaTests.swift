import Foundation
import Replies
import TestSupport
import Testing

@Suite struct JSONSchemaTests {
  private static func schema(_ script: String) throws -> [String: Any] {
    let lines = try Conversation(script).tell("schema --json-schema")
    let text = try #require(lines.first)
    expectEqual(lines.count, 1)
    let schema = try JSONSerialization.jsonObject(with: Data(text.utf8))
    return try #require(schema as? [String: Any])
  }

  private static func schemaOfIt(_ script: String) throws -> [String: Any] {
    let types = try #require(schema(script)["$defs"] as? [String: [String: Any]])
    let properties = try #require(types["T"]?["properties"] as? [String: [String: Any]])
    return try #require(properties["it"])
  }

  private static func takes(_ text: String, _ schema: [String: Any]) throws -> Bool {
    if let names = schema["enum"] as? [Any] { return names.contains { $0 as? String == text } }
    guard let pattern = schema["pattern"] as? String else { return schema["type"] is String }
    let expression = try NSRegularExpression(pattern: pattern)
    let range = NSRange(location: 0, length: text.utf16.count)
    return expression.firstMatch(in: text, range: range) != nil
  }

  private static func expect(_ datum: Datum, fits schema: [String: Any]) throws {
    let type = schema["type"] as? String
    switch datum {
    case .integer: #expect(type == "integer" || type == "number")
    case .double: expectEqual(type, "number")
    case .boolean: expectEqual(type, "boolean")
    case .text(let text), .percent(_, let text):
      expectEqual(type, "string")
      #expect(try takes(text, schema), "\(text)")
    case .list(let items):
      expectEqual(type, "array")
      let item = try #require(schema["items"] as? [String: Any])
      for datum in items { try expect(datum, fits: item) }
    case .null, .phrase, .object, .longInteger: Issue.record("\(datum)")
    }
  }

  @Test(arguments: kindTable)
  func aValueOfEachKindFitsTheSchemaOfItsProperty(kind: KindCase) throws {
    let definition =
      kind.isNeverRequired
      ? kind.kind.replacing("Seat", with: "Seat?", maxReplacements: 1) : kind.kind
    let script = kind.preparation + "define T { it: \(definition) }"
    var schema = try Self.schemaOfIt(script)
    if let types = schema["type"] as? [String] {
      #expect(types.last == "null" && kind.isNeverRequired)
      schema["type"] = types.first
    }
    try Self.expect(kind.datum, fits: schema)
    if kind.isMasked { #expect(try Self.takes(kind.revealed, schema)) }
  }

  @Test(arguments: listTable)
  func theItemsOfEachListFitTheSchemaOfItsProperty(list: ListCase) throws {
    let schema = try Self.schemaOfIt(
      "define Seat { code: Text key }\ndefine T { it: [\(list.item)] }")
    try Self.expect(.list(list.data), fits: schema)
  }

  /// By key, as JSON.
  private static let parts: [(kind: String, parts: [String: String])] = [
    ("Integer? in -5...150", ["type": #"["integer","null"]"#, "minimum": "-5", "maximum": "150"]),
    (
      "Choice(a, b)? = b",
      ["type": #"["string","null"]"#, "enum": #"["a","b",null]"#, "default": #""b""#]
    ),
    ("Decimal(integer: 1, fraction: 0) in 0...", ["type": #""string""#, "pattern": #""^[0-9]$""#]),
    (
      "Decimal(integer: 2, fraction: 1...2)?",
      ["pattern": #""^-?(?:0|[1-9][0-9]{0,1})\\.[0-9]{1,2}$""#]
    ),
    ("Percent(integer: 3, fraction: 1)?", ["pattern": #""^-?[0-9]\\.[0-9]{3}$""#]),
    ("Text length 2... = ab", ["minLength": "2"]),
    ("Text key", ["minLength": "1"]),
    // JSON Schema counts scalars, so a maximum length has no meaning for characters of several
    // scalars.
    (
      "Text? length 0...4",
      ["anyOf": #"[{"maxLength":4},{"pattern":"[^ -}]"}]"#, "type": #"["string","null"]"#]
    ),
    ("Text? matching /[A-Z]\\d/", ["pattern": #""^[A-Z][^\\x00-/:-\\x7F]$""#]),
    (
      "[T] on delete clear",
      ["uniqueItems": "true", "items": #"{"pattern":"^T/[0-9]+$","type":"string"}"#]
    ),
    ("Date = today", ["format": #""date""#]),
    ("Integer := (id + 1)", ["type": #"["integer","null"]"#, "readOnly": "true"]),
  ]

  @Test(arguments: parts)
  func whatAPropertyAllowsIsSaidAsFarAsThatCanBeSaid(
    kind: String, parts: [String: String]
  ) throws {
    let schema = try Self.schemaOfIt("define T { it: \(kind) }")
    for (key, part) in parts {
      let found = try JSONSerialization.data(
        withJSONObject: #require(schema[key]),
        options: [.sortedKeys, .fragmentsAllowed, .withoutEscapingSlashes])
      expectEqual(String(decoding: found, as: UTF8.self), part)
    }
  }

  @Test func aDefaultThatComesFromTheClockIsNotPrinted() throws {
    #expect(try Self.schemaOfIt("define T { it: Date = today }")["default"] == nil)
  }

  @Test func theDefaultOfAMaskedPropertyIsNotPrinted() throws {
    let schema = try Self.schemaOfIt("define T { it: Card = \"4111 1111 1111 1111\" }")
    #expect(schema["default"] == nil)
  }

  @Test func aTypeHasAllItsPropertiesAndNoOthersAndItsRules() throws {
    let schema = try Self.schema(
      """
      define T { name: Text key, age: Integer? }
      rule T.grown "must be 18" : age >= 18
      rule T.named severity warn : name <> "x"
      """)
    let type = try #require((schema["$defs"] as? [String: [String: Any]])?["T"])
    expectEqual(type["required"] as? [String], ["ref", "name", "age"])
    expectEqual(type["additionalProperties"] as? Bool, false)
    expectEqual(
      type["description"] as? String,
      """
      rule T.grown "must be 18" : age >= 18
      rule T.named severity warn : name <> "x"
      """)
    expectEqual(schema["anyOf"] as? [[String: String]], [["$ref": "#/$defs/T"]])
  }

  @Test func aStoreWithoutTypesHasNoRecords() throws {
    let schema = try Self.schema("")
    expectEqual(schema["not"] as? [String: String], [:])
    #expect(schema["anyOf"] == nil)
  }

  @Test func propertiesAndTypesAreInTheOrderOfTheirDefinitions() throws {
    let talk = try Conversation("define B { z: Text, a: Text }\ndefine A { ref2: B? }")
    let text = try #require(talk.tell("schema --json-schema").first)
    let keys = text.matches(of: #/(?m)^(?: {4}| {8})"(\w+)": \{/#).map { String($0.1) }
    expectEqual(keys, ["B", "ref", "z", "a", "A", "ref", "ref2"])
    expectEqual(text, talk.tell("schema --json-schema").first)
  }
}
