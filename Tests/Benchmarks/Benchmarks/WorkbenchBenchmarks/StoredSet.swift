import Benchmark
import Foundation
import PeerSQLite
import RecordStore
import Records

/// One `set` of a property, stored with its history in a transaction of its own, against the
/// plainest audit trigger: the same update with one row of old and new beside it.
func storedSet() {
  let thousand = Benchmark.Configuration(scalingFactor: .kilo)

  Benchmark("stored set", configuration: thousand) { benchmark in
    let path = temporaryPath()
    defer { remove(path) }
    let type = try RecordType(
      "Person",
      [
        Property("name", .text, isKey: true),
        Property("age", .integer, isOptional: true, range: ValueRange(.integer(0), nil)),
      ])
    let store = try Store(
      .file(path), definitions: DeclaredTypes([type]), actor: "benchmark", clock: { 0 })
    try store.transaction(TransactionEntry(.schema)) { try store.define(type) }
    let number = try store.transaction(TransactionEntry()) {
      try store.create("Person", [.text("Ada"), nil])
    }
    let id = RecordID("Person", number)
    benchmark.startMeasurement()
    for age in benchmark.scaledIterations {
      try store.transaction(TransactionEntry(command: "set ada.age 1", source: "x.wb:1")) {
        try store.update(id, ["age": .integer(age)])
      }
    }
    benchmark.stopMeasurement()
    store.close()
  }

  Benchmark("stored set: plain audit trigger", configuration: thousand) { benchmark in
    let path = temporaryPath()
    defer { remove(path) }
    var connection: OpaquePointer?
    sqlite3_open(path, &connection)
    defer { sqlite3_close(connection) }
    sqlite3_exec(
      connection,
      """
      PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
      CREATE TABLE Person(id INTEGER PRIMARY KEY, name TEXT, age INTEGER) STRICT;
      CREATE TABLE audit(seq INTEGER PRIMARY KEY, rec INTEGER, prop TEXT, old, new);
      CREATE TRIGGER audited AFTER UPDATE OF age ON Person WHEN old.age IS NOT new.age BEGIN
        INSERT INTO audit(rec, prop, old, new) VALUES (new.id, 'age', old.age, new.age);
      END;
      INSERT INTO Person(name) VALUES ('Ada');
      """, nil, nil, nil)
    var statement: OpaquePointer?
    sqlite3_prepare_v2(
      connection, "UPDATE Person SET age = ?1 WHERE id = 1", -1, &statement, nil)
    defer { sqlite3_finalize(statement) }
    benchmark.startMeasurement()
    for age in benchmark.scaledIterations {
      sqlite3_exec(connection, "BEGIN IMMEDIATE", nil, nil, nil)
      sqlite3_bind_int64(statement, 1, Int64(age))
      sqlite3_step(statement)
      sqlite3_reset(statement)
      sqlite3_exec(connection, "COMMIT", nil, nil, nil)
    }
    benchmark.stopMeasurement()
  }
}

private func temporaryPath() -> String {
  FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).db").path
}

private func remove(_ path: String) {
  for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
}
