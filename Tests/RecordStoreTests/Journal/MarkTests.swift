import RecordStore
import Records
import TestSupport
import Testing

@Suite struct MarkTests {
  private let existence = PropertyReference("Person")
  private let age = PropertyReference("Person", "age")

  @Test func changesAreThePropertiesAndTheTypesWithOtherRecords() throws {
    let store = try personStore()
    let id = try store.new(person("Ann", age: 3))
    var mark = try store.journal.mark()
    try expectEqual(store.journal.changes(since: &mark), [])
    try store.set(id, ["age": .integer(4)])
    try store.set(id, ["age": .integer(5)])
    try expectEqual(store.journal.changes(since: &mark), [age])
    try expectEqual(store.journal.changes(since: &mark), [])
    _ = try store.undoEngine.undo()
    try expectEqual(store.journal.changes(since: &mark), [age])
    try store.new(person("Bob"))
    let changes = try store.journal.changes(since: &mark)
    expectEqual(changes?.contains(existence), true)
    expectEqual(changes?.contains(age), false)
    try store.write(TransactionEntry()) { tx in try tx.delete(id) }
    try expectEqual(store.journal.changes(since: &mark)?.isSuperset(of: [existence, age]), true)
  }

  @Test func whatAMarkHasSeenAndIsTakenBackHasChangedAgain() throws {
    let store = try personStore()
    let id = try store.new(person("Ann", age: 3))
    var mark = try store.journal.mark()
    let tx = try store.begin(TransactionEntry())
    try tx.write.update(id, ["age": .integer(4)])
    try expectEqual(store.journal.changes(since: &mark), [age])
    try tx.rollback()
    try store.set(id, ["weight": .double(5)])
    try expectEqual(
      store.journal.changes(since: &mark), [age, PropertyReference("Person", "weight")])
    try expectEqual(store.journal.changes(since: &mark), [])
  }

  @Test func whatNobodyHasSeenIsTakenBackUnnoticed() throws {
    let store = try personStore()
    let id = try store.new(person("Ann", age: 3))
    var mark = try store.journal.mark()
    #expect(throws: StoreError.self) {
      try store.write(TransactionEntry()) { tx in
        try tx.update(id, ["age": .integer(4)])
        try tx.update(RecordID("Person", 9), ["age": .integer(4)])
      }
    }
    try expectEqual(store.journal.changes(since: &mark), [])
  }

  @Test func anotherProgramsChangesAreAmongThem() throws {
    let place = try Place()
    let store = try personStore(.file(place.path))
    try store.new(person("Ann", age: 3))
    var mark = try store.journal.mark()
    try Foreigner(place.path).run("UPDATE Person SET age = 4")
    try expectEqual(store.journal.changes(since: &mark), [age])
  }
}
