import Foundation
import RecordStore
import Records
import TestSupport
import Testing

/// Random commands on records that refer to and own each other, compared with a plain model.
@Suite struct LinkRandomTests {
  private final class Run {
    let place: Place
    let types: [RecordType]
    let clock = TestClock()
    var store: Store
    var random: Seeded
    var model = LinkModel()
    var undoable: [LinkModel] = []
    var redoable: [LinkModel] = []
    var refusals = 0
    /// After each transaction.
    var states: [Int: LinkModel] = [:]

    init(seed: UInt64) throws {
      place = try Place()
      types = try LinkModel.types()
      random = Seeded(seed: seed)
      store = try Self.open(place, types, clock)
      try store.write(TransactionEntry(.schema)) { tx in
        for type in types { try tx.define(type) }
      }
    }

    static func open(_ place: Place, _ types: [RecordType], _ clock: TestClock) throws -> Store {
      try openStore(
        .file(place.path), definitions: DeclaredTypes(types), actor: "ann", clock: clock.tick)
    }

    func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    func pick<Element>(_ list: [Element]) -> Element {
      list[Int.random(in: 0..<list.count, using: &random)]
    }

    func node() -> Int {
      let numbers = model.nodes.keys.sorted()
      return numbers.isEmpty || chance(5) ? 900 : pick(numbers)
    }

    func item() -> Int {
      let numbers = model.items.keys.sorted()
      return numbers.isEmpty || chance(5) ? 900 : pick(numbers)
    }

    func reference() -> Int? { chance(50) ? nil : node() }

    func value(_ number: Int?) -> Value? { number.map { .reference(RecordID("Node", $0)) } }

    /// Must fail exactly when the model fails.
    func command(
      _ change: (inout LinkModel) -> Bool, _ body: (borrowing WriteTransaction) throws -> Void
    ) throws {
      var next = model
      let fits = change(&next)
      do {
        try store.write(TransactionEntry(command: "command"), body)
        #expect(fits, "the store does what the model refuses")
      } catch let error as StoreError where error.kind != .engine {
        #expect(!fits, "the store refuses what the model does: \(error.message)")
        refusals += 1
        return
      }
      guard fits, next != model else { return }
      if !store.journal.isInTransaction { done(model) }
      model = next
    }

    func done(_ before: LinkModel) {
      undoable.append(before)
      redoable = []
    }

    func create() throws {
      let isNode = chance(50)
      let type = isNode ? "Node" : "Item"
      let list = chance(60) ? pick(isNode ? ["kids"] : ["items", "spare"]) : nil
      let owner = node()
      let length = list.flatMap { LinkModel.lists[$0] }.map {
        model.nodes[owner]?[keyPath: $0].count ?? 0
      }
      let index =
        chance(50)
        ? nil : length.map { Int.random(in: 0...$0 + (chance(5) ? 1 : 0), using: &random) }
      let name = pick(["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"])
      let (boss, lead, keep) = (reference(), reference(), chance(70) ? nil : reference())
      var given: [String: Value?] = [
        "name": .text(name), "boss": value(boss), "lead": value(lead), "keep": value(keep),
      ]
      if !isNode { given = ["by": value(lead)] }
      let values = try types[isNode ? 0 : 1].initialValues(given)
      var number: Int?
      let place = list.map { Store.ListPlace(RecordID("Node", owner), $0, at: index) }
      // The store assigns the number, so the store is changed first.
      var next = model
      var fits = next.isNode(lead) && (list == nil || next.nodes[owner] != nil)
      if let index, let length, index > length { fits = false }
      if isNode {
        fits = fits && next.isNode(boss) && next.isNode(keep) && next.isFree(name, for: nil)
      }
      try command { _ in
        fits
      } _: { tx in
        number = try tx.create(type, values, in: place)
      }
      guard let number, fits else { return }
      if isNode {
        next.nodes[number] = LinkModel.Node(name: name, boss: boss, lead: lead, keep: keep)
      } else {
        next.items[number] = LinkModel.Item(by: lead)
      }
      if let list, let path = LinkModel.lists[list] {
        let end = next.nodes[owner]?[keyPath: path].count ?? 0
        next.nodes[owner]?[keyPath: path].insert(number, at: index ?? end)
      }
      if !store.journal.isInTransaction { done(model) }
      model = next
    }

