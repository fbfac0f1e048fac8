import Records
import TestSupport
import Testing

private func decimal(_ text: String) -> Value { .decimal(ExactDecimal(text)!) }

@Suite struct RecordPropertyTests {
  @Test func textsAreEqualWhenTheirScalarsAre() {
    #expect(Value.text("\u{E9}") != .text("e\u{301}"))
    expectEqual(Set([Value.text("\u{E9}"), .text("e\u{301}")]).count, 2)
  }

  @Test(arguments: [
    (Property("a", .integer), Value.integer(0)),
    (Property("a", .integer, range: ValueRange(.integer(-65), .integer(18))), .integer(0)),
    (Property("a", .text), .text("")),
    (Property("a", .boolean), .boolean(false)),
    (Property("a", .double), .double(0)),
    (Property("a", .integer, default: .integer(7)), .integer(7)),
  ])
  func aPropertyThatIsNotOptionalHasADefault(property: Property, value: Value) throws {
    let property = try property.consistent()
    expectEqual(property.defaultValue, value)
    expectEqual(property.emptiedValue, value)
    #expect(!property.isRequired)
  }

  @Test(arguments: [
    Property("a", .integer, range: ValueRange(.integer(18), .integer(65))),
    Property("a", .integer, range: ValueRange(.integer(-65), .integer(-18))),
    Property(
      "a", .decimal(integerDigits: nil, fractionDigits: nil),
      range: ValueRange(decimal("0.30"), decimal("2.80"))),
    Property("a", .double, range: ValueRange(.double(0.5), nil)),
  ])
  func aNumberThatCannotBeZeroIsRequired(property: Property) throws {
    let property = try property.consistent()
    #expect(property.isRequired)
    #expect(property.defaultValue == nil)
    #expect(property.emptiedValue == nil)
  }

  @Test func aKeyAndATextThatMayNotBeEmptyAreRequired() {
    #expect(Property("a", .text, isKey: true).isRequired)
    #expect(Property("a", .text, length: LengthRange(minimum: 1)).isRequired)
    #expect(!Property("a", .text, isOptional: true).isRequired)
  }

  @Test func anOptionalPropertyThatIsEmptiedIsNilWhateverItsDefault() {
    let property = Property("a", .integer, isOptional: true, default: .integer(7))
    expectEqual(property.defaultValue, .integer(7))
    #expect(property.emptiedValue == nil)
  }

