import Foundation
import RecordStore
import Records
import TestSupport
import Testing

/// Random commands on lists of references, and statements of another program, compared with a plain
/// model.
@Suite struct ReferenceListRandomTests {
  private struct Model: Equatable {
    struct Group: Equatable {
      /// Numbers of people, by the name of the list.
      var lists: [String: [Int]] = ["crew": [], "must": [], "fate": []]
    }

    var people: Set<Int> = []
    var groups: [Int: Group] = [:]

    mutating func deletePerson(_ number: Int) -> Bool {
      guard people.contains(number) else { return false }
      let doomed = groups.filter { $1.lists["fate"]!.contains(number) }.keys
      for (group, it) in groups where !doomed.contains(group) {
        if it.lists["must"]!.contains(number) { return false }
      }
      for group in doomed { groups[group] = nil }
      for group in groups.keys { groups[group]!.lists["crew"]!.removeAll { $0 == number } }
      people.remove(number)
      return true
    }

    var contents: [RecordID: [Value?]] {
      func list(_ type: String, _ numbers: [Int]) -> Value {
        .list(numbers.map { .reference(RecordID(type, $0)) })
      }
      var contents: [RecordID: [Value?]] = [:]
      for (number, group) in groups {
        contents[RecordID("Group", number)] = ["crew", "must", "fate"].map {
          list("Person", group.lists[$0]!)
        }
      }
      for person in people {
        contents[RecordID("Person", person)] = ["crew", "must"].map { name in
          list("Group", groups.filter { $1.lists[name]!.contains(person) }.keys.sorted())
        }
      }
      return contents
    }
  }

  private final class Run {
    let place: Place
    let clock = TestClock()
    let store: Store
    var random: Seeded
    var model = Model()
    var undoable: [Model] = []
    var redoable: [Model] = []
    var states: [Int: Model] = [:]
    var refusals = 0

    init(seed: UInt64) throws {
      place = try Place()
      random = Seeded(seed: seed)
      let types = [
        try RecordType(
          "Group",
          [
            Property("crew", .records(of: "Person"), onDelete: .clear),
            Property("must", .records(of: "Person")),
            Property("fate", .records(of: "Person"), onDelete: .cascade),
          ]),
        try RecordType(
          "Person",
          [
            Property("crews", .records(of: "Group"), listRole: .inverse(of: "crew")),
            Property("musts", .records(of: "Group"), listRole: .inverse(of: "must")),
          ]),
      ]
      store = try openStore(
        .file(place.path), definitions: DeclaredTypes(types), actor: "ann", clock: clock.tick)
      try store.write(TransactionEntry(.schema)) { tx in
        for type in types { try tx.define(type) }
      }
    }

    func pick(_ numbers: some Collection<Int>) -> Int {
      Int.random(in: 0..<20, using: &random) == 0
        ? 900 : numbers.sorted().randomElement(using: &random) ?? 900
    }

    /// Must fail exactly when the model fails.
    func command(
      _ change: (inout Model) -> Bool, _ body: (borrowing WriteTransaction) throws -> Void
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
      undoable.append(model)
      redoable = []
      model = next
    }

    func reference(_ number: Int) -> Value { .reference(RecordID("Person", number)) }

    func change() throws {
      let (group, person) = (pick(model.groups.keys), pick(model.people))
      let name = ["crew", "must", "fate"].randomElement(using: &random)!
      let list = model.groups[group]?.lists[name] ?? []
      let index = Int.random(in: 0...list.count + 1, using: &random)
      func place(_ index: Int?) -> Store.ListPlace {
        Store.ListPlace(RecordID("Group", group), name, at: index)
      }
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<4:
        var made = 0
        try command { _ in
          true
        } _: { tx in
          made = try tx.create("Person", [.list([]), .list([])])
        }
        undoable.append(model)
        redoable = []
        model.people.insert(made)
      case 4..<6:
        let crew = Array(model.people.shuffled(using: &random).prefix(3))
        var made = 0
        try command { _ in
          true
        } _: { tx in
          made = try tx.create(
            "Group", [.list(crew.map(reference)), .list([]), .list([])])
        }
        undoable.append(model)
        redoable = []
        model.groups[made] = Model.Group(lists: ["crew": crew, "must": [], "fate": []])
      case 6..<11:
        try command { model in
          guard model.people.contains(person), model.groups[group] != nil, !list.contains(person),
            index <= list.count
          else { return false }
          model.groups[group]!.lists[name]!.insert(person, at: index)
          return true
        } _: { tx in
          try tx.insert(RecordID("Person", person), in: place(index))
        }
      case 11..<13:
        let to = Int.random(in: 0...list.count, using: &random)
        try command { model in
          guard list.indices.contains(index), list.indices.contains(to) else { return false }
          var next = list
          next.insert(next.remove(at: index), at: to)
          model.groups[group]!.lists[name] = next
          return true
        } _: { tx in
          try tx.move(place(index), to: to)
        }
      case 13..<15:
        try command { model in
          guard list.indices.contains(index) else { return false }
          model.groups[group]!.lists[name]!.remove(at: index)
          return true
        } _: { tx in
          try tx.remove(place(index))
        }
      case 15..<18:
        var next = Array(model.people.shuffled(using: &random).prefix(index))
        if next.count > 1, Int.random(in: 0..<8, using: &random) == 0 { next.append(next[0]) }
        try command { model in
          guard model.groups[group] != nil, Set(next).count == next.count else { return false }
          model.groups[group]!.lists[name] = next
          return true
        } _: { tx in
          try tx.update(
            RecordID("Group", group), name, to: .list(next.map(reference)))
        }
      case 18:
        try command {
          $0.deletePerson(person)
        } _: { tx in
          try tx.delete(RecordID("Person", person))
        }
      default:
        try command {
          $0.groups.removeValue(forKey: group) != nil
        } _: { tx in
          try tx.delete(RecordID("Group", group))
        }
      }
    }

