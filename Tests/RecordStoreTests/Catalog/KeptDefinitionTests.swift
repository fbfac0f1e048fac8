import RecordStore
import Records
import TestSupport
import Testing

@Suite struct KeptDefinitionTests {
  private func texts(_ store: Store) -> [String] { store.schema.keptDefinitions.map(\.text) }

  private func keep(_ text: String, replacing number: Int? = nil, in store: Store) throws {
    try store.write(TransactionEntry(command: text)) { tx in
      try tx.keep(.formatter, text, replacing: number)
    }
  }

  @Test func definitionsAreReadBackInTheirOrder() throws {
    let place = try Place()
    let store = try personStore(.file(place.path))
    try keep("formatter a", in: store)
    try keep("formatter b", in: store)
    try store.write(TransactionEntry()) { tx in try tx.keep(.screen, "screen s") }
    try keep("formatter a, again", replacing: 1, in: store)
    store.close()
    let again = try openStore(.file(place.path))
    expectEqual(Set(texts(again)), ["formatter a, again", "formatter b", "screen s"])
    expectEqual(
      again.schema.keptDefinitions.filter { $0.kind == .formatter }.map(\.number), [1, 2])
    try expectEqual(again.check(), [])
  }

  @Test func aNumberIsNeverUsedAgain() throws {
    let store = try personStore()
    try keep("formatter a", in: store)
    try store.write(TransactionEntry()) { tx in try tx.forget(.formatter, 1) }
    try keep("formatter b", in: store)
    expectEqual(store.schema.keptDefinitions.map(\.number), [2])
  }

  @Test func whatIsRolledBackWasNeverDefined() throws {
    let store = try personStore()
    try keep("formatter a", in: store)
    let tx = try store.begin(TransactionEntry())
    try store.write(TransactionEntry()) { tx in
      try tx.keep(.formatter, "formatter b", replacing: 1)
    }
    try tx.rollback()
    expectEqual(texts(store), ["formatter a"])
  }

  @Test func undoAndRedoTakeOneBackAfterTheOther() throws {
    let store = try personStore()
    try keep("formatter a", in: store)
    try keep("formatter b", replacing: 1, in: store)
    _ = try store.undoEngine.undo(2, entry: TransactionEntry())
    expectEqual(texts(store), [])
    _ = try store.undoEngine.redo(1, entry: TransactionEntry())
    expectEqual(texts(store), ["formatter a"])
    _ = try store.undoEngine.redo(1, entry: TransactionEntry())
    expectEqual(texts(store), ["formatter b"])
    try expectEqual(store.check(), [])
  }

  @Test func aTypeIsUndoneWithThem() throws {
    let store = try openStore(.memory)
    try store.write(TransactionEntry(command: "both")) { tx in
      try tx.define(try personType())
      try tx.keep(.formatter, "formatter a")
    }
    _ = try store.undoEngine.undo(1, entry: TransactionEntry())
    expectEqual(texts(store), [])
    expectEqual(store.schema.types, [])
    _ = try store.undoEngine.redo(1, entry: TransactionEntry())
    expectEqual(texts(store), ["formatter a"])
    expectEqual(store.schema.types, [try personType()])
  }

  @Test func anotherProgramSeesThem() throws {
    let place = try Place()
    let store = try personStore(.file(place.path))
    let other = try openStore(.file(place.path), actor: "bob")
    try keep("formatter a", in: store)
    #expect(try other.journal.refresh())
    expectEqual(texts(other), ["formatter a"])
    _ = try store.undoEngine.undo(1, entry: TransactionEntry())
    #expect(try other.journal.refresh())
    expectEqual(texts(other), [])
  }

  @Test func aNumberThatIsNotThereIsAnError() throws {
    let store = try personStore()
    expectEqual(failure { try keep("formatter a", replacing: 7, in: store) }?.kind, .name)
  }
}
