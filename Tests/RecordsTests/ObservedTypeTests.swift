import Records
import TestSupport
import Testing

private enum Size: String, CaseIterable, PropertyValue {
  case small
  case large = "very large"
}
private enum Level: Int, CaseIterable, PropertyValue {
  case low = 1
  case high = 5
}
private enum Side: CaseIterable, PropertyValue { case left, right }
private enum Status: Int, PropertyValue {
  case found = 200
  case missing = 404
  static var defaultValue: Status { .found }
}

private final class Thing: PropertySubject {
  let propertyChanged = PropertyChanged()
  @Observed var tags: [String] = []
  @Observed var marks: [Int] = [1, 2, 3]
  @Observed var size = Size.small
  @Observed var level: Level? = nil
  @Observed var side = Side.left
  @Observed var status = Status.found
  @Observed var byte: UInt8 = 1
  @Observed var short: Int16? = nil
  @Observed var natural: UInt = 1
  @Observed var wide: UInt64 = 1
  @Observed(in: 5...) var little: UInt8 = 5
  @Observed var ratio: Float = 0.1
  @Observed var double = 0.5
  @Observed var things: [Thing] = []
  // Named like methods of a subject.
  @Observed var set = 1
  @Observed var value = 2
  @Observed var violations = 3
}

@Suite struct ObservedTypeTests {
  private let thing = Thing()

  private func refusal(_ name: String, _ value: Value?) -> String? {
    do throws(Violation) {
      try thing.set(name, to: value)
      return nil
    } catch {
      return error.message
    }
  }

  private func changes(of body: () -> Void) -> [PropertyChange] {
    var changes: [PropertyChange] = []
    let handler = thing.propertyChanged.add { _, change in changes.append(change) }
    body()
    thing.propertyChanged -= handler
    return changes
  }

  @Test func anArrayOfValuesIsAList() throws {
    expectEqual(thing.property(named: "tags"), Property("tags", .list(of: .text)))
    try thing.set("tags", to: ["a", "b"])
    expectEqual(thing.tags, ["a", "b"])
    expectEqual(thing.value(of: "marks"), [1, 2, 3])
    expectEqual(refusal("marks", ["x"])?.hasPrefix("marks cannot be [\"x\"]"), true)
    let change = changes { thing.tags.append("c") }
    expectEqual(change, [PropertyChange(name: "tags", old: ["a", "b"], new: ["a", "b", "c"])])
  }

  @Test(
    arguments: [
      ([1, 2, 3], [1, 2, 3, 4], [.inserted(at: 3)]),
      ([1, 2, 3], [1, 3], [.removed(at: 1)]),
      ([1, 2, 3], [3, 1, 2], [.moved(from: 2, to: 0)]),
      ([1, 2, 3], [2, 3, 1], [.moved(from: 0, to: 2)]),
      ([1, 2, 3], [4, 3], [.removed(at: 1), .removed(at: 0), .inserted(at: 0)]),
      ([], [7], [.inserted(at: 0)]),
    ] as [([Int], [Int], [ListChange])])
  func aListTellsWhatBecameOfItsItems(old: [Int], new: [Int], steps: [ListChange]) {
    thing.marks = old
    expectEqual(changes { thing.marks = new }.map(\.listChanges), [steps])
  }

  /// All lists of up to four of three items, from each to each.
  @Test func anOptionalListThatWasNilHasGotAllItsItems() {
    final class Tagged: PropertySubject {
      let propertyChanged = PropertyChanged()
      @Observed var tags: [String]?
    }
    let tagged = Tagged()
    var told: [[ListChange]] = []
    tagged.propertyChanged.add { _, change in told.append(change.listChanges) }
    tagged.tags = ["a", "b"]
    tagged.tags = nil
    tagged.tags = []
    expectEqual(
      told, [[.inserted(at: 0), .inserted(at: 1)], [.removed(at: 1), .removed(at: 0)], []])
  }

  @Test func theStepsLeadFromOneListToTheOther() {
    var lists: [[Int]] = [[]]
    for list in (0..<4).reduce(
      into: [[[Int]]]([[[]]]),
      { lists, _ in
        lists.append(lists[lists.count - 1].flatMap { list in (1...3).map { list + [$0] } })
      }
    ).dropFirst().joined() { lists.append(list) }
    for old in lists {
      for new in lists where old != new {
        thing.marks = old
        // A step does not contain the inserted value, so nil is inserted.
        var list: [Int?] = old
        var count = 0
        for step in changes(of: { thing.marks = new })[0].listChanges {
          switch step {
          case .inserted(let place):
            list.insert(nil, at: place)
            count += 1
          case .removed(let place): list.remove(at: place)
          case .moved(let from, let to): list.insert(list.remove(at: from), at: to)
          }
        }
        expectEqual(list.count { $0 == nil }, count)
        #expect(list.count == new.count && zip(list, new).allSatisfy { $0 == nil || $0 == $1 })
      }
    }
  }

