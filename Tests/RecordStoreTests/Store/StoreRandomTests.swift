import Foundation
import RecordStore
import Records
import TestSupport
import Testing

@Suite struct StoreRandomTests {
  struct Stop: Error {}

  private final class Run {
    let place: Place
    var store: Store
    let other: Foreigner
    let clock = TestClock()
    var random: Seeded
    /// After each transaction.
    var states: [Int: [String]] = [:]
    /// After each transaction.
    var records: [Int: [RecordID: [String: Value]]] = [:]
    var undone = 0

    init(seed: UInt64) throws {
      place = try Place()
      random = Seeded(seed: seed)
      // Another actor defines the type, so undo does not remove it.
      try personStore(.file(place.path), actor: "zoe", clock: clock).close()
      store = try openStore(.file(place.path), clock: clock)
      other = try Foreigner(place.path)
    }

    func pick<Element>(_ list: [Element]) -> Element {
      list[Int.random(in: 0..<list.count, using: &random)]
    }

    func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    func id() -> RecordID { RecordID("Person", Int.random(in: 1...12, using: &random)) }

    func name() -> String {
      pick(["Ann", "ann", "Bob", "Cid", "é", "è", "Dan", "Eve", "Fay"])
    }

    func decimal(_ text: String) -> Value? { ExactDecimal(text).map { .decimal($0) } }

    func values() -> [String: Value?] {
      let all: [String: Value?] = [
        "name": .text(name()), "age": pick([nil, .integer(0), .integer(150)]),
        "salary": decimal(pick(["0", "0.1", "-3.25"])),
        "weight": pick([nil, .double(1), .double(0.1)]), "active": .boolean(chance(50)),
        "code": pick([nil, .integer(1), .integer(2), .integer(3)]),
        "nick": pick([nil, .text("a"), .text("A")]),
        "balance": decimal(pick(["", "1.5", "12345678901234567890.1234"])),
      ]
      let names = all.keys.sorted().shuffled(using: &random)
      return all.filter { names.prefix(pick([1, 1, 2, 4])).contains($0.key) }
    }

    func change(by tx: borrowing WriteTransaction) throws {
      switch pick([0, 0, 1, 1, 1, 1, 2]) {
      case 0:
        let given = values()
        let type = try personType()
        _ = try tx.create(
          "Person", try type.initialValues(given.merging(["name": .text(name())]) { $1 }))
      case 1: try tx.update(id(), values())
      default: try tx.delete(id())
      }
    }

    /// A command that may fail in the middle.
    func command() throws {
      do {
        try store.write(TransactionEntry(command: "command")) { _ in
          for _ in 0..<pick([1, 1, 1, 2, 5]) {
            do {
              try store.write(TransactionEntry(command: "part")) { tx in
                try change(by: tx)
                if chance(10) { throw Stop() }
              }
            } catch is Stop {} catch let error as StoreError where error.kind != .engine {}
          }
          if chance(10) { throw Stop() }
        }
      } catch is Stop {}
    }

