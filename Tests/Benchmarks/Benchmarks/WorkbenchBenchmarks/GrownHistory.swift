import Foundation
import RecordStore
import Records

/// A file of people with a history of some length, of ten changes each: five that made the record,
/// and five that changed one property each.
///
/// Every benchmark is a process of its own, so the file is left for the next one of the same run,
/// and removed by a later run.
struct GrownHistory {
  static let type = "Person"

  /// How many changes there are.
  let changes: Int
  private let path: String

  init(ofChanges changes: Int) throws {
    self.changes = changes
    let directory = try Self.directory()
    path = directory.appendingPathComponent("\(changes).db").path
    guard !FileManager.default.fileExists(atPath: path) else { return }
    let unfinished = directory.appendingPathComponent("\(changes)-unfinished.db").path
    try make(unfinished)
    try FileManager.default.moveItem(atPath: unfinished, toPath: path)
  }

  var records: Int { changes / 10 }

  /// One of the records; numbers in a row are of records far apart.
  func record(_ number: Int) -> RecordID { RecordID(Self.type, number * 7919 % records + 1) }

  func open() throws -> Store { try Self.open(path) }

  /// Opens a copy, which can be changed, and calls a closure with it.
  func withCopy(_ body: (Store) throws -> Void) throws {
    let copy = "\(path)-\(UUID())"
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    defer {
      for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: copy + end) }
    }
    let store = try Self.open(copy)
    defer { store.close() }
    try body(store)
  }

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

  private func make(_ path: String) throws {
    let store = try Self.open(path)
    defer { store.close() }
    try store.transaction(TransactionEntry(.schema)) { try store.define(Self.person()) }
    try inHundreds(of: store) { number in
      _ = try store.create(
        Self.type,
        [.text("P\(number)"), .integer(number % 90), .text("Bern"), .integer(1), nil, nil])
    }
    let edits: [(property: String, value: Value)] = [
      ("age", .integer(99)), ("city", .text("Basel")), ("salary", .integer(2)),
      ("nick", .text("x")), ("score", .integer(3)),
    ]
    for edit in edits {
      try inHundreds(of: store) { number in
        try store.update(RecordID(Self.type, number), [edit.property: edit.value])
      }
    }
  }

  private func inHundreds(of store: Store, _ body: (Int) throws -> Void) throws {
    for start in stride(from: 1, through: records, by: 100) {
      try store.transaction(TransactionEntry(command: "a command", source: "x.wb:1")) {
        for number in start..<start + 100 { try body(number) }
      }
    }
  }

  /// The directory of this run, named after the process that runs the benchmarks.
  private static func directory() throws -> URL {
    let prefix = "workbench-benchmarks-"
    let place = FileManager.default.temporaryDirectory
    for name in try FileManager.default.contentsOfDirectory(atPath: place.path) {
      guard name.hasPrefix(prefix), let process = Int32(name.dropFirst(prefix.count)),
        kill(process, 0) != 0
      else { continue }
      try? FileManager.default.removeItem(at: place.appendingPathComponent(name))
    }
    let directory = place.appendingPathComponent("\(prefix)\(getppid())")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    return directory
  }
}
