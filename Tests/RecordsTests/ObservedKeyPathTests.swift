import Records
import TestSupport
import Testing

private class Creature: PropertySubject {
  let propertyChanged = PropertyChanged()
  @Observed var name = "Ada"
  @Observed private(set) var legs = 2
}

private final class Person: Creature {
  @Observed var age = 36
  @Observed var twin = 36
  @Observed var friends: [Person] = []
  var double: Int { age * 2 }
  var alias: Int {
    get { age }
    set { age = newValue }
  }
}

private final class Mirrored: PropertySubject, CustomReflectable {
  let propertyChanged = PropertyChanged()
  private(set) var reflections = 0
  @Observed var age = 36

  var customMirror: Mirror {
    reflections += 1
    return Mirror(self, children: ["_age": _age])
  }
}

/// Uses the event of another object.
private final class Twin: PropertySubject {
  let other: Person
  @Observed var name = "Twin"
  var propertyChanged: PropertyChanged { other.propertyChanged }

  init(_ other: Person) { self.other = other }
}

@Suite struct ObservedKeyPathTests {
  private let person = Person()

  @Test func aKeyPathHasTheNameOfItsProperty() {
    expectEqual(person.propertyName(of: \.age), "age")
    expectEqual(person.propertyName(of: \.twin), "twin")
    expectEqual(person.propertyName(of: \.friends), "friends")
  }

  @Test func aKeyPathOfAnInheritedPropertyHasItsNameToo() {
    expectEqual(person.propertyName(of: \.name), "name")
    expectEqual(person.propertyName(of: \.legs), "legs")
    expectEqual((person as Creature).propertyName(of: \.name), "name")
  }

  @Test func aKeyPathOfNoObservedPropertyTraps() async {
    await #expect(processExitsWith: .failure) { _ = Person().propertyName(of: \.double) }
    await #expect(processExitsWith: .failure) { _ = Person().propertyName(of: \.alias) }
    await #expect(processExitsWith: .failure) { _ = Person().propertyName(of: \.name.count) }
    await #expect(processExitsWith: .failure) {
      _ = try TypedRecord(RecordType("Person", [])).propertyName(of: \.number)
    }
  }

  @Test func aChangeCarriesTheKeyPathOfWhatWasWritten() {
    var paths: [AnyKeyPath?] = []
    person.propertyChanged.add { _, change in paths.append(change.keyPath) }
    person.age = 37
    person.name = "Lovelace"
    expectEqual(paths, [\Person.age, \Creature.name])
  }

  @Test func aChangeByNameConcernsTheKeyPathEvenIfItIsNotKnown() throws {
    let person = person
    var concerned: [Bool] = []
    person.propertyChanged.add { _, change in
      concerned.append(change.concerns(\.age, of: person))
      concerned.append(change.concerns(\.twin, of: person))
    }
    try person.set("age", to: .integer(37))
    expectEqual(concerned, [true, false])
  }

  @Test func anObjectIsReflectedOnce() throws {
    let mirrored = Mirrored()
    try mirrored.set("age", to: .integer(1))
    mirrored.age = 2
    expectEqual(mirrored.value(of: "age"), .integer(2))
    #expect(mirrored.property(named: "age") != nil)
    #expect(mirrored.property(named: "nothing") == nil)
    expectEqual(mirrored.reflections, 1)
  }

  @Test func objectsWithOneEventAreToldApart() throws {
    let twin = Twin(person)
    expectEqual(person.value(of: "name"), .text("Ada"))
    expectEqual(twin.value(of: "name"), .text("Twin"))
    try person.set("name", to: .text("Eve"))
    #expect((person.name, twin.name) == ("Eve", "Twin"))
  }
}