    func foreign() throws {
      let id = id().number
      let name = name().replacing("'", with: "''")
      let code = pick(["NULL", "1", "2", "3"])
      let sql = pick([
        "UPDATE Person SET age = coalesce(age, 0) + 1 WHERE age IS NULL OR age < 150",
        "UPDATE Person SET code = \(code) WHERE id = \(id)",
        "UPDATE OR REPLACE Person SET code = \(code), name = '\(name)' WHERE id >= \(id)",
        "UPDATE OR IGNORE Person SET name = '\(name)' WHERE id < \(id)",
        "INSERT OR REPLACE INTO Person(name, code) VALUES ('\(name)', \(code))",
        "INSERT OR REPLACE INTO Person(id, name, code) VALUES (\(id), '\(name)', \(code))",
        "INSERT OR REPLACE INTO Person(name, code) VALUES ('\(name)', 1), ('x', \(code)), ('y', 2)",
        "INSERT OR IGNORE INTO Person(name, code) VALUES ('\(name)', \(code))",
        "INSERT INTO Person(name) VALUES ('\(name)') ON CONFLICT DO UPDATE SET nick = 'up'",
        "DELETE FROM Person WHERE id = \(id)",
        "DELETE FROM Person WHERE code = \(code)",
        "BEGIN; UPDATE Person SET nick = 'b'; DELETE FROM Person WHERE id = \(id); ROLLBACK",
        "BEGIN; UPDATE Person SET nick = 'b'; DELETE FROM Person WHERE id = \(id); COMMIT",
        "REPLACE INTO Person SELECT * FROM Person WHERE id < \(id)",
        "UPDATE Person SET balance = '98765432109876543210.0001' WHERE id = \(id)",
        "UPDATE Person SET balance = '-0.0001' WHERE balance IS NOT NULL",
      ])
      do {
        try other.run(sql)
      } catch {
        try? other.run("ROLLBACK")
      }
      other.pause()
    }

    func reverse() throws {
      do {
        switch pick([0, 0, 0, 1, 1, 2, 3, 3, 4]) {
        case 3: try revert()
        case 4: try restore()
        case 0:
          undone += try store.undoEngine.undo(pick([1, 1, 2]), entry: TransactionEntry(.undo)).count
        case 1: _ = try store.undoEngine.redo(pick([1, 1, 2]), entry: TransactionEntry(.redo))
        default:
          guard let number = states.keys.sorted().suffix(6).randomElement(using: &random) else {
            return
          }
          undone += try store.undoEngine.undo(to: number, entry: TransactionEntry(.undo)).count
          let now = try contents(place.path)
          expectEqual(now, states[number], "undo to #\(number)")
        }
      } catch let error as StoreError where error.kind == .refused {}
    }

    /// Reverts any recent transaction, then undoes that, which must restore the state.
    func revert() throws {
      let recent = states.keys.sorted().suffix(12).filter { $0 > 1 }
      guard let number = recent.randomElement(using: &random) else { return }
      let before = try contents(place.path)
      let newest = try store.history.log(limit: 1).first?.transaction
      let obstacle = try store.undoEngine.obstacles(to: [number])[number]
      _ = try store.undoEngine.revert(number, entry: TransactionEntry())
      expectEqual(obstacle, nil)
      let reverted = try #require(try store.history.log(limit: 1).first).transaction
      // A command without effect is not in the log.
      guard reverted != newest else { return }
      try takeBack(reverted, "revert #\(number)", to: before)
    }

    /// Undoes the newest transaction in one of two ways, which must restore the state.
    func takeBack(_ newest: Int, _ command: String, to before: [String]) throws {
      if chance(50) {
        _ = try store.undoEngine.revert(newest, entry: TransactionEntry())
      } else {
        let undone = try store.undoEngine.undo(1, entry: TransactionEntry(.undo))
        expectEqual(undone.map(\.transaction), [newest], "undo after \(command)")
      }
      try expectEqual(contents(place.path), before, "\(command) taken back")
    }

    /// Restores the values of some records, whether they exist or not.
    func restore() throws {
      guard let number = records.keys.sorted().randomElement(using: &random),
        let state = records[number]
      else { return }
      let ids = state.keys.sorted { $0.number < $1.number }.filter { _ in chance(50) }
      let (before, newest) = (
        try contents(place.path), try store.history.log(limit: 1).first?.transaction
      )
      do {
        try store.write(TransactionEntry()) { tx in try tx.restore(ids, to: number) }
      } catch let error as StoreError where error.kind == .conflict {
        return
      }
      let now = try present()
      for id in ids { expectEqual(now[id], state[id], "restore \(id) to #\(number)") }
      let restored = try #require(try store.history.log(limit: 1).first).transaction
      if restored != newest, chance(50) {
        try takeBack(restored, "restore to #\(number)", to: before)
      }
    }

