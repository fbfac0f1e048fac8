import RecordStore
import Records
import TestSupport
import Testing

@Suite struct PastTests {
  private func transaction(_ store: Store) throws -> Int {
    try #require(try store.history.log(limit: 1).first).transaction
  }

  @Test func whatReplaceOverwroteIsThereBeforeIt() throws {
    let place = try Place()
    let store = try personStore(.file(place.path))
    let id = try store.new(person("Ann", age: nil, nick: nil))
    let before = try transaction(store)
    let other = try Foreigner(place.path)
    try other.run("INSERT OR REPLACE INTO Person(id, name, age) VALUES (\(id.number), 'Bob', 3)")
    try expectEqual(store.queries.values(of: id)?[0], .text("Bob"))
    let past = try store.past(at: before)
    try expectEqual(past.queries.values(of: id), person("Ann", age: nil, nick: nil))
    try expectEqual(past.queries.find("Person", key: .text("Ann")), id.number)
    #expect(try past.queries.find("Person", key: .text("Bob")) == nil)
  }

  @Test func aPastStateHasTheTypesOfThenAndCannotBeChanged() throws {
    let store = try personStore()
    try store.new(person("Ann"))
    try store.write(TransactionEntry(.schema)) { tx in try tx.define(try awkwardType()) }
    let past = try store.past(at: 2)
    expectEqual(past.schema.types.map(\.name), ["Person"])
    let failure = failure { try past.write(TransactionEntry()) { _ in } }
    expectEqual(failure?.message, "a past state cannot be changed")
  }

  @Test func transactionsAndTimesThatAreNoneAreRefused() throws {
    let clock = TestClock()
    let store = try personStore(clock: clock)
    try store.new(person("Ann"))
    let at = try store.history.log(limit: nil).map(\.at)
    try expectEqual(store.history.transaction(at: .time(at[0])), 2)
    try expectEqual(store.history.transaction(at: .time(at[0] - 1)), 1)
    for number in [0, -1, 3] {
      expectEqual(failure { _ = try store.past(at: number) }?.kind, .name, "#\(number)")
    }
    expectEqual(failure { _ = try store.history.transaction(at: .time(at[1] - 1)) }?.kind, .name)
    expectEqual(failure { _ = try store.history.transaction(at: .time(.max)) }?.kind, .refused)
    // An open transaction has no state.
    let tx = try store.begin(TransactionEntry())
    _ = try tx.write.create("Person", person("Bob"))
    expectEqual(failure { _ = try store.past(at: 3) }?.kind, .name)
    try expectEqual(store.past(at: 2).queries.count("Person", where: nil), 1)
    try tx.rollback()
  }

  @Test func revertNamesWhatIsInTheWay() throws {
    let store = try personStore()
    let ann = try store.new(person("Ann", age: 1), command: "new Ann")
    try store.set(ann, ["age": .integer(2)], command: "set age 2")
    try store.set(ann, ["age": .integer(3)], command: "set age 3")
    try store.set(ann, ["nick": .text("x")], command: "set nick")
    func revert(_ number: Int) -> StoreError? {
      failure { _ = try store.undoEngine.revert(number, entry: TransactionEntry(.undo)) }
    }
    expectEqual(
      revert(3)?.message,
      "#3 (set age 2) cannot be undone: Person/1.age was changed by #4 (set age 3), "
        + "which is ann's")
    #expect(revert(4) == nil)
    #expect(revert(3) == nil)
    try expectEqual(store.queries.values(of: ann), person("Ann", age: 1, nick: "x"))
    expectEqual(
      revert(3)?.message,
      "#3 (set age 2) cannot be undone: Person/1.age was changed by #7, which is ann's")
    #expect(revert(7) == nil)
    try expectEqual(store.queries.values(of: ann)?[1], .integer(2))
    expectEqual(revert(99)?.kind, .name)
    try expectEqual(store.check(), [])
  }

