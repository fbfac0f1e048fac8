import Records
import TestSupport
import Testing

private class Creature: PropertySubject {
  let propertyChanged = PropertyChanged()
  @Observed var name: String = ""
}

private final class Person: Creature {
  @Observed var age: Int? = nil
  @Observed var height: ExactDecimal = .zero
  @Observed var twin: Int? = nil
}

private enum Light: String, PropertyValue {
  case on, off

  static var kind: PropertyKind { .text }
  static var defaultValue: Light { .off }
  var propertyValue: Value? { .text(rawValue) }

  init?(propertyValue: Value?) {
    guard case .text(let text) = propertyValue else { return nil }
    self.init(rawValue: text)
  }
}

private final class Switchboard: PropertySubject {
  let propertyChanged = PropertyChanged()
  @Observed var light: Light = .off
}

@Suite struct ObservedTests {
  @Test func aWriteRaisesTheEventWithNameAndBothValues() {
    let person = Person()
    var changes: [PropertyChange] = []
    person.propertyChanged.add { _, change in changes.append(change) }
    person.age = 4
    person.age = 42
    person.name = "Ada"
    expectEqual(
      changes,
      [
        PropertyChange(name: "age", old: nil, new: .integer(4)),
        PropertyChange(name: "age", old: .integer(4), new: .integer(42)),
        PropertyChange(name: "name", old: .text(""), new: .text("Ada")),
      ])
  }

  @Test func aWriteOfAnEqualValueIsSilent() {
    let person = Person()
    person.age = 4
    var calls = 0
    person.propertyChanged.add { _, _ in calls += 1 }
    person.age = 4
    expectEqual(calls, 0)
  }

  @Test func twoPropertiesOfOneTypeAreToldApart() {
    let person = Person()
    var names: [String?] = []
    person.propertyChanged.add { _, change in names.append(change.name) }
    person.twin = 1
    person.age = 1
    expectEqual(names, ["twin", "age"])
  }

  @Test func propertiesAreFoundByNameAlsoInherited() throws {
    let person = Person()
    try person.set("name", to: .text("Ada"))
    try person.set("age", to: .integer(36))
    expectEqual(person.name, "Ada")
    expectEqual(person.value(of: "age"), .integer(36))
    expectEqual(person.property(named: "age"), Property("age", .integer, isOptional: true))
    #expect(person.property(named: "nothing") == nil)
    try person.set("age", to: nil)
    #expect(person.age == nil)
  }

  @Test func whatDoesNotFitIsRefusedAndChangesNothing() {
    let person = Person()
    #expect(throws: Violation.self) { try person.set("age", to: .text("x")) }
    #expect(throws: Violation.self) { try person.set("name", to: nil) }
    #expect(throws: Violation.self) { try person.set("nothing", to: nil) }
    #expect(person.age == nil)
    expectEqual(person.name, "")
  }

  @Test func aValueThatTheTypeDoesNotKnowIsRefused() throws {
    let switchboard = Switchboard()
    try switchboard.set("light", to: .text("on"))
    #expect(throws: Violation.self) { try switchboard.set("light", to: .text("dim")) }
    expectEqual(switchboard.light, .on)
  }

  @Test func aHandlerMayWriteAgainAndTheLastWriteWins() {
    let person = Person()
    person.propertyChanged.add { _, _ in if let age = person.age, age > 100 { person.age = 100 } }
    var heard: [Value?] = []
    person.propertyChanged.add { _, change in heard.append(change.new) }
    person.age = 150
    expectEqual(person.age, 100)
    expectEqual(heard, [.integer(150), .integer(100)])
  }

  @Test func changesComeAsASequence() async {
    let person = Person()
    var changes = person.changes.makeAsyncIterator()
    person.age = 1
    person.age = 2
    await expectEqual(changes.next()?.new, .integer(1))
    await expectEqual(changes.next()?.new, .integer(2))
  }
}