    func checkPast() throws {
      let names = try personType().properties.map(\.name)
      func named(_ values: [Value?]) -> [String: Value] {
        Dictionary(
          zip(names, values).compactMap { name, value in value.map { (name, $0) } },
          uniquingKeysWith: { first, _ in first })
      }
      for number in records.keys.sorted().shuffled(using: &random).prefix(6) {
        let state = records[number] ?? [:]
        let past = try store.past(at: number)
        // One by one first, because single reads use the cache of all records.
        for id in (1...12).map({ RecordID("Person", $0) }) {
          try expectEqual(past.queries.values(of: id).map(named), state[id], "\(id) at #\(number)")
        }
        if let name = state.values.first?["name"] {
          let found = try past.queries.find("Person", key: name)
          expectEqual(
            found.map { state[RecordID("Person", $0)]?["name"] }, name,
            "\(name) at #\(number): \(found ?? 0) \(state.filter { $0.value["name"] == name })")
        }
        let condition = try past.queries.compile(expression("code > 1"), for: "Person")
        var found: [RecordID: [String: Value]] = [:]
        try past.queries.select(RecordQuery("Person", where: condition)) { record, values in
          found[RecordID("Person", record)] = named(values)
        }
        let expected = state.filter { [.integer(2), .integer(3)].contains($0.value["code"]) }
        expectEqual(found, expected, "where at #\(number)")
        try expectEqual(
          past.queries.count("Person", where: nil), state.count, "count at #\(number)")
      }
    }

    func step() throws {
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<50: try command()
      case 50..<70: try foreign()
      case 70..<96: try reverse()
      case 96..<98: store = try openStore(.file(place.path), clock: clock)
      default:
        let tx = try store.begin(TransactionEntry())
        try command()
        if chance(50) { try tx.rollback() } else { try tx.commit(reason: "r") }
      }
      let newest = try store.history.log(limit: 1)[0].transaction
      states[newest] = try contents(place.path)
      records[newest] = try present()
    }

    func replay() throws -> [RecordID: [String: Value]] {
      var records: [RecordID: [String: Value]] = [:]
      for entry in try store.history.changes(of: .type("Person")) {
        switch entry.event {
        case .create:
          #expect(records[entry.record] == nil)
          records[entry.record] = [:]
        case .delete:
          expectEqual(records.removeValue(forKey: entry.record), [:])
        case .set, .erase:
          let property = try #require(entry.property)
          expectEqual(records[entry.record]?[property], entry.old)
          records[entry.record]?[property] = entry.new
        }
      }
      return records
    }

    func present() throws -> [RecordID: [String: Value]] {
      let names = try personType().properties.map(\.name)
      let ids = try other.rows("SELECT id FROM Person").compactMap { Int($0[0]) }
      var records: [RecordID: [String: Value]] = [:]
      for id in ids.map({ RecordID("Person", $0) }) {
        let values = try #require(try store.queries.values(of: id))
        records[id] = Dictionary(
          zip(names, values).compactMap { name, value in value.map { (name, $0) } },
          uniquingKeysWith: { first, _ in first })
      }
      return records
    }
  }

  @Test(arguments: 0..<(Seeded.isLong ? 8 : 4))
  func theHistoryReplayedGivesThePresent(number: Int) throws {
    let seed = Seeded.seed &+ UInt64(number)
    let run = try Run(seed: seed)
    for step in 1...(Seeded.isLong ? 10_000 : 120) {
      try run.step()
      guard step.isMultiple(of: Seeded.isLong ? 10 : 60) else { continue }
      try run.checkPast()
      if Seeded.isLong { run.records = [:] }
    }
    try expectEqual(run.replay(), run.present(), "seed \(seed)")
    try expectEqual(run.store.check(), [], "seed \(seed)")
    #expect(run.undone > 0, "seed \(seed)")
  }
}
