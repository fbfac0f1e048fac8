import Foundation
import RecordStore
import Records
import TestSupport
import Testing

@Suite struct StoreUndoTests {
  @Test func undoAndUndoOfTheUndoRestoreEveryValue() throws {
    let place = try Place()
    let store = try personStore(.file(place.path))
    let id = try store.new(person("Ann", age: 1, weight: 1, nick: "x"))
    var states = [try contents(place.path)]
    let steps: [[String: Value?]] = [
      ["weight": .double(0.1)], ["weight": .double(0.1 + 2.0.ulp)], ["nick": Value?.none],
      ["nick": .text("a")], ["nick": .text("A")], ["nick": .text("é")],
      ["nick": .text("e\u{301}")], ["name": .text("ann")], ["age": Value?.none],
      ["balance": ExactDecimal("12345678901234567890.1234").map { .decimal($0) }],
      ["salary": ExactDecimal("0.30").map { .decimal($0) }, "active": .boolean(false)],
    ]
    for step in steps {
      try store.set(id, step)
      states.append(try contents(place.path))
    }
    for state in states.dropLast().reversed() {
      _ = try store.undoEngine.undo()
      try expectEqual(contents(place.path), state)
    }
    for state in states.dropFirst() {
      _ = try store.undoEngine.redo()
      try expectEqual(contents(place.path), state)
    }
    // A text that a program stores in another normal form is worth a warning.
    try expectEqual(store.check().filter { !$0.isWarning }, [])
  }

  @Test func whatAnotherProgramWroteComesBackBitForBit() throws {
    let place = try Place()
    let store = try personStore(.file(place.path))
    let id = try store.new(person("Ann"))
    let other = try Foreigner(place.path)
    try other.run(
      """
      UPDATE Person SET weight = 9e999, balance = 'junk', salary = 0.1 + 0.2,
        name = CAST(x'ff41' AS TEXT)
      """)
    let read = "SELECT weight, balance, salary = 0.1 + 0.2, hex(name) FROM Person"
    let before = try other.rows(read)
    let values = try #require(try store.queries.values(of: id))
    #expect(values[3] == .double(.infinity) && values[7] == .text("junk"))
    expectEqual(values[2], ExactDecimal("0.3").map { .decimal($0) })
    try store.write(TransactionEntry()) { tx in try tx.delete(id) }
    _ = try store.undoEngine.undo()
    try expectEqual(other.rows(read), before)
  }

  @Test func aCreatedRecordGoesAndComesBack() throws {
    let store = try personStore()
    let id = try store.new(person("Ann", age: 3), command: "new Person")
    try expectEqual(store.undoEngine.undo().map(\.command), ["new Person"])
    #expect(try store.queries.values(of: id) == nil)
    try expectEqual(store.undoEngine.redo().map(\.command), ["new Person"])
    try expectEqual(store.queries.values(of: id), person("Ann", age: 3))
    _ = try store.undoEngine.undo()
    #expect(try store.queries.values(of: id) == nil)
    try expectEqual(store.new(person("Bob")).number, 2)
    try expectEqual(store.check(), [])
  }

  @Test func undoTakesOneCommandAfterTheOther() throws {
    let store = try personStore()
    let id = try store.new(person("Ann", age: 1))
    for age in 2...5 { try store.set(id, ["age": .integer(age)], command: "set \(age)") }
    try expectEqual(store.undoEngine.undo().map(\.command), ["set 5"])
    let two = try store.undoEngine.undo(2, entry: TransactionEntry(.undo))
    expectEqual(two.map(\.command), ["set 4", "set 3"])
    try expectEqual(store.queries.values(of: id)?[1], .integer(2))
    try expectEqual(store.undoEngine.redo().map(\.command), ["set 3"])
    try expectEqual(store.undoEngine.undo().map(\.command), ["set 3"])
    let redone = try store.undoEngine.redo(3, entry: TransactionEntry(.redo))
    expectEqual(redone.map(\.command), ["set 3", "set 4", "set 5"])
    try expectEqual(store.queries.values(of: id)?[1], .integer(5))
    expectEqual(failure { _ = try store.undoEngine.redo() }?.kind, .refused)
    _ = try store.undoEngine.undo(4, entry: TransactionEntry(.undo))
    try expectEqual(store.queries.values(of: id)?[1], .integer(1))
    try expectEqual(store.check(), [])
  }