    /// Another program inserts a person at the start of a list, or removes one.
    func writeFromOutside() throws {
      let (group, person) = (pick(model.groups.keys), pick(model.people))
      guard let list = model.groups[group]?.lists["crew"], model.people.contains(person) else {
        return
      }
      let other = try Foreigner(place.path)
      if list.contains(person) {
        try other.run("DELETE FROM Group_crew WHERE \"of\" = \(group) AND item = \(person)")
        model.groups[group]!.lists["crew"]!.removeAll { $0 == person }
      } else {
        let verb = Bool.random(using: &random) ? "INSERT" : "INSERT OR REPLACE"
        try other.run(
          "\(verb) INTO Group_crew(\"of\", \"at\", item) SELECT \(group), "
            + "coalesce(min(\"at\"), 0) - 1, \(person) FROM Group_crew WHERE \"of\" = \(group)")
        model.groups[group]!.lists["crew"]!.insert(person, at: 0)
      }
      (undoable, redoable) = ([], [])
    }

    func step() throws {
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<70: try change()
      case 70..<82:
        guard let before = undoable.popLast() else { return }
        _ = try store.undoEngine.undo()
        redoable.append(model)
        model = before
      case 82..<92:
        guard let next = redoable.popLast() else { return }
        _ = try store.undoEngine.redo()
        undoable.append(model)
        model = next
      default: try writeFromOutside()
      }
    }

    func contents(of store: Store) throws -> [RecordID: [Value?]] {
      var present: [RecordID: [Value?]] = [:]
      for type in ["Group", "Person"] {
        try store.queries.select(RecordQuery(type)) { number, values in
          present[RecordID(type, number)] = values
        }
      }
      return present
    }
  }

  /// A cascade runs when the store deletes the item, not when a foreign deletion is discovered.
  @Test func whoListedARecordThatAnotherProgramDeletedStays() throws {
    let run = try Run(seed: Seeded.seed)
    let (store, group) = (run.store, RecordID("Group", 1))
    try store.write(TransactionEntry()) { tx in
      for _ in 0..<2 { _ = try tx.create("Person", [.list([]), .list([])]) }
      _ = try tx.create(
        "Group", [.list([]), .list([]), .list([run.reference(1), run.reference(2)])])
    }
    // Without foreign keys and our triggers, nothing reacts to the deletion.
    let other = try Foreigner(run.place.path)
    try other.run("PRAGMA foreign_keys = OFF")
    let trigger = try other.rows(
      "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name GLOB 'wb_*_cascading'")[0][0]
    try other.run("DROP TRIGGER \(trigger)")
    try other.run("DELETE FROM Person WHERE id = 1")
    try store.write(TransactionEntry()) { tx in
      try tx.remove(Store.ListPlace(group, "fate", at: 0))
    }
    try expectEqual(store.queries.values(of: group)?[2], .list([run.reference(2)]))
    try expectEqual(store.check(), [])
    try store.write(TransactionEntry()) { tx in try tx.delete(RecordID("Person", 2)) }
    #expect(try store.queries.values(of: group) == nil)
  }

  @Test(arguments: (0..<3).map { Seeded.seed &+ $0 })
  func theStoreDoesWhatAPlainModelDoes(seed: UInt64) throws {
    let run = try Run(seed: seed)
    for step in 0..<120 {
      try run.step()
      try #require(
        try run.contents(of: run.store) == run.model.contents, "seed \(seed), step \(step)")
      if step % 40 == 39 { try expectEqual(run.store.check(), [], "seed \(seed), step \(step)") }
      if let newest = try run.store.history.log(limit: 1).first {
        run.states[newest.transaction] = run.model
      }
    }
    #expect(run.refusals > 0, "seed \(seed)")
    for (number, state) in run.states.shuffled(using: &run.random).prefix(12) {
      let past = try run.store.past(at: number)
      let one = RecordID("Group", run.pick(state.groups.keys))
      try expectEqual(past.queries.values(of: one), state.contents[one], "\(one) at #\(number)")
      try expectEqual(run.contents(of: past), state.contents, "seed \(seed), at #\(number)")
    }
  }
}