  @Test(arguments: [
    (Property("age", .integer), Value.text("x"), "age cannot be \"x\"; expected a whole number"),
    (Property("age", .integer), decimal("1.5"), "age cannot be 1.5; expected a whole number"),
    (Property("on", .boolean), .integer(1), "on cannot be 1; expected true or false"),
    (
      Property("age", .integer, range: ValueRange(.integer(0), .integer(150))), .integer(151),
      "age must be 0…150, not 151"
    ),
    (
      Property("age", .integer, range: ValueRange(.integer(0), nil)), .integer(-1),
      "age must be at least 0, not -1"
    ),
    (
      Property("price", .decimal(integerDigits: 3, fractionDigits: 2...2)), decimal("1.234"),
      "price can have at most 2 digits after the point, not 1.234"
    ),
    (
      Property("price", .decimal(integerDigits: 3, fractionDigits: 2...2)), .integer(1000),
      "price can have at most 3 digits before the point, not 1000"
    ),
    (
      Property("code", .text, length: LengthRange(minimum: 2, maximum: 3)), .text("👍🏽"),
      "code must have 2 to 3 characters, not 1"
    ),
    (Property("name", .text, isKey: true), .text(""), "name is required"),
    (Property("name", .text), .text("a\0"), "name cannot contain the character U+0000"),
    (Property("weight", .double), .double(.infinity), "weight cannot be inf; expected a number"),
  ])
  func aValueThatBreaksARuleIsRefusedInWords(property: Property, value: Value, message: String) {
    #expect {
      try property.checked(value)
    } throws: {
      ($0 as? Violation)?.message == message
    }
  }

  @Test(arguments: [
    (
      Property("a", .decimal(integerDigits: 3, fractionDigits: nil)), Value.integer(5), decimal("5")
    ),
    (Property("a", .double), .integer(5), Value.double(5)),
    (Property("a", .double), decimal("0.5"), .double(0.5)),
    (Property("a", .double), .double(-0.0), .double(0)),
    (Property("a", .integer), decimal("5"), .integer(5)),
  ])
  func aNumberIsTakenForThePropertysKind(property: Property, given: Value, kept: Value) throws {
    try expectEqual(property.checked(given), kept)
  }

  @Test func theDigitsOfADecimalFollowFromItsRange() throws {
    let kind = PropertyKind.decimal(integerDigits: nil, fractionDigits: nil)
    let free = Property("a", kind)
    expectEqual(free.decimalDigits, DecimalDigits(integer: 8, fraction: 1...3))
    let ranged = try Property("a", kind, range: ValueRange(.integer(-1000), .integer(5)))
      .consistent()
    expectEqual(ranged.decimalDigits, DecimalDigits(integer: 4, fraction: 1...3))
  }

  @Test(arguments: [
    Property("id", .integer), Property("RowID", .integer), Property("", .text),
    Property("a", .text, range: ValueRange(.integer(0), nil)),
    Property("a", .integer, length: LengthRange(minimum: 1)),
    Property("a", .integer, range: ValueRange(.integer(5), .integer(1))),
    Property("a", .integer, range: ValueRange(.integer(1), .integer(5)), default: .integer(9)),
    Property("a", .integer, default: .text("x")),
    Property("a", .text, isOptional: true, isKey: true),
    Property("a", .double, isKey: true),
    Property("a", .text, isKey: true, default: .text("x")),
    Property("a", .decimal(integerDigits: 30, fractionDigits: 9...9)),
    Property("a", .decimal(integerDigits: 0, fractionDigits: nil)),
    Property(
      "a", .decimal(integerDigits: 2, fractionDigits: nil), range: ValueRange(nil, .integer(100))),
  ])
  func aPropertyThatContradictsItselfIsRefused(property: Property) {
    #expect(throws: DefinitionError.self) { try property.consistent() }
  }

  @Test(arguments: [
    (
      Property("age", .integer, isOptional: true, range: ValueRange(.integer(0), .integer(150))),
      "age: Integer? in 0...150"
    ),
    (
      Property("name", .text, isKey: true, length: LengthRange(minimum: 1, maximum: 80)),
      "name: Text key length 1...80"
    ),
    (
      Property("odd name", .text, isUnique: true, default: .text("a\"\\\nb")),
      "`odd name`: Text unique = \"a\\\"\\\\\\nb\""
    ),
    (
      Property("p", .decimal(integerDigits: 8, fractionDigits: 2...2), default: .integer(0)),
      "p: Decimal(integer: 8, fraction: 2) = 0"
    ),
    (
      Property(
        "p", .decimal(integerDigits: nil, fractionDigits: 1...2),
        range: ValueRange(decimal("0.30"), nil)), "p: Decimal(fraction: 1...2) in 0.3..."
    ),
  ])
  func aDefinitionIsWrittenAsACommandWritesIt(property: Property, definition: String) throws {
    try expectEqual(property.consistent().definition, definition)
  }
}

@Suite struct RecordTypeTests {
  @Test(arguments: ["history", "History", "wb_x", "sqlite_x", "Text", "integer", ""])
  func aReservedNameIsRefused(name: String) {
    #expect(throws: DefinitionError.self) { try RecordType(name, [Property("a", .text)]) }
  }

  @Test func namesDifferInMoreThanCase() {
    #expect {
      try RecordType("T", [Property("age", .text), Property("Age", .text)])
    } throws: {
      ($0 as? DefinitionError)?.message == "Age differs from age only in case"
    }
  }

  @Test func aTypeHasOneKeyAtMost() {
    #expect(throws: DefinitionError.self) {
      try RecordType("T", [Property("a", .text, isKey: true), Property("b", .text, isKey: true)])
    }
  }

  @Test func theDefinitionIsTheCommand() throws {
    let type = try RecordType("T", [Property("a", .text, isKey: true), Property("b", .double)])
    expectEqual(type.definition, "define T {\n  a: Text key\n  b: Double\n}")
  }
}