  @Test func aListOfObjectsTellsWhatBecameOfThem() {
    let things = [Thing(), Thing()]
    expectEqual(
      changes { thing.things = things }[0].listChanges, [.inserted(at: 0), .inserted(at: 1)])
    let swapped = changes { thing.things = things.reversed() }[0].listChanges
    #expect(swapped == [.moved(from: 0, to: 1)] || swapped == [.moved(from: 1, to: 0)])
    #expect(changes { thing.things = things.reversed() }.isEmpty)
    expectEqual(changes { thing.things.removeLast() }[0].listChanges, [.removed(at: 1)])
  }

  @Test func aChangeOfAListOfObjectsHasTheObjects() {
    let things = [Thing(), Thing()]
    var told: [ObjectsChange] = []
    let handler = thing.objectsChanged.add { _, change in told.append(change) }
    thing.things = things
    thing.things = [things[1]]
    thing.things = [things[1]]
    thing.marks = [1]
    expectEqual(told.map(\.name), ["things", "things"])
    expectEqual(
      told.map { $0.old.map(ObjectIdentifier.init) }, [[], things.map(ObjectIdentifier.init)])
    expectEqual(told[1].new.map(ObjectIdentifier.init), [ObjectIdentifier(things[1])])
    thing.objectsChanged -= handler
    thing.things = []
    expectEqual(told.count, 2)
  }

  @Test func anEnumerationIsAChoice() throws {
    expectEqual(thing.property(named: "size"), Property("size", .choice(["small", "very large"])))
    try thing.set("size", to: "very large")
    expectEqual(thing.size, .large)
    expectEqual(
      refusal("size", "huge"), "size cannot be \"huge\"; expected small or \"very large\"")
    expectEqual(
      thing.property(named: "level"), Property("level", .choice(["low", "high"]), isOptional: true))
    try thing.set("level", to: "high")
    expectEqual(thing.level, .high)
    expectEqual(thing.value(of: "side"), "left")
  }

  @Test func anEnumerationOfRawValuesHasThese() throws {
    expectEqual(thing.property(named: "status"), Property("status", .integer))
    try thing.set("status", to: 404)
    expectEqual(thing.status, .missing)
    expectEqual(refusal("status", 500), "status cannot be 500")
  }

  @Test func anIntegerHasTheRangeOfItsType() throws {
    expectEqual(thing.property(named: "byte"), Property("byte", .integer, range: 0...255))
    expectEqual(refusal("byte", 256), "byte must be 0…255, not 256")
    expectEqual(refusal("short", 40_000), "short must be -32768…32767, not 40000")
    expectEqual(refusal("natural", -1), "natural must be at least 0, not -1")
    expectEqual(thing.property(named: "little"), Property("little", .integer, range: 5...255))
    try thing.set("short", to: -32768)
    expectEqual(thing.short, .min)
  }

  @Test func anIntegerOfMoreThan63BitsIsToldOfAndNotTaken() {
    expectEqual(
      changes { thing.wide = .max }.map(\.new), [.decimal(ExactDecimal("18446744073709551615")!)])
    expectEqual(thing.violations().map(\.property), ["wide"])
  }

  @Test func aFloatHasTheDigitsThatItShows() throws {
    expectEqual(thing.value(of: "ratio"), .double(0.1))
    try thing.set("ratio", to: 0.25)
    expectEqual(thing.ratio, 0.25)
    expectEqual(refusal("ratio", .double(1e300))?.hasPrefix("ratio must be"), true)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, .signalingNaN])
  func whatIsNoFiniteNumberIsAssignedOnceAndNeverSet(number: Double) {
    expectEqual(changes { thing.double = number }.count, 1)
    #expect(changes { thing.double = number }.isEmpty)
    expectEqual(refusal("double", .double(number))?.hasPrefix("double cannot be"), true)
    expectEqual(thing.violations().map(\.property), ["double"])
    expectEqual(Set([Value.double(number), .double(number)]).count, 1)
  }

  @Test func aPropertyNamedLikeAMethodIsOneLikeOthers() throws {
    try thing.set("set", to: 4)
    try thing.set("violations", to: 5)
    #expect((thing.set, thing.violations) == (4, 5))
    expectEqual(thing.value(of: "value"), 2)
    expectEqual(thing.propertyName(of: \.violations), "violations")
    #expect(thing.violations().isEmpty)
  }
}
