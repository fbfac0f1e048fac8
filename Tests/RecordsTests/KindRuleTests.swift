import Records
import TestSupport
import Testing

private func day(_ text: String) -> Value { .date((try? CalendarDate(reading: text))!) }
private func moment(_ text: String) -> Value { .dateTime(Instant(text)!) }
private let phone = (try? TextMask("+1 (000) 000-0000"))!
private let plate = (try? TextPattern("[A-Z]{2}-[0-9]{4}"))!
private let present = Present(
  now: Instant("2026-11-21T23:30:00Z")!, zoneOffset: 3_600_000)

@Suite struct KindRuleTests {
  @Test(
    arguments: [
      (Property("a", .date), Value.text("2026-11-21"), day("2026-11-21")),
      (
        Property("a", .dateTime), .text("2026-11-21T10:00:00+01:00"),
        moment("2026-11-21T09:00:00Z")
      ),
      (Property("a", .choice(["x", "y z"])), .text("y z"), .text("y z")),
      (Property("a", .hex(digits: 6)), .text("#ff00aa"), .text("FF00AA")),
      (Property("a", .hex(digits: 6)), .text(" 0xff00aa "), .text("FF00AA")),
      (Property("a", .hex(digits: 2)), .text("0X0x"), nil),
      (Property("a", .card), .text("4111 1111 1111 1111"), .text("4111111111111111")),
      (Property("a", .mask(phone)), .text("5551234567"), .text("+1 (555) 123-4567")),
      (Property("a", .text, pattern: plate), .text("AB-1234"), .text("AB-1234")),
    ] as [(Property, Value, Value?)])
  func aTextIsReadAsThePropertysKind(property: Property, given: Value, kept: Value?) throws {
    guard let kept else {
      #expect(throws: Violation.self) { try property.checked(given) }
      return
    }
    try expectEqual(property.checked(given), kept)
    try expectEqual(property.checked(kept), kept)
  }

