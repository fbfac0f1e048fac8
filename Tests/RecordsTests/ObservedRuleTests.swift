import Records
import TestSupport
import Testing

private final class Person: PropertySubject {
  let propertyChanged = PropertyChanged()
  @Observed(in: 5...9) var count = 5
  @Observed(in: 0...) var age: Int? = nil
  @Observed(in: 0...99.5, unit: "€", isGrouped: true, fractionDigits: 2...2)
  var price: ExactDecimal = 1
  @Observed(length: 1...20) var name = "Ada"
  @Observed(matching: "[A-Z]{2}[0-9]{4}") var code = "AB1234"
  @Observed(isCard: true) var card: String? = nil
  @Observed(as: .hex(digits: 6)) var colour = "FF8800"
  @Observed(mask: "000-AA") var plate: String? = nil
  @Observed(unit: "kg") var weight = 70
  @Observed(in: ...10.0) var ratio = 0.5
  @Observed var height: ExactDecimal = 0
}

/// Describes its property without rules at the property.
private final class Described: PropertySubject {
  let propertyChanged = PropertyChanged()
  @Observed var age = 1

  func property(named name: String) -> Property? {
    name == "age" ? Property("age", .integer, range: 0...150) : nil
  }
}

private final class Stay: RuledSubject {
  let propertyChanged = PropertyChanged()
  @Observed(in: 1...31) var arrival = 1
  @Observed(in: 1...31) var departure = 2
  @Observed var guests: [Guest] = []
  @Observed var partner: [Stay] = []

  static let rules = [
    ObjectRule<Stay>("order", "must end after it begins", about: \.departure, \.arrival) {
      $0.arrival < $0.departure
    },
    ObjectRule<Stay>("short", severity: .warn, about: \.departure) {
      $0.departure - $0.arrival < 15
    },
  ]
}

private final class Guest: PropertySubject {
  let propertyChanged = PropertyChanged()
  @Observed(in: 0...150) var age = 1
}

private class Base: RuledSubject {
  let propertyChanged = PropertyChanged()
  @Observed var size = 1

  static let rules = [ObjectRule<Base>("positive", about: \.size) { $0.size > 0 }]
}

private final class Derived: Base {}

@Suite struct ObservedRuleTests {
  private let person = Person()

  private func refusal(_ subject: some PropertySubject, _ name: String, _ value: Value?) -> String?
  {
    do throws(Violation) {
      try subject.set(name, to: value)
      return nil
    } catch {
      return error.message
    }
  }

  @Test func thePropertyIsDescribedWithItsRules() {
    expectEqual(person.property(named: "count"), Property("count", .integer, range: 5...9))
    expectEqual(
      person.property(named: "age"), Property("age", .integer, isOptional: true, range: 0...))
    expectEqual(
      person.property(named: "price"),
      Property(
        "price", .decimal(integerDigits: nil, fractionDigits: 2...2),
        range: ValueRange(.decimal(0), .decimal(99.5)), unit: "€", isGrouped: true))
    expectEqual(person.property(named: "name"), Property("name", .text, length: 1...20))
    expectEqual(person.property(named: "code")?.pattern?.source, "[A-Z]{2}[0-9]{4}")
    expectEqual(person.property(named: "card"), Property("card", .card, isOptional: true))
    expectEqual(person.property(named: "colour"), Property("colour", .hex(digits: 6)))
    expectEqual(person.property(named: "plate")?.kind.name, "Mask")
    expectEqual(person.property(named: "weight"), Property("weight", .integer, unit: "kg"))
    expectEqual(person.property(named: "ratio"), Property("ratio", .double, range: ...10.0))
  }

  @Test func setJudgesInTheWordsOfARecord() {
    expectEqual(refusal(person, "count", .integer(12)), "count must be 5…9, not 12")
    expectEqual(refusal(person, "age", .integer(-1)), "age must be at least 0, not -1")
    expectEqual(refusal(person, "name", .text("")), "name must have 1 to 20 characters, not 0")
    expectEqual(
      refusal(person, "code", .text("x")), "code must be 2 capital letters and 4 digits, not \"x\"")
    expectEqual(
      refusal(person, "price", .decimal(ExactDecimal("1.234")!)),
      "price can have at most 2 digits after the point, not 1.234")
    expectEqual(
      refusal(person, "colour", .text("red"))?.hasPrefix("colour cannot be \"red\""), true)
    expectEqual(person.count, 5)
  }

  @Test func setBringsTextsToTheirForm() throws {
    try person.set("card", to: .text("4111 1111 1111 1111"))
    try person.set("colour", to: .text("#aabbcc"))
    try person.set("plate", to: .text("123xy"))
    #expect((person.card, person.colour, person.plate) == ("4111111111111111", "AABBCC", "123-XY"))
  }

  @Test func digitsThatNobodyHasGivenDoNotLimit() throws {
    try person.set("height", to: .decimal(1.234567))
    expectEqual(person.height, 1.234567)
  }

  @Test func anAssignmentIsNotJudgedButToldOf() {
    person.count = 12
    expectEqual(person.count, 12)
    expectEqual(person.violations().map(\.message), ["count must be 5…9, not 12"])
    expectEqual(person.violations().map(\.property), ["count"])
    #expect(throws: Violation.self) { try person.validate() }
  }

  @Test func theRulesOfAnOverriddenDescriptionAreKept() {
    let described = Described()
    expectEqual(refusal(described, "age", .integer(200)), "age must be 0…150, not 200")
    expectEqual(described.age, 1)
  }

  @Test func anObjectIsJudgedByItsRules() throws {
    let stay = Stay()
    try stay.validate()
    stay.departure = 1
    expectEqual(
      stay.violations().map(\.message),
      ["breaks order, must end after it begins: departure is 1, arrival is 1"])
    expectEqual(stay.violations().map(\.property), ["departure"])
    #expect(stay.warnings().isEmpty)
    stay.departure = 30
    #expect(stay.violations().isEmpty)
    expectEqual(stay.warnings().map(\.message), ["breaks short: departure is 30"])
    try stay.validate()
  }

  @Test func whatIsInAListIsJudgedUnderItsPath() {
    let stay = Stay()
    stay.guests = [Guest(), Guest()]
    stay.guests[1].age = 151
    expectEqual(stay.violations().map(\.property), ["guests[1].age"])
    expectEqual(stay.violations().map(\.message), ["age must be 0…150, not 151"])
  }

  @Test func objectsThatHaveEachOtherAreJudgedOnce() {
    let (one, other) = (Stay(), Stay())
    (one.partner, other.partner) = ([other], [one])
    other.departure = 1
    expectEqual(one.violations().map(\.property), ["partner[0].departure"])
  }

  @Test func aSubclassKeepsTheRulesItInherits() {
    let derived = Derived()
    derived.size = 0
    expectEqual(derived.violations().map(\.property), ["size"])
  }

  @Test func aRecordWithoutAStoreIsJudgedToo() throws {
    let type = try RecordType("Person", [Property("age", .integer, range: 0...150)])
    let record = try TypedRecord(type)
    record.restore("age", to: .integer(200))
    expectEqual(record.violations().map(\.message), ["age must be 0…150, not 200"])
  }
}
