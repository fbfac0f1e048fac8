import RecordStore
import Records
import TestSupport
import Testing

@Suite struct OwnershipTests {
  private func store(_ types: [RecordType]) throws -> Store {
    let store = try openStore(
      .memory, definitions: DeclaredTypes(types), actor: "ann", clock: TestClock().tick)
    try store.write(TransactionEntry(.schema)) { tx in
      for type in types { try tx.define(type) }
    }
    return store
  }

  private func nodes() throws -> Store { try store(LinkModel.types()) }

  private func node(_ name: String, keep: RecordID? = nil) throws -> [Value?] {
    try LinkModel.types()[0].initialValues([
      "name": .text(name), "keep": keep.map { .reference($0) },
    ])
  }

  @discardableResult
  private func make(
    _ name: String, in owner: RecordID? = nil, at index: Int? = nil, _ store: Store
  ) throws -> RecordID {
    let place = owner.map { Store.ListPlace($0, "kids", at: index) }
    return try store.write(TransactionEntry(command: "new")) { tx in
      RecordID("Node", try tx.create("Node", try node(name), in: place))
    }
  }

  private func kids(_ owner: RecordID, _ store: Store) throws -> Value? {
    try store.queries.values(of: owner)?[5]
  }

  private func references(_ ids: RecordID...) -> Value { .list(ids.map { .reference($0) }) }

  @Test func aListCanHoldRecordsOfItsOwnersType() throws {
    let store = try nodes()
    let root = try make("root", store)
    let (one, two) = (try make("one", in: root, store), try make("two", in: root, at: 0, store))
    let leaf = try make("leaf", in: one, store)
    try expectEqual(kids(root, store), references(two, one))
    try expectEqual(kids(one, store), references(leaf))
    var lists: [Value?] = []
    try store.queries.select(RecordQuery("Node")) { _, values in lists.append(values[5]) }
    expectEqual(lists, [references(two, one), references(leaf), .list([]), .list([])])
  }

  @Test func aRecordCannotBelongToWhatBelongsToIt() throws {
    let store = try nodes()
    let root = try make("root", store)
    let child = try make("child", in: root, store)
    let leaf = try make("leaf", in: child, store)
    func put(_ item: RecordID, into owner: RecordID) -> String? {
      failure {
        try store.write(TransactionEntry()) { tx in
          try tx.insert(item, in: Store.ListPlace(owner, "kids"))
        }
      }?.message
    }
    expectEqual(put(root, into: root), "Node/1 cannot be in one of its own lists")
    expectEqual(
      put(root, into: leaf), "Node/1 cannot be in a list of Node/3, which belongs to Node/1")
    expectEqual(put(child, into: root), "Node/2 is in Node/1.kids, and a record has only one owner")
    let other = try make("other", store)
    #expect(put(root, into: other) == nil)
    expectEqual(
      put(other, into: leaf), "Node/4 cannot be in a list of Node/3, which belongs to Node/4")
  }

  @Test func aHundredInsertionsAtOnePlaceFindRoom() throws {
    let store = try nodes()
    let root = try make("root", store)
    let (first, last) = (try make("first", in: root, store), try make("last", in: root, store))
    var between: [RecordID] = []
    for number in 0..<100 {
      between.insert(try make("\(number)", in: root, at: 1, store), at: 0)
    }
    let all = Value.list(([first] + between + [last]).map { .reference($0) })
    try expectEqual(kids(root, store), all)
    try expectEqual(store.check(), [])
    _ = try store.undoEngine.undo(100, entry: TransactionEntry(.undo))
    try expectEqual(kids(root, store), references(first, last))
    _ = try store.undoEngine.redo(100, entry: TransactionEntry(.redo))
    try expectEqual(kids(root, store), all)
    try expectEqual(store.check(), [])
  }

  @Test func anItemOfAnotherTypeIsNotTakenForTheOneWithItsNumber() throws {
    let store = try nodes()
    let root = try make("root", store)
    let kids = try [make("a", in: root, at: 0, store), make("b", in: root, at: 1, store)]
    let error = failure {
      try store.write(TransactionEntry()) { tx in
        try tx.reorder(
          Store.ListPlace(root, "kids"), as: [kids[1], RecordID("Other", kids[0].number)])
      }
    }
    expectEqual(error?.kind, .refused)
    try expectEqual(self.kids(root, store), references(kids[0], kids[1]))
  }

