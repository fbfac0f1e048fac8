import Benchmark
import Foundation

/// Scripts against the `sqlite3` shell. Build the program first: `swift build -c release` at the top
/// of the package.
func scripts() {
  let configuration = Benchmark.Configuration(
    metrics: [.wallClock], warmupIterations: 1, maxDuration: .seconds(20), maxIterations: 9)
  sets(configuration)
  definitions(configuration)
}

/// 200,000 `set` commands, each an entry of the log, against as many UPDATEs in one transaction
/// under the plainest audit trigger.
private func sets(_ configuration: Benchmark.Configuration) {
  Benchmark("script of sets", configuration: configuration) { benchmark in
    guard let program = releaseProgram(benchmark) else { return }
    let folder = try Folder()
    let types = "define Person { name: Text; age: Integer? in 0...150 }\n"
    let people = (0..<records).map { "new Person name=\"P\($0)\"\n" }.joined()
    let made = try folder.write(types + people, to: "people.wb")
    let sets = updates().map { "set Person/\($0.record).age \($0.age)\n" }.joined()
    let script = try folder.write(sets, to: "sets.wb")
    let file = folder.path("people.db")
    try run(program, [file, "-f", made])
    benchmark.startMeasurement()
    try run(program, [file, "-f", script])
    benchmark.stopMeasurement()
  }

  Benchmark("script of sets: sqlite3 shell", configuration: configuration) { benchmark in
    let folder = try Folder()
    let people = (0..<records).map { "INSERT INTO Person(name) VALUES('P\($0)');\n" }.joined()
    let made = try folder.write(
      """
      PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
      CREATE TABLE Person(id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL,
        age INTEGER CHECK (age BETWEEN 0 AND 150)) STRICT;
      CREATE TABLE audit(seq INTEGER PRIMARY KEY, rec INTEGER, prop TEXT, old, new);
      CREATE TRIGGER audited AFTER UPDATE OF age ON Person WHEN old.age IS NOT new.age BEGIN
        INSERT INTO audit(rec, prop, old, new) VALUES (new.id, 'age', old.age, new.age);
      END;
      BEGIN;
      \(people)COMMIT;
      """, to: "people.sql")
    let sets = updates().map { "UPDATE Person SET age = \($0.age) WHERE id = \($0.record);\n" }
    let script = try folder.write("BEGIN;\n\(sets.joined())COMMIT;\n", to: "sets.sql")
    let file = folder.path("people.db")
    try run("/usr/bin/env", ["sqlite3", file, ".read \(made)"])
    benchmark.startMeasurement()
    try run("/usr/bin/env", ["sqlite3", file, ".read \(script)"])
    benchmark.stopMeasurement()
  }
}

/// The definitions of 480 types against what of them is SQLite's: the same tables and triggers in
/// one transaction.
private func definitions(_ configuration: Benchmark.Configuration) {
  let script = (0..<480).map {
    "define T\($0) { name: Text; age: Integer? in 0...150; note: Text? }\n"
  }.joined()

  Benchmark("script of definitions", configuration: configuration) { benchmark in
    guard let program = releaseProgram(benchmark) else { return }
    let folder = try Folder()
    let types = try folder.write(script, to: "types.wb")
    benchmark.startMeasurement()
    try run(program, [folder.path("types.db"), "-f", types])
    benchmark.stopMeasurement()
  }

  Benchmark("script of definitions: sqlite3 shell", configuration: configuration) { benchmark in
    guard let program = releaseProgram(benchmark) else { return }
    let folder = try Folder()
    let types = try folder.write(script, to: "types.wb")
    try run(program, [folder.path("types.db"), "-f", types])
    let schema = folder.path("schema.sql")
    try run(
      "/usr/bin/env",
      [
        "sqlite3", folder.path("types.db"), ".output \(schema)", "SELECT 'BEGIN;'",
        "SELECT sql || ';' FROM sqlite_schema "
          + "WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid",
        "SELECT 'COMMIT;'",
      ])
    let copy = folder.path("copy.db")
    try run("/usr/bin/env", ["sqlite3", copy, "PRAGMA journal_mode = WAL"])
    benchmark.startMeasurement()
    try run("/usr/bin/env", ["sqlite3", copy, ".read \(schema)"])
    benchmark.stopMeasurement()
  }
}

private let records = 1000

/// What becomes of whom, the same in both: each changes something.
private func updates() -> [(record: Int, age: Int)] {
  var state: UInt64 = 7
  func next(below limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }
  var ages = [Int](repeating: -1, count: records)
  return (0..<200_000).map { _ in
    let record = next(below: records)
    var age = next(below: 151)
    if age == ages[record] { age = (age + 1) % 151 }
    ages[record] = age
    return (record + 1, age)
  }
}

private func run(_ program: String, _ arguments: [String]) throws {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: program)
  process.arguments = arguments
  process.standardOutput = FileHandle.nullDevice
  try process.run()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else { throw Failure(program: program) }
}

private struct Failure: Error {
  var program: String
}

/// A folder that goes with its last user.
private final class Folder {
  private let place = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")

  init() throws {
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: place) }

  func path(_ name: String) -> String { place.appending(path: name).path }

  func write(_ text: String, to name: String) throws -> String {
    try text.write(toFile: path(name), atomically: false, encoding: .utf8)
    return path(name)
  }
}
