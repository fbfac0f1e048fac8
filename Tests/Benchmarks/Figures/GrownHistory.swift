import Foundation
import RecordStore
import Records

/// A file of people with a history of ten changes each: five from creating the record, and one for
/// each of five properties.
final class GrownHistory {
  static let type = "Person"
  private nonisolated(unsafe) static var made: [Int: GrownHistory] = [:]

  static func of(_ changes: Int) throws -> GrownHistory {
    if let history = made[changes] { return history }
    let history = try GrownHistory(changes)
    made[changes] = history
    return history
  }

  private let path: String
  let records: Int

  private init(_ changes: Int) throws {
    path = try Place.new()
    records = changes / 10
    let store = try open()
    defer { store.close() }
    try store.write(TransactionEntry(.schema)) { tx in try tx.define(Self.person()) }
    try inHundreds(of: store) { tx, number in
      _ = try tx.create(
        Self.type,
        [.text("P\(number)"), .integer(number % 90), .text("Bern"), .integer(1), nil, nil])
    }
    let edits: [(property: String, value: Value)] = [
      ("age", .integer(99)), ("city", .text("Basel")), ("salary", .integer(2)),
      ("nick", .text("x")), ("score", .integer(3)),
    ]
    for edit in edits {
      try inHundreds(of: store) { tx, number in
        try tx.update(RecordID(Self.type, number), [edit.property: edit.value])
      }
    }
  }

  /// Consecutive numbers give records that are far apart.
  func record(_ number: Int) -> RecordID { RecordID(Self.type, number * 7919 % records + 1) }

  func key(_ number: Int) -> Value { .text("P\(record(number).number)") }

  func open() throws -> Store { try Self.open(path) }

  func openCopy() throws -> Store { try Self.open(Place.copy(of: path)) }

  private static func open(_ path: String) throws -> Store {
    try Store(
      .file(path), definitions: DeclaredTypes([person()]), actor: "benchmark", clock: { 0 })
  }

  private static func person() throws -> RecordType {
    try RecordType(
      type,
      [
        Property("name", .text, isKey: true), Property("age", .integer, isOptional: true),
        Property("city", .text, isOptional: true), Property("salary", .integer, isOptional: true),
        Property("nick", .text, isOptional: true), Property("score", .integer, isOptional: true),
      ])
  }

  private func inHundreds(of store: Store, _ body: (borrowing WriteTransaction, Int) throws -> Void)
    throws
  {
    for start in stride(from: 1, through: records, by: 100) {
      try store.write(TransactionEntry(command: "a command", source: "x.wb:1")) { tx in
        for number in start..<start + 100 { try body(tx, number) }
      }
    }
  }
}