  @Test(arguments: [
    (
      Property("a", .date), Value.text("2026-02-30"),
      "a cannot be \"2026-02-30\"; February 2026 has 28 days"
    ),
    (Property("a", .date), .integer(5), "a cannot be 5; expected a date such as 2026-11-21"),
    (
      Property("a", .date), moment("2026-11-21"),
      "a cannot be 2026-11-21T00:00:00.000Z; expected a date such as 2026-11-21"
    ),
    (
      Property("a", .dateTime), day("2026-11-21"),
      "a cannot be 2026-11-21; expected a date and time such as 2026-11-21T10:00:00Z"
    ),
    (Property("a", .text), day("2026-11-21"), "a cannot be 2026-11-21; expected a text"),
    (
      Property("a", .choice(["x", "y z"])), .text("z"), "a cannot be \"z\"; expected x or \"y z\""
    ),
    (Property("a", .choice(["x"])), .boolean(true), "a cannot be true; expected x"),
    (
      Property("a", .hex(digits: 6)), .text("12345"),
      "a cannot be \"12345\"; expected exactly 6 hexadecimal digits, not 5"
    ),
    (
      Property("a", .hex(digits: 1)), .text("G"),
      "a cannot be \"G\"; expected exactly 1 hexadecimal digit; \"G\" is not one"
    ),
    (
      Property("a", .hex(digits: 6)), .integer(123_456),
      "a cannot be 123456; expected hexadecimal digits in quotation marks"
    ),
    (
      Property("a", .card), .text("4111 1111 1111 1112"),
      "a cannot be •••• 1112; the check digit does not match"
    ),
    (
      Property("a", .card), .integer(4_111_111_111_111_111),
      "a cannot be •••• 1111; expected a card number in quotation marks"
    ),
    (
      Property("a", .mask(phone)), .text("555"),
      "a cannot be \"555\"; expected the format +1 (000) 000-0000: the text is incomplete"
    ),
    (
      Property("a", .text, pattern: plate), .text("x"),
      "a must be 2 capital letters, \"-\" and 4 digits, not \"x\""
    ),
    (
      Property("a", .date, range: ValueRange(day("2026-01-01"), nil)), day("2025-12-31"),
      "a must be at least 2026-01-01, not 2025-12-31"
    ),
    (
      Property("a", .dateTime, range: ValueRange(nil, moment("2026-01-01"))),
      moment("2026-01-01T00:00:00.001Z"),
      "a must be at most 2026-01-01T00:00:00.000Z, not 2026-01-01T00:00:00.001Z"
    ),
    (
      Property("a", .integer), .decimal(ExactDecimal("9223372036854775808")!),
      "a cannot be 9223372036854775808; expected a 64-bit whole number, "
        + "-9223372036854775808 to 9223372036854775807"
    ),
  ])
  func aValueThatDoesNotFitIsRefusedWithTheReason(
    property: Property, value: Value, message: String
  ) {
    #expect {
      try property.checked(value)
    } throws: {
      ($0 as? Violation)?.message == message
    }
  }

  @Test(
    arguments: [
      (Property("a", .date, range: ValueRange(day("2026-02-01"), day("2026-01-01"))), .range),
      (Property("a", .date, range: ValueRange(.integer(1), nil)), .range),
      (Property("a", .dateTime, range: ValueRange(day("2026-01-01"), nil)), .range),
      (Property("a", .integer, range: ValueRange(day("2026-01-01"), nil)), .range),
      (Property("a", .choice(["x"]), range: ValueRange(.text("x"), nil)), .range),
      (
        Property("a", .date, range: ValueRange(day("2026-02-01"), nil), default: day("2026-01-31")),
        .initial
      ),
      (Property("a", .choice([])), .kind), (Property("a", .choice(["x", "x"])), .kind),
      (Property("a", .choice([""])), .kind), (Property("a", .choice(["a\0"])), .kind),
      (Property("a", .choice(["x"]), default: .text("y")), .initial),
      (Property("a", .hex(digits: 0)), .kind), (Property("a", .hex(digits: -1)), .kind),
      (Property("a", .hex(digits: 2), default: .text("F")), .initial),
      (Property("a", .hex(digits: 2), length: LengthRange(minimum: 2)), .length),
      (Property("a", .integer, pattern: plate), .pattern),
      (Property("a", .card, pattern: plate), .pattern),
      (Property("a", .text, pattern: plate, default: .text("x")), .initial),
      (Property("a", .text, unit: "€"), .unit), (Property("a", .date, unit: "d"), .unit),
      (Property("a", .integer, unit: ""), .unit), (Property("a", .integer, unit: " €"), .unit),
      (Property("a", .integer, unit: "a\nb"), .unit),
      (Property("a", .text, prefix: "$"), .prefix),
      (Property("a", .integer, prefix: "$ "), .prefix),
      (Property("a", .text, isGrouped: true), .grouping),
      (Property("a", .double, isGrouped: true), .grouping),
      (Property("a", .integer, default: .today), .initial),
      (Property("a", .dateTime, default: .today), .initial),
      (Property("a", .date, default: .now), .initial),
      (Property("a", .date, isKey: true), nil), (Property("a", .card, isKey: true), nil),
    ] as [(Property, DefinitionError.Part?)])
  func aPropertyThatContradictsItselfIsRefusedAtThePart(
    property: Property, part: DefinitionError.Part?
  ) {
    #expect {
      try property.consistent()
    } throws: {
      guard let error = $0 as? DefinitionError else { return false }
      return error.part == part && error.property == "a"
    }
  }

  @Test(
    arguments: [
      (Property("", .text), .propertyWithoutName, "a property needs a name"),
      (
        Property("a", .date, isKey: true), .keyOfKind(.date),
        "a key must be a Text or an Integer, not Date"
      ),
      (
        Property("a", .integer, range: ValueRange(.integer(9), .integer(1))),
        .emptyRange(ValueRange(.integer(9), .integer(1))),
        "the range 9...1 is empty"
      ),
      (
        Property("a", .text, length: LengthRange(minimum: -1)),
        .impossibleLength(LengthRange(minimum: -1)), "no text has a length of -1..."
      ),
      (
        Property("a", .choice([])), .kind(Violation(kind: .value, .noChoices)),
        "a choice needs names, as in Choice(admin, editor)"
      ),
      (
        Property("a", .list(of: .decimal(integerDigits: 99, fractionDigits: nil))),
        .items(.digits(.decimal(integerDigits: 99, fractionDigits: nil), limit: 38)),
        "a Decimal can have 1 to 38 digits in all, at least one before the point"
      ),
    ] as [(Property, DefinitionError.Code, String)])
  func anErrorOfADefinitionHasACodeAndIsRenderedFromIt(
    property: Property, code: DefinitionError.Code, message: String
  ) {
    let error = #expect(throws: DefinitionError.self) { try property.consistent() }
    expectEqual(error?.code, code)
    expectEqual(error?.message, message)
  }

  @Test func anErrorOfATypeHasACode() {
    func code(_ name: String, _ properties: Property...) -> DefinitionError.Code? {
      #expect(throws: DefinitionError.self) { try RecordType(name, properties) }?.code
    }
    let (age, key) = (Property("age", .integer), Property("a", .text, isKey: true))
    expectEqual(code("T", age, age), .definedTwice("age"))
    expectEqual(code("T", age, Property("Age", .integer)), .differsInCase("Age", from: "age"))
    expectEqual(code("T", key, Property("b", .text, isKey: true)), .secondKey("a"))
    expectEqual(code("history", age), .reservedType("history"))
    expectEqual(code("Integer", age), .nameOfKind("Integer"))
    expectEqual(code("", age), .typeWithoutName)
  }

  @Test(arguments: [
    (
      Property("a", .date, isOptional: true, range: ValueRange(day("2026-01-01"), nil)),
      "a: Date? in 2026-01-01..."
    ),
    (Property("a", .date, default: .today), "a: Date = today"),
    (Property("a", .dateTime, default: .now), "a: DateTime = now"),
    (
      Property(
        "a", .dateTime,
        range: ValueRange(moment("2026-01-01"), moment("2026-12-31T23:59:59.999Z"))),
      "a: DateTime in 2026-01-01T00:00:00.000Z...2026-12-31T23:59:59.999Z"
    ),
    (
      Property("a", .choice(["x", "y z", "nil", "1", "ä"]), default: .text("y z")),
      "a: Choice(x, \"y z\", \"nil\", \"1\", ä) = \"y z\""
    ),
    (Property("a", .choice(["x"]), isUnique: true, default: .text("x")), "a: Choice(x) unique = x"),
    (Property("a", .hex(digits: 6), default: .text("#ff00aa")), "a: Hex(6) = \"FF00AA\""),
    (Property("a", .card), "a: Card"),
    (
      Property("a", .mask((try? TextMask("\\\"00"))!), isOptional: true), "a: Mask(\"\\\\\\\"00\")?"
    ),
    (
      Property(
        "a", .text, length: LengthRange(minimum: 1), pattern: plate, default: .text("AB-0000")),
      "a: Text length 1... matching /[A-Z]{2}-[0-9]{4}/ = \"AB-0000\""
    ),
    (
      Property("a", .integer, unit: "km/h", isGrouped: true, default: .integer(0)),
      "a: Integer = 0 unit \"km/h\" grouped"
    ),
    (
      Property("a", .integer, unit: "k", prefix: "$"),
      "a: Integer unit \"k\" prefix \"$\""
    ),
  ])
  func aDefinitionIsWrittenAsACommandWritesIt(property: Property, definition: String) throws {
    try expectEqual(property.consistent().definition, definition)
  }

  @Test(arguments: [
    Property("a", .date), Property("a", .dateTime), Property("a", .choice(["x"])),
    Property("a", .hex(digits: 2)), Property("a", .card), Property("a", .mask(phone)),
    Property("a", .text, pattern: plate),
  ])
  func aKindWithoutAZeroIsRequiredUnlessItIsOptional(property: Property) throws {
    #expect(property.isRequired)
    var optional = property
    optional.isOptional = true
    #expect(!optional.isRequired)
    let type = try RecordType("T", [property])
    #expect(throws: Violation.self) { try type.initialValues([:]) }
  }

  @Test func todayAndNowAreTakenFromTheClockOfTheUser() throws {
    let type = try RecordType(
      "T", [Property("a", .date, default: .today), Property("b", .dateTime, default: .now)])
    let values = try type.initialValues([:], at: present)
    expectEqual(values, [day("2026-11-22"), moment("2026-11-21T23:30:00Z")])
    #expect(type.properties.allSatisfy { !$0.isRequired && $0.defaultValue == nil })
    // Without a clock the values must be given.
    #expect(throws: Violation.self) { try type.initialValues([:]) }
    let record = try TypedRecord(type, ["a": day("2000-01-01"), "b": moment("2000-01-01")])
    expectEqual(record["a"], day("2000-01-01"))
  }

  @Test func aDateFromTheClockHasToBeInTheRangeToo() throws {
    let property = Property(
      "a", .date, range: ValueRange(nil, day("2026-11-21")), default: .today)
    let type = try RecordType("T", [property])
    #expect {
      try type.initialValues([:], at: present)
    } throws: {
      ($0 as? Violation)?.message == "a must be at most 2026-11-21, not 2026-11-22"
    }
  }

  @Test func aWrongChoiceComesWithTheNames() {
    #expect {
      try Property("a", .choice(["admin", "editor"])).checked(.text("admn"))
    } throws: {
      ($0 as? Violation)?.candidates == ["admin", "editor"]
    }
  }

  @Test func aPlainClassHasDatesToo() throws {
    let event = Event()
    expectEqual(event.property(named: "day"), Property("day", .date))
    expectEqual(event.property(named: "end"), Property("end", .dateTime, isOptional: true))
    try event.set("day", to: day("2026-11-21"))
    try event.set("end", to: moment("2026-11-21"))
    expectEqual(event.day.description, "2026-11-21")
    expectEqual(event.end, Instant("2026-11-21"))
    try event.set("end", to: nil)
    #expect(event.end == nil)
    #expect(throws: Violation.self) { try event.set("day", to: .text("2026-02-30")) }
  }
}

private final class Event: PropertySubject {
  let propertyChanged = PropertyChanged()
  @Observed var day = CalendarDate.epoch
  @Observed var end: Instant?
}
