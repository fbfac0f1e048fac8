import Foundation
import Interactors
import RecordStore
import Records

/// Changes stored with their history, next to the plainest audit trigger, and what is read back.
func stores(_ table: Table) throws {
  table.begin(
    "Changes in a store",
    """
    One property set, with its history, in a store opened by the library; a peer makes the same
    changes by the C interface of SQLite, under the plainest trigger that keeps old and new value.
    """)
  let trigger = "audit trigger"
  for (count, most) in [(1, 2.0), (10, 1.7), (100, 1.6), (1000, 1.6)] {
    let name = count == 1 ? "1 change a transaction" : "\(count) changes a transaction"
    try table.compare(name, to: trigger, atMost: most) {
      let store = try people(1000)
      return try changing(count) { ages in
        try store.transaction(set) {
          for age in ages { try store.update(age % 1000 + 1, age: age % 1_000_000) }
        }
      }
    } _: {
      let peer = try AuditTrigger(people: 1000)
      return changing(count) { ages in
        peer.transaction {
          for age in ages { peer.update(age % 1000 + 1, age: age % 1_000_000) }
        }
      }
    }
  }
  try undo(table, trigger)
  try table.limit("a record of 6 properties loaded, with 6 labels", 50e-6) {
    let history = try GrownHistory.of(10_000)
    let store = try history.open()
    var number = 0
    return try least {
      number += 1
      guard let record = try store.record(history.record(number)) else { return }
      for property in record.type.properties {
        let label = LabelInteractor.label(record, property)
        label.events = LabelViewEvents { keep($0) }
        label.activate()
      }
    }
  }
}

private let set = TransactionEntry(command: "set Person/1.age 1", source: "x.wb:1")

/// What a change takes, so many in each transaction, and each to another age.
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
        try store.transaction(set) {
          for number in 1...count { try store.update(number, age: 1 + number) }
        }
      } _: {
        _ = try store.undo(1, entry: TransactionEntry(command: "undo"))
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

/// A store of so many people.
private func people(_ count: Int) throws -> Store {
  let age = Property("age", .integer, isOptional: true, range: 0...1_000_000)
  let type = try RecordType("Person", [Property("name", .text, isKey: true), age])
  let store = try Store(
    .file(Place.new()), definitions: DeclaredTypes([type]), actor: "benchmark", clock: { 0 })
  try store.transaction(TransactionEntry(.schema)) { try store.define(type) }
  try store.transaction(TransactionEntry()) {
    for number in 1...count { _ = try store.create("Person", [.text("P\(number)"), nil]) }
  }
  return store
}

extension Store {
  fileprivate func update(_ number: Int, age: Int) throws {
    try update(RecordID("Person", number), ["age": .integer(age)])
  }
}
