import CSQLite
import Foundation
import RecordStore
import Records
import SQLEngine
import Testing

/// In a temporary folder of its own, removed with the test.
final class Place {
  let folder: URL
  let path: String

  init(_ name: String = "store.db") throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "store-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appending(path: name).path
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }
}

/// Advances by a second at each reading, unless it is set.
final class TestClock {
  var now = 1_700_000_000_000
  var step = 1000

  func tick() -> Int {
    now += step
    return now
  }
}

extension Queries {
  func select(_ query: RecordQuery, _ row: (Int, [Value?]) throws -> Void) throws {
    let cursor = try select(query)
    while let (number, values) = try cursor.next() { try row(number, values) }
  }
}

func personType() throws -> RecordType {
  try RecordType(
    "Person",
    [
      Property("name", .text, isKey: true),
      Property("age", .integer, isOptional: true, range: ValueRange(.integer(0), .integer(150))),
      Property("salary", .decimal(integerDigits: 8, fractionDigits: 2...2)),
      Property("weight", .double, isOptional: true),
      Property("active", .boolean, default: .boolean(true)),
      Property("code", .integer, isOptional: true, isUnique: true),
      Property("nick", .text, isOptional: true, length: LengthRange(minimum: 1, maximum: 20)),
      Property("balance", .decimal(integerDigits: 20, fractionDigits: 4...4), isOptional: true),
    ])
}

/// Names that SQL could mistake for keywords.
func awkwardType() throws -> RecordType {
  try RecordType(
    "new",
    [
      Property("old", .text, isOptional: true, isUnique: true),
      Property("new", .text, isOptional: true),
      Property("rec", .integer, isOptional: true),
      Property("a \"b\" c", .text, default: .text("it's")),
      Property("select", .double, isOptional: true),
    ])
}

func person(
  _ name: String, age: Int? = nil, salary: String = "0", weight: Double? = nil,
  active: Bool = true, code: Int? = nil, nick: String? = nil, balance: String? = nil
) -> [Value?] {
  [
    .text(name), age.map { .integer($0) }, ExactDecimal(salary).map { .decimal($0) },
    weight.map { .double($0) }, .boolean(active), code.map { .integer($0) },
    nick.map { .text($0) }, balance.flatMap { ExactDecimal($0) }.map { .decimal($0) },
  ]
}

/// The engine under test: files, or a cluster with `WORKBENCH_ENGINE=cluster:DOOR`.
var engines: any EngineSource {
  let name = ProcessInfo.processInfo.environment["WORKBENCH_ENGINE"] ?? ""
  return name.hasPrefix("cluster:")
    ? ManyClusters(door: String(name.dropFirst(8))) : SQLiteSource()
}

extension Trait where Self == ConditionTrait {
  /// For tests of a store's file, which a cluster does not have.
  static var needsFile: Self { .disabled(if: isOnCluster, "it is about the file of a store") }
}

var isOnCluster: Bool { engines is ManyClusters }

/// The place of a store on the engine under test; an existing file stays a file.
func place(of location: Store.Location) -> Store.Location {
  guard isOnCluster else { return location }
  return switch location {
  case .memory: .cluster(UUID().uuidString)
  case .file(let path) where FileManager.default.fileExists(atPath: path): location
  case .file(let path): .cluster(path)
  case .cluster: location
  }
}

func openStore(
  _ location: Store.Location, options: Store.Options = Store.Options(),
  definitions: any DefinitionReader, actor: String = "ann", clock: @escaping () -> Int = { 0 }
) throws -> Store {
  try Store(
    place(of: location), options: options, definitions: definitions, actor: actor, clock: clock,
    engines: engines)
}

func openStore(
  _ location: Store.Location, actor: String = "ann", clock: TestClock = TestClock(),
  options: Store.Options = Store.Options()
) throws -> Store {
  try openStore(
    location, options: options,
    definitions: DeclaredTypes([try personType(), try awkwardType()]), actor: actor,
    clock: clock.tick)
}

func personStore(
  _ location: Store.Location = .memory, actor: String = "ann", clock: TestClock = TestClock()
) throws -> Store {
  let store = try openStore(location, actor: actor, clock: clock)
  try store.write(TransactionEntry(.schema, command: "define Person")) { tx in
    try tx.define(try personType())
  }
  return store
}

extension Store {
  @discardableResult
  func new(_ values: [Value?], command: String? = nil) throws -> RecordID {
    try write(TransactionEntry(command: command)) { tx in
      RecordID("Person", try tx.create("Person", values))
    }
  }

  func set(_ id: RecordID, _ values: [String: Value?], command: String? = nil) throws {
    try write(TransactionEntry(command: command)) { tx in try tx.update(id, values) }
  }
}

extension UndoEngine {
  func undo() throws -> [LogEntry] { try undo(1, entry: TransactionEntry(.undo, command: "undo")) }
  func redo() throws -> [LogEntry] { try redo(1, entry: TransactionEntry(.redo, command: "redo")) }
}

struct ForeignError: Error, CustomStringConvertible {
  var description: String
}

/// Another program: a plain connection to the file, without the store's knowledge.
final class Foreigner {
  let handle: OpaquePointer

  /// Cancels the test on a cluster, where there is no file.
  init(_ path: String) throws {
    if isOnCluster, !FileManager.default.fileExists(atPath: path) {
      try Test.cancel("another program opens the file of the store, and a cluster has none")
    }
    var handle: OpaquePointer?
    guard sqlite3_open(path, &handle) == SQLITE_OK, let handle else {
      throw ForeignError(description: "cannot open \(path)")
    }
    self.handle = handle
  }

  deinit {
    sqlite3_close_v2(handle)
  }

  func run(_ sql: String) throws {
    var message: UnsafeMutablePointer<CChar>?
    guard sqlite3_exec(handle, sql, nil, nil, &message) == SQLITE_OK else {
      defer { sqlite3_free(message) }
      throw ForeignError(description: message.map { String(cString: $0) } ?? "?")
    }
  }

  /// Values as SQLite quotes them, which shows their types.
  func rows(_ sql: String) throws -> [[String]] {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else {
      throw ForeignError(description: String(cString: sqlite3_errmsg(handle)))
    }
    defer { sqlite3_finalize(statement) }
    var rows: [[String]] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      rows.append(
        (0..<sqlite3_column_count(statement)).map { index in
          let type = sqlite3_column_type(statement, index)
          let text = sqlite3_column_text(statement, index).map { String(cString: $0) }
          return type == SQLITE_TEXT ? "'\(text ?? "")'" : text ?? "NULL"
        })
    }
    return rows
  }

  /// Until the clock's next millisecond, so that statements can be distinguished.
  func pause() { Thread.sleep(forTimeInterval: 0.003) }
}

/// All records, with values as SQLite quotes them, which shows their types.
func contents(_ path: String, _ tables: [String] = ["Person"]) throws -> [String] {
  let other = try Foreigner(path)
  return try tables.flatMap { table in
    try other.rows("SELECT * FROM \"\(table)\" ORDER BY id").map { "\(table): \($0)" }
  }
}

func failure(_ body: () throws -> Void) -> StoreError? {
  do {
    try body()
    return nil
  } catch let error as StoreError {
    return error
  } catch {
    return StoreError(.engine, "unexpected: \(error)")
  }
}