  @Test func redoIsPossibleUntilSomethingElseHappens() throws {
    let store = try personStore()
    let id = try store.new(person("Ann", age: 1))
    try store.set(id, ["age": .integer(2)])
    expectEqual(failure { _ = try store.undoEngine.redo() }?.message, "there is nothing to redo")
    _ = try store.undoEngine.undo()
    try store.set(id, ["nick": .text("x")])
    expectEqual(failure { _ = try store.undoEngine.redo() }?.kind, .refused)
  }

  @Test func theLogShowsWhatIsUndone() throws {
    let store = try personStore()
    let id = try store.new(person("Ann", age: 1))
    try store.set(id, ["age": .integer(2)])
    func undone() throws -> [Bool] { try store.history.log(limit: nil).reversed().map(\.isUndone) }
    try expectEqual(undone(), [false, false, false])
    _ = try store.undoEngine.undo()
    try expectEqual(undone(), [false, false, true, false])
    _ = try store.undoEngine.redo()
    try expectEqual(undone(), [false, false, false, true, false])
    _ = try store.undoEngine.undo()
    try expectEqual(undone(), [false, false, true, false, true, false])
    let log = try store.history.log(limit: 2)
    expectEqual(log.map(\.kind), [.undo, .redo])
    expectEqual(log.map(\.reference), [5, 4])
  }

  @Test func undoGoesOnAfterARestart() throws {
    let place = try Place()
    do {
      let store = try personStore(.file(place.path))
      let id = try store.new(person("Ann", age: 1))
      try store.set(id, ["age": .integer(2)])
      try store.set(id, ["age": .integer(3)])
      _ = try store.undoEngine.undo()
      store.close()
    }
    let store = try openStore(.file(place.path))
    _ = try store.undoEngine.undo()
    try expectEqual(store.queries.values(of: RecordID("Person", 1)), person("Ann", age: 1))
    _ = try store.undoEngine.redo(2, entry: TransactionEntry(.redo))
    try expectEqual(store.queries.values(of: RecordID("Person", 1)), person("Ann", age: 3))
  }

  @Test func aSwapOfUniqueValuesGoesBack() throws {
    let store = try personStore()
    let ann = try store.new(person("Ann", code: 1))
    let bob = try store.new(person("Bob", code: 2))
    try store.write(TransactionEntry(command: "swap")) { tx in
      try tx.update(ann, ["code": .integer(3)])
      try tx.update(bob, ["code": .integer(1)])
      try tx.update(ann, ["code": .integer(2)])
    }
    _ = try store.undoEngine.undo()
    try expectEqual(store.queries.values(of: ann), person("Ann", code: 1))
    try expectEqual(store.queries.values(of: bob), person("Bob", code: 2))
    _ = try store.undoEngine.redo()
    try expectEqual(store.queries.values(of: ann), person("Ann", code: 2))
    try expectEqual(store.check(), [])
  }

  @Test func aRecordMadeAndTakenAwayInOneCommandIsUndoneToo() throws {
    let store = try personStore()
    let ann = try store.new(person("Ann"), command: "first")
    try store.write(TransactionEntry(command: "vain")) { tx in
      let number = try tx.create("Person", person("Bob"))
      try tx.update(RecordID("Person", number), ["age": .integer(3)])
      try tx.delete(RecordID("Person", number))
    }
    try expectEqual(store.undoEngine.undo().map(\.command), ["vain"])
    try expectEqual(store.undoEngine.undo().map(\.command), ["first"])
    #expect(try store.queries.values(of: ann) == nil)
    let redone = try store.undoEngine.redo(2, entry: TransactionEntry(.redo))
    expectEqual(redone.map(\.command), ["first", "vain"])
    try expectEqual(store.undoEngine.undo().map(\.command), ["vain"])
    try expectEqual(store.check(), [])
  }