  @Test func aChainOfAnyLengthGoesTogetherAndComesBack() throws {
    let store = try nodes()
    // Deeper than SQLite's default limit of trigger recursion.
    let count = 1100
    let root = try make("root", store)
    try store.write(TransactionEntry(command: "chain")) { tx in
      var owner = root
      for number in 1..<count {
        let place = Store.ListPlace(owner, "kids")
        owner = RecordID(
          "Node", try tx.create("Node", try node("\(number)"), in: place))
      }
      // The last node keeps another one alive, which must not be deleted before the first.
      _ = try tx.create("Node", try node("more", keep: owner))
    }
    try expectEqual(store.rows.takenAlong(byDeleting: [root]).count, count + 1)
    try store.write(TransactionEntry(command: "delete")) { tx in try tx.delete(root) }
    try expectEqual(store.queries.count("Node", where: nil), 0)
    _ = try store.undoEngine.undo()
    try expectEqual(store.queries.count("Node", where: nil), count + 1)
    _ = try store.undoEngine.redo()
    try expectEqual(store.queries.count("Node", where: nil), 0)
    _ = try store.undoEngine.undo()
    try expectEqual(store.check(), [])
  }

  @Test func aLongChainStaysIfSomebodyNeedsItsEnd() throws {
    let store = try nodes()
    let root = try make("root", store)
    var owner = root
    try store.write(TransactionEntry()) { tx in
      for number in 1..<1100 {
        owner = RecordID(
          "Node",
          try tx.create("Node", try node("\(number)"), in: Store.ListPlace(owner, "kids")))
      }
    }
    let needy = try make("needy", store)
    try store.write(TransactionEntry()) { tx in
      try tx.update(needy, ["boss": .reference(owner)])
    }
    let error = failure {
      try store.write(TransactionEntry()) { tx in try tx.delete(root) }
    }
    expectEqual(
      error?.message,
      "Node/1 cannot be deleted: Node/1100 would be deleted with it, but is the boss of Node/1101")
    try expectEqual(store.queries.count("Node", where: nil), 1101)
    try expectEqual(store.check(), [])
  }

  /// Each of the three keeps the next alive, has other references to it, and has an item.
  @Test(arguments: [["keep"], ["keep", "lead"], ["keep", "boss"], ["keep", "lead", "boss"]])
  func aRingThatWentTogetherGoesAgainByRedo(names: [String]) throws {
    let store = try nodes()
    let ids = try ["a", "b", "c"].map { try make($0, store) }
    try store.write(TransactionEntry(command: "ring")) { tx in
      for (id, next) in zip(ids, ids.dropFirst() + ids.prefix(1)) {
        try tx.update(
          id, Dictionary(uniqueKeysWithValues: names.map { ($0, .reference(next)) }))
        _ = try tx.create(
          "Item", [.integer(1), .reference(next)], in: Store.ListPlace(id, "items"))
      }
    }
    let before = try ids.map { try store.queries.values(of: $0) }
    try store.write(TransactionEntry(command: "delete")) { tx in try tx.delete(ids[0]) }
    try expectEqual(store.queries.count("Node", where: nil), 0)
    for _ in 0..<2 {
      _ = try store.undoEngine.undo()
      try expectEqual(ids.map { try store.queries.values(of: $0) }, before)
      try expectEqual(store.queries.count("Item", where: nil), 3)
      _ = try store.undoEngine.redo()
      try expectEqual(store.queries.count("Node", where: nil), 0)
      try expectEqual(store.queries.count("Item", where: nil), 0)
    }
    try expectEqual(store.check(), [])
  }

  @Test func twoListsCannotHaveOneColumnAmongTheirItems() throws {
    let item = try RecordType("Item", [Property("count", .integer)])
    let long = try RecordType("A_b", [Property("c", .records(of: "Item"), listRole: .owns)])
    let short = try RecordType("A", [Property("b_c", .records(of: "Item"), listRole: .owns)])
    for types in [[item, long, short], [long, short, item], [short, item, long]] {
      let error = failure { _ = try store(types) }
      expectEqual(error?.kind, .refused)
      expectEqual(
        error?.message.hasSuffix(
          "would share the column A_b_c_of of Item; choose another name"), true)
    }
  }

  @Test(arguments: ["Show_items_of", "show_ITEMS_at", "Show.items", "Show.items.at"])
  func anItemCannotHaveANameThatItsListTakes(name: String) throws {
    let item = try RecordType("Item", [Property(name, .integer)])
    let show = try RecordType("Show", [Property("items", .records(of: "Item"), listRole: .owns)])
    expectEqual(failure { _ = try store([item, show]) }?.property, "items")
    expectEqual(failure { _ = try store([show, item]) }?.property, name)
  }
}