    func set() throws {
      if chance(20) {
        let (number, count, by) = (item(), Int.random(in: 0...3, using: &random), reference())
        return try command { model in
          guard model.items[number] != nil, model.isNode(by) else { return false }
          model.items[number] = LinkModel.Item(count: count, by: by)
          return true
        } _: { tx in
          try tx.update(
            RecordID("Item", number), ["count": .integer(count), "by": value(by)])
        }
      }
      let number = node()
      let id = RecordID("Node", number)
      switch pick([0, 1, 2, 2, 3, 3, 4]) {
      case 0:
        let tags = pick([[], ["x"], ["é", "y\n\"", "z"], ["e\u{301}"]])
        try command { model in
          model.nodes[number]?.tags = tags
          return model.nodes[number] != nil
        } _: { tx in
          try tx.update(id, ["tags": .list(tags.map(Value.text))])
        }
      case 1:
        let name = pick(["a", "b", "k", "l"])
        try command { model in
          guard model.nodes[number] != nil, model.isFree(name, for: number) else { return false }
          model.nodes[number]?.name = name
          return true
        } _: { tx in
          try tx.update(id, ["name": .text(name)])
        }
      default:
        let paths: [String: WritableKeyPath<LinkModel.Node, Int?>] = [
          "boss": \.boss, "lead": \.lead, "keep": \.keep,
        ]
        let names = pick([["boss"], ["lead"], ["keep"], ["boss", "lead", "keep"]])
        let target = reference()
        try command { model in
          guard model.nodes[number] != nil, model.isNode(target) else { return false }
          for name in names {
            if let path = paths[name] { model.nodes[number]?[keyPath: path] = target }
          }
          return true
        } _: { tx in
          try tx.update(
            id, Dictionary(uniqueKeysWithValues: names.map { ($0, value(target)) }))
        }
      }
    }

    func delete() throws {
      let type = pick(["Node", "Item"])
      let number = type == "Node" ? node() : item()
      try command { model in
        let isThere = type == "Node" ? model.nodes[number] != nil : model.items[number] != nil
        return isThere && model.delete(type, number)
      } _: { tx in
        try tx.delete(RecordID(type, number))
      }
    }

    func list() throws {
      let name = pick(["kids", "items", "spare"])
      guard let path = LinkModel.lists[name] else { return }
      let type = name == "kids" ? "Node" : "Item"
      let owner = node()
      let count = model.nodes[owner]?[keyPath: path].count ?? 0
      let place = { index in Store.ListPlace(RecordID("Node", owner), name, at: index) }
      let last = count + (chance(5) ? 1 : 0)
      switch pick([0, 0, 1, 1, 1, 2]) {
      case 0:
        let number = type == "Node" ? node() : item()
        let index = chance(50) ? nil : Int.random(in: 0...last, using: &random)
        try command { model in
          let isThere = type == "Node" ? model.nodes[number] != nil : model.items[number] != nil
          guard isThere, model.nodes[owner] != nil,
            type == "Item" || !model.belongs(owner, to: number), index ?? 0 <= count
          else { return false }
          let other = name == "items" ? \LinkModel.Node.spare : \.items
          if name != "kids", let place = model.nodes[owner]?[keyPath: other].firstIndex(of: number)
          {
            model.nodes[owner]?[keyPath: other].remove(at: place)
          }
          guard model.owner(type, number) == nil else { return false }
          model.nodes[owner]?[keyPath: path].insert(number, at: index ?? count)
          return true
        } _: { tx in
          try tx.insert(RecordID(type, number), in: place(index))
        }
      case 1:
        let (from, to) = (
          Int.random(in: 0...last, using: &random), Int.random(in: 0...last, using: &random)
        )
        try command { model in
          guard let list = model.nodes[owner]?[keyPath: path], list.indices.contains(from),
            list.indices.contains(to)
          else { return false }
          let number = list[from]
          model.nodes[owner]?[keyPath: path].remove(at: from)
          model.nodes[owner]?[keyPath: path].insert(number, at: to)
          return true
        } _: { tx in
          try tx.move(place(from), to: to)
        }
      default:
        let index = Int.random(in: 0...last, using: &random)
        try command { model in
          guard let list = model.nodes[owner]?[keyPath: path], list.indices.contains(index)
          else { return false }
          return model.delete(type, list[index])
        } _: { tx in
          try tx.remove(place(index))
        }
      }
    }

