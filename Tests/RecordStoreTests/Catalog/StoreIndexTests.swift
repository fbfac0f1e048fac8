import RecordStore
import Records
import TestSupport
import Testing

@Suite struct StoreIndexTests {
  private func addIndex(_ property: String, in store: Store) throws {
    try store.write(TransactionEntry(command: "index Person.\(property)")) { tx in
      try tx.addIndex(of: property, in: "Person")
    }
  }

  private func indexes(_ store: Store) throws -> [SQLValue] {
    let cursor = try store.queries.sql(
      "SELECT name FROM sqlite_schema WHERE type = 'index' AND name GLOB 'wb_prop*' "
        + "AND sql NOT GLOB '*UNIQUE*' ORDER BY name")
    var names: [SQLValue] = []
    while let row = try cursor.next() { names += row }
    return names
  }

  @Test func anIndexIsUndoneAndDoneAgain() throws {
    let store = try personStore()
    try addIndex("age", in: store)
    expectEqual(store.schema.indexes(of: "Person"), ["age"])
    try expectEqual(indexes(store), [.text("wb_prop3")])
    _ = try store.undoEngine.undo(1, entry: TransactionEntry())
    expectEqual(store.schema.indexes(of: "Person"), [])
    try expectEqual(indexes(store), [])
    _ = try store.undoEngine.redo(1, entry: TransactionEntry())
    try expectEqual(indexes(store), [.text("wb_prop3")])
    try store.write(TransactionEntry()) { tx in try tx.dropIndex(of: "age", in: "Person") }
    try expectEqual(indexes(store), [])
    _ = try store.undoEngine.undo(1, entry: TransactionEntry())
    try expectEqual(indexes(store), [.text("wb_prop3")])
    try expectEqual(store.check(), [])
  }

  @Test func aRollbackTakesAnIndexAway() throws {
    let store = try personStore()
    let tx = try store.begin(TransactionEntry())
    try addIndex("age", in: store)
    try tx.rollback()
    expectEqual(store.schema.indexes(of: "Person"), [])
    try expectEqual(indexes(store), [])
  }

  @Test func anotherProgramSeesItAndItIsMadeAgainWhereOneHasDroppedIt() throws {
    let place = try Place()
    let store = try personStore(.file(place.path))
    let other = try openStore(.file(place.path), actor: "bob")
    try addIndex("age", in: store)
    #expect(try other.journal.refresh())
    expectEqual(other.schema.indexes(of: "Person"), ["age"])
    try Foreigner(place.path).run("DROP INDEX wb_prop3")
    try expectEqual(
      store.check().map(\.finding), ["another program has removed the index wb_prop3"])
    try store.new(person("Ann"))
    try expectEqual(store.check(), [])
    try expectEqual(indexes(store), [.text("wb_prop3")])
  }

  @Test(
    arguments: [
      ("name", "Person.name is a key, which already has an index"),
      ("code", "Person.code is unique and already has an index"),
      (
        "balance",
        "Person.balance has more than 15 digits; comparisons of such numbers cannot use an index"
      ),
    ])
  func anIndexOfNoUseIsRefused(property: String, message: String) throws {
    let store = try personStore()
    let error = failure { try addIndex(property, in: store) }
    expectEqual(error?.kind, .refused)
    expectEqual(error?.message, message)
  }
}
