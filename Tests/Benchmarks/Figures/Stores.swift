import Foundation
import Interactors
import RecordStore
import Records

/// Changes stored with their history, compared with a minimal audit trigger, and reads.
func stores(_ table: Table) throws {
  table.begin(
    "Changes in a database",
    """
    Sets of one property, with their history, in a database that the library opened. The peer makes
    the same changes with the C interface of SQLite, the simplest trigger that keeps the old and the
    new value, and an index that finds the changes of a record, as this program does. Records have six properties. With 200,000 records, each change is far from the
    one before. With 1,000 records, all data is in memory, so the work for each change dominates.
    """)
  let trigger = "audit trigger"
  for records in [200_000, 1000] {
    for (count, most) in [(1, 2.0), (10, 1.7), (100, 1.6), (1000, 1.6)] {
      try changes(table, count, of: records, to: trigger, atMost: most)
    }
  }
  try undo(table, trigger)
  try table.limit("a record of 6 properties loaded, with 6 labels", 50e-6) {
    let history = try GrownHistory.of(10_000)
    let store = try history.open()
    var number = 0
    return try least {
      number += 1
      guard let record = try store.queries.record(history.record(number)) else { return }
      for property in record.type.properties {
        let label = LabelInteractor(record, property)
        label.events = LabelViewEvents { keep($0) }
        label.activate()
      }
    }
  }
}

private let set = TransactionEntry(command: "set Person/1.age 1", source: "x.wb:1")

private func changes(
  _ table: Table, _ count: Int, of records: Int, to peer: String, atMost most: Double
) throws {
  let changes = count == 1 ? "1 change" : "\(count) changes"
  // The factor is a prime, so that all records are used.
  func record(_ age: Int) -> Int { age * 7919 % records + 1 }
  try table.compare(
    "\(changes) a transaction, \(records) records", to: peer, atMost: most
  ) {
    let store = try people(records)
    return try changing(count) { ages in
      try store.write(set) { tx in
        for age in ages { try tx.update(record(age), age: age % 1_000_000) }
      }
    }
  } _: {
    let peer = try AuditTrigger(people: records)
    return changing(count) { ages in
      peer.transaction {
        for age in ages { peer.update(record(age), age: age % 1_000_000) }
      }
    }
  }
}

/// The time of one change; each change sets a different age.
///
/// - Parameter count: The number of changes in a transaction.
private func changing(
  _ count: Int, in transaction: (_ ages: Range<Int>) throws -> Void
) rethrows -> Double {
  var age = 0
  return try least {
    try transaction(age..<age + count)
    age += count
  } / Double(count)
}

private func undo(_ table: Table, _ trigger: String) throws {
  for (count, words, most) in [(1, "1 change", 12.0), (100_000, "100,000 changes", 4.0)] {
    try table.compare("undo of \(words)", to: "\(trigger), \(words)", atMost: most) {
      let store = try people(100_000)
      return try least(of: count == 1 ? 300 : 3) {
        try store.write(set) { tx in
          for number in 1...count { try tx.update(number, age: 1 + number) }
        }
      } _: {
        _ = try store.undoEngine.undo(1, entry: TransactionEntry(command: "undo"))
      }
    } _: {
      let peer = try AuditTrigger(people: 100_000)
      var age = 0
      return least(of: count == 1 ? 300 : 3) {
        age += 1
      } _: {
        peer.transaction { for number in 1...count { peer.update(number, age: age) } }
      }
    }
  }
}

private func people(_ count: Int) throws -> Store {
  let type = try RecordType(
    "Person",
    [
      Property("name", .text, isKey: true),
      Property("age", .integer, isOptional: true, range: 0...1_000_000),
      Property("city", .text, isOptional: true), Property("salary", .integer, isOptional: true),
      Property("nick", .text, isOptional: true), Property("score", .integer, isOptional: true),
    ])
  let store = try Store(
    .file(Place.new()), definitions: DeclaredTypes([type]), actor: "benchmark", clock: { 0 })
  try store.write(TransactionEntry(.schema)) { tx in try tx.define(type) }
  try store.write(TransactionEntry()) { tx in
    for number in 1...count {
      _ = try tx.create(
        "Person", [.text("P\(number)"), nil, .text("Bern"), .integer(1), nil, nil])
    }
  }
  return store
}

extension WriteTransaction {
  fileprivate func update(_ number: Int, age: Int) throws {
    try update(RecordID("Person", number), ["age": .integer(age)])
  }
}