  @Test func anothersCommandWantsItsNumber() throws {
    let place = try Place()
    let store = try personStore(.file(place.path))
    let id = try store.new(person("Ann", age: 1))
    store.journal.actor = "bob"
    try store.set(id, ["age": .integer(2)], command: "set ann.age 2")
    store.journal.actor = "ann"
    let refused = failure { _ = try store.undoEngine.undo() }
    expectEqual(refused?.kind, .refused)
    expectEqual(refused?.message, "the last change is bob's, not yours: #3 (set ann.age 2)")
    expectEqual(
      refused?.hint,
      "`revert #2` undoes only your last change; `undo to #2` also undoes bob's change")
    try store.set(id, ["age": .integer(3)], command: "set ann.age 3")
    let farther = failure { _ = try store.undoEngine.undo(2, entry: TransactionEntry(.undo)) }
    expectEqual(farther?.message, "#3 (set ann.age 2) is bob's, not yours")
    try expectEqual(store.undoEngine.undo().map(\.transaction), [4])
    try expectEqual(
      store.undoEngine.undo(to: 2, entry: TransactionEntry(.undo)).map(\.transaction), [3])
    try expectEqual(store.queries.values(of: id)?[1], .integer(1))

    let other = try Foreigner(place.path)
    try other.run("UPDATE Person SET age = 5")
    let foreign = failure { _ = try store.undoEngine.undo() }
    expectEqual(foreign?.message, "the last change is another program's, not yours: #7")
    _ = try store.undoEngine.undo(to: 6, entry: TransactionEntry(.undo))
    // The actor's own command is next again.
    try expectEqual(store.undoEngine.undo().map(\.transaction), [2])
    try expectEqual(store.check(), [])
  }

  @Test func undoToATransactionRestoresItsState() throws {
    let place = try Place()
    let store = try personStore(.file(place.path))
    let id = try store.new(person("Ann", age: 1))
    var states: [Int: [String]] = [:]
    func note() throws {
      states[try store.history.log(limit: 1)[0].transaction] = try contents(place.path)
    }
    try note()
    try store.set(id, ["age": .integer(2)])
    try note()
    _ = try store.undoEngine.undo()
    try note()
    _ = try store.undoEngine.redo()
    try note()
    try store.new(person("Bob"))
    try note()
    _ = try store.undoEngine.undo()
    try note()
    for (number, state) in states.sorted(by: { $0.key > $1.key }).dropFirst() {
      do {
        _ = try store.undoEngine.undo(to: number, entry: TransactionEntry(.undo))
      } catch {
        #expect(error.message.hasPrefix("there is nothing to undo"))
      }
      try expectEqual(contents(place.path), state, "#\(number)")
    }
    expectEqual(
      failure { _ = try store.undoEngine.undo(to: 99, entry: TransactionEntry(.undo)) }?.kind, .name
    )
    try expectEqual(store.check(), [])
  }

  @Test func aLaterChangeInTheWayIsNamed() throws {
    let place = try Place()
    let store = try personStore(.file(place.path))
    let ann = try store.new(person("Ann", age: 1, code: 1))
    try store.set(ann, ["age": .integer(2), "code": .integer(2)], command: "set ann")
    // The conflicting change is recorded, and then hidden from plain undo.
    let before = try contents(place.path)
    let other = try Foreigner(place.path)
    try other.run("UPDATE Person SET age = 3")
    // Assigns the other transaction to this actor, so that undo is out of order.
    try other.run("UPDATE wb_tx SET actor = 1, kind = 2, ref = 1, cmd = 'x' WHERE id = 4")
    let refused = failure { _ = try store.undoEngine.undo() }
    expectEqual(refused?.kind, .refused)
    expectEqual(
      refused?.message,
      "#3 (set ann) cannot be undone: Person/1.age was changed by #4 (x), which is ann's")
    #expect(try contents(place.path) != before)
    try expectEqual(store.history.log(limit: nil).count, 4)
  }

  @Test func whatIsInTheWayOfARevertIsNamed() throws {
    // While changes are reversed, such lists are kept from deleting records.
    let members = Property("members", .records(of: "Person"), onDelete: .cascade)
    let types = [try personType(), try RecordType("Group", [members])]
    let store = try openStore(
      .memory, definitions: DeclaredTypes(types), actor: "ann", clock: { 0 })
    try store.write(TransactionEntry(.schema)) { tx in for type in types { try tx.define(type) } }
    let ann = try store.new(person("Ann", age: 1, code: 1))
    let bob = try store.new(person("Bob", age: 1))
    try store.set(ann, ["age": .integer(2)], command: "set ann.age 2")
    try store.set(ann, ["age": .integer(3)], command: "set ann.age 3")
    try store.set(ann, ["code": .integer(2)], command: "set ann.code 2")
    try store.set(bob, ["code": .integer(1)], command: "set bob.code 1")
    let expected = [
      (4, "#4 (set ann.age 2) cannot be undone: Person/1.age was changed by #5 (set ann.age 3)"),
      (
        6,
        "#6 (set ann.code 2) cannot be undone: Person/2 was given the same code by "
          + "#7 (set bob.code 1)"
      ),
    ]
    for (number, message) in expected {
      let refused = failure {
        _ = try store.undoEngine.revert(number, entry: TransactionEntry(.undo))
      }
      #expect(refused?.message.hasPrefix(message) == true, "\(refused?.message ?? "")")
    }
    try expectEqual(store.queries.values(of: ann), person("Ann", age: 3, code: 2))
    try expectEqual(store.history.log(limit: nil).count, 7)
    _ = try store.undoEngine.revert(5, entry: TransactionEntry(.undo))
    try expectEqual(store.queries.values(of: ann), person("Ann", age: 2, code: 2))
  }