  @Test func theCausesOfAValueGoBackToTheCommandThatSetIt() throws {
    let store = try personStore()
    let ann = try store.new(person("Ann", age: 1), command: "new")
    for age in 2...3 { try store.set(ann, ["age": .integer(age)], command: "set \(age)") }
    func commands(_ property: String) throws -> [String?] {
      try store.history.causes(of: property, of: ann).map(\.command)
    }
    try expectEqual(commands("age"), ["set 3"])
    _ = try store.undoEngine.undo()
    try expectEqual(commands("age"), ["set 2", "set 3", "undo"])
    _ = try store.undoEngine.undo()
    try expectEqual(commands("age"), ["new", "set 2", "undo"])
    _ = try store.undoEngine.redo()
    try expectEqual(commands("age"), ["set 2", "undo", "redo"])
    try expectEqual(commands("nick"), ["new"])
    _ = try store.undoEngine.revert(3, entry: TransactionEntry(command: "revert 3"))
    try expectEqual(commands("age"), ["new", "set 2", "undo", "redo", "revert 3"])
    _ = try store.undoEngine.undo()
    let blame = try store.history.blame(ann)
    expectEqual(blame.map(\.change?.transaction), [2, 9, 2, 2, 2, 2, 2, 2])
  }

  @Test func whatARestoredRecordLacksComesFromItsRestoration() throws {
    let store = try personStore()
    let ann = try store.new(person("Ann", age: 1, nick: "x"), command: "new")
    try store.set(ann, ["age": nil], command: "no age")
    try store.set(ann, ["age": .integer(2)], command: "set 2")
    try store.write(TransactionEntry(command: "delete")) { tx in try tx.delete(ann) }
    try store.write(TransactionEntry(command: "restore")) { tx in try tx.restore([ann], to: 3) }
    let age = try #require(try store.history.blame(ann).first { $0.property == "age" })
    #expect(age.value == nil && age.change?.transaction == 6)
    try expectEqual(store.history.causes(of: "age", of: ann).map(\.command), ["restore"])
    try expectEqual(store.history.causes(of: "nick", of: ann).map(\.command), ["restore"])
  }

  @Test func differencesLeaveOutWhatCameToNothing() throws {
    let store = try personStore()
    let ann = try store.new(person("Ann", age: 1))
    let bob = try store.new(person("Bob"))
    for age in [2, 1, 5] { try store.set(ann, ["age": .integer(age)]) }
    let cid = try store.new(person("Cid"))
    try store.write(TransactionEntry()) { tx in
      try tx.delete(cid)
      try tx.delete(bob)
    }
    func lines(_ start: Int, _ end: Int?) throws -> [String] {
      try store.history.differences(from: start, to: end).filter {
        $0.event != .set || $0.record == ann
      }
      .map {
        "\($0.record) \($0.event) \($0.old?.description ?? "-") \($0.new?.description ?? "-")"
      }
    }
    try expectEqual(lines(3, nil), ["Person/1 set 1 5", "Person/2 delete 1 -"])
    try expectEqual(lines(3, 5), [])
    try expectEqual(
      lines(7, 2), ["Person/1 set 5 1", "Person/2 delete 1 -", "Person/3 delete 1 -"])
  }

  @Test func aMoveAndADeletionWithItemsAreSeenBeforeAndAfterTheirUndo() throws {
    let types = try LinkModel.types()
    let store = try openStore(.memory, definitions: DeclaredTypes(types))
    try store.write(TransactionEntry(.schema)) { tx in
      for type in types { try tx.define(type) }
    }
    let node = RecordID("Node", 1)
    let first = Store.ListPlace(node, "items", at: 0)
    try store.write(TransactionEntry()) { tx in
      _ = try tx.create("Node", types[0].initialValues(["name": .text("a")]))
      for _ in 1...2 { _ = try tx.create("Item", types[1].initialValues([:]), in: first) }
    }
    try store.write(TransactionEntry()) { tx in try tx.move(first, to: 1) }
    try store.write(TransactionEntry()) { tx in try tx.delete(node) }
    _ = try store.undoEngine.undo()
    _ = try store.undoEngine.undo()
    func items(_ number: Int) throws -> [Value?] {
      let past = try store.past(at: number)
      let items = try past.queries.count("Item", where: nil)
      return [try past.queries.values(of: node)?[6], .integer(items)]
    }
    func list(_ numbers: Int...) -> Value {
      .list(numbers.map { .reference(RecordID("Item", $0)) })
    }
    let moved: [Value?] = [list(1, 2), .integer(2)]
    try expectEqual(items(2), [list(2, 1), .integer(2)])
    try expectEqual(items(3), moved)
    try expectEqual(items(4), [nil, .integer(0)])
    try expectEqual(items(5), moved)
    try expectEqual(items(6), items(2))
  }
}