    func change() throws {
      switch pick([0, 0, 0, 1, 1, 2, 3, 3, 3]) {
      case 0: try create()
      case 1: try set()
      case 2: try delete()
      default: try list()
      }
    }

    func step() throws {
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<60: try change()
      case 60..<75:
        // There is no other writer, so everything can be undone.
        guard let before = undoable.popLast() else { return }
        _ = try store.undoEngine.undo()
        redoable.append(model)
        model = before
      case 75..<87:
        guard let next = redoable.popLast() else { return }
        _ = try store.undoEngine.redo()
        undoable.append(model)
        model = next
      case 87..<97:
        let before = model
        let tx = try store.begin(TransactionEntry(command: "begin"))
        for _ in 0..<pick([2, 4, 8]) { try change() }
        if chance(30) {
          try tx.rollback()
          model = before
        } else if try tx.commit() != nil {
          done(before)
        }
      default:
        store.close()
        store = try Self.open(place, types, clock)
      }
    }

    func remember() throws {
      if let newest = try store.history.log(limit: 1).first { states[newest.transaction] = model }
    }

    func checkPast() throws {
      for number in states.keys.sorted().shuffled(using: &random).prefix(4) {
        let state = try #require(states[number])
        let past = try store.past(at: number)
        let one = RecordID("Node", node())
        try expectEqual(past.queries.values(of: one), state.contents[one], "\(one) at #\(number)")
        try expectEqual(contents(of: past), state.contents, "all at #\(number)")
        let differences = try store.history.differences(from: number, to: nil)
        if state.contents == model.contents {
          #expect(differences.allSatisfy { $0.property?.hasSuffix(".at") == true })
        }
      }
    }

    /// Restores all records to an earlier transaction, then undoes that.
    func restore() throws {
      guard let number = states.keys.sorted().randomElement(using: &random),
        let state = states[number]
      else { return }
      let newest = try store.history.log(limit: 1).first?.transaction
      do {
        let ids = state.contents.keys.sorted { ($0.type, $0.number) < ($1.type, $1.number) }
        try store.write(TransactionEntry()) { tx in try tx.restore(ids, to: number) }
      } catch let error as StoreError where [.conflict, .refused].contains(error.kind) {
        return
      }
      let now = try present()
      for (id, values) in state.contents { expectEqual(now[id], values, "\(id) of #\(number)") }
      guard try store.history.log(limit: 1).first?.transaction != newest else { return }
      _ = try store.undoEngine.undo()
      try expectEqual(present(), model.contents, "restored to #\(number) and back")
    }

    func present() throws -> [RecordID: [Value?]] { try contents(of: store) }

    /// Texts in other normal forms, which a program may store, are no damage.
    func damage() throws -> [IntegrityIssue] { try store.check().filter { !$0.isWarning } }

    func contents(of store: Store) throws -> [RecordID: [Value?]] {
      var present: [RecordID: [Value?]] = [:]
      for type in types where store.schema.type(named: type.name) != nil {
        try store.queries.select(RecordQuery(type.name)) { number, values in
          present[RecordID(type.name, number)] = values
        }
      }
      return present
    }
  }

  // In the first run a deletion clears references along a cycle, and is redone after an earlier
  // command.
  private static let seeds: [UInt64] =
    [126_585] + (0..<(Seeded.isLong ? 4 : 1)).map { Seeded.seed &+ $0 }

  @Test(arguments: seeds)
  func theStoreDoesWhatAPlainModelDoes(seed: UInt64) throws {
    let run = try Run(seed: seed)
    for step in 0..<160 {
      try run.step()
      try #require(try run.present() == run.model.contents, "seed \(seed), step \(step)")
      // Checking the whole history costs as much as a hundred steps.
      if step % 40 == 0 { try expectEqual(run.damage(), [], "seed \(seed), step \(step)") }
      try run.remember()
      if step % 40 == 39 { try run.checkPast() }
    }
    #expect(run.refusals > 0, "seed \(seed)")
    // Undoes everything, then redoes everything.
    let end = run.model
    let count = run.undoable.count
    for _ in 0..<count { _ = try run.store.undoEngine.undo() }
    try expectEqual(run.present(), (run.undoable.first ?? end).contents, "seed \(seed)")
    for _ in 0..<count { _ = try run.store.undoEngine.redo() }
    try expectEqual(run.present(), end.contents, "seed \(seed)")
    for _ in 0..<4 { try run.restore() }
    try expectEqual(run.damage(), [], "seed \(seed)")
  }
}