  @Test func aValueGivenToAnotherSinceIsNamed() throws {
    let place = try Place()
    let store = try personStore(.file(place.path))
    let ann = try store.new(person("Ann", code: 1))
    let bob = try store.new(person("Bob"))
    try store.set(ann, ["code": .integer(2)], command: "set ann.code 2")
    try store.set(bob, ["code": .integer(1)], command: "set bob.code 1")
    let other = try Foreigner(place.path)
    try other.run("UPDATE wb_tx SET kind = 2, ref = 1 WHERE id = 5")
    let refused = failure { _ = try store.undoEngine.undo() }
    expectEqual(
      refused?.message,
      "#4 (set ann.code 2) cannot be undone: Person/2 was given the same code by "
        + "#5 (set bob.code 1), which is ann's")
    try expectEqual(store.queries.values(of: ann), person("Ann", code: 2))
  }

  @Test func aNewRecordThatWasChangedSinceStays() throws {
    let place = try Place()
    let store = try personStore(.file(place.path))
    let ann = try store.new(person("Ann"), command: "new Person")
    try store.set(ann, ["age": .integer(3)], command: "set ann.age 3")
    let other = try Foreigner(place.path)
    try other.run("UPDATE wb_tx SET kind = 2, ref = 1 WHERE id = 3")
    let refused = failure { _ = try store.undoEngine.undo() }
    expectEqual(
      refused?.message,
      "#2 (new Person) cannot be undone: Person/1.age was changed by "
        + "#3 (set ann.age 3), which is ann's")
    try expectEqual(store.queries.values(of: ann), person("Ann", age: 3))
  }

  @Test func aDefinitionWithLaterRecordsIsNotReverted() throws {
    let store = try personStore()
    try store.new(person("Ann"), command: "new Person")
    let refused = failure { _ = try store.undoEngine.revert(1, entry: TransactionEntry(.undo)) }
    expectEqual(
      refused?.message,
      "#1 (define Person) cannot be undone: its type would no longer exist, in "
        + "Person/1 (#2 (new Person), which is ann's)")
    _ = try store.undoEngine.undo(to: 0, entry: TransactionEntry(.undo))
    expectEqual(store.schema.types, [])
    _ = try store.undoEngine.redo(2, entry: TransactionEntry(.redo))
    try expectEqual(store.queries.values(of: RecordID("Person", 1)), person("Ann"))
    try expectEqual(store.check(), [])
  }

  @Test func ifOneOfManyCannotBeUndoneNoneIs() throws {
    let store = try personStore()
    let id = try store.new(person("Ann", age: 1))
    try store.set(id, ["age": .integer(2)])
    expectEqual(
      failure { _ = try store.undoEngine.undo(4, entry: TransactionEntry(.undo)) }?.kind, .refused)
    expectEqual(
      failure { _ = try store.undoEngine.undo(0, entry: TransactionEntry(.undo)) }?.kind, .refused)
    try expectEqual(store.queries.values(of: id)?[1], .integer(2))
    try expectEqual(store.history.log(limit: nil).count, 3)
    #expect(!store.journal.isInTransaction)
  }

  @Test func undoAndRedoAreRefusedInsideATransaction() throws {
    let store = try personStore()
    try store.new(person("Ann"))
    let tx = try store.begin(TransactionEntry())
    expectEqual(failure { _ = try store.undoEngine.undo() }?.kind, .refused)
    expectEqual(failure { _ = try store.undoEngine.redo() }?.kind, .refused)
    #expect(store.journal.isInTransaction)
    try tx.rollback()
  }
}
