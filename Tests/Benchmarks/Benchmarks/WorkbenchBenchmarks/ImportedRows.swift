import Benchmark
import Foundation

/// `import` of 200,000 rows of four columns, validated and with history, against `.import` of the
/// `sqlite3` shell into a table whose trigger records each value: at most one and a half times as
/// long.
func importedRows() {
  let once = Benchmark.Configuration(maxDuration: .seconds(20), maxIterations: 5)

  Benchmark("imported rows", configuration: once) { benchmark in
    guard let program = releaseProgram(benchmark) else { return }
    let file = try rows()
    let type =
      "define T { name: Text, amount: Decimal(integer: 6, fraction: 2), day: Date, note: Text }"
    let database = emptyDatabase("ours")
    try run(program, ["--no-init", database, "-c", type, "-c", "import \(file) into T"], benchmark)
  }

  Benchmark("imported rows: sqlite3", configuration: once) { benchmark in
    let file = try rows()
    let columns = ["name", "amount", "day", "note"]
    let values = columns.map {
      "INSERT INTO audit(at, rec, col, old, new) "
        + "VALUES(datetime('now'), NEW.rowid, '\($0)', NULL, NEW.\($0));"
    }
    let schema = """
      PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
      CREATE TABLE t(name TEXT, amount REAL, day TEXT, note TEXT);
      CREATE TABLE audit(seq INTEGER PRIMARY KEY, at TEXT, rec INTEGER, col TEXT, old, new);
      CREATE TRIGGER a AFTER INSERT ON t BEGIN \(values.joined(separator: " ")) END;
      """
    let arguments = [
      "sqlite3", emptyDatabase("sqlite"), schema, ".import --csv --skip 1 \(file) t",
    ]
    try run("/usr/bin/env", arguments, benchmark)
  }
}

private let folder = FileManager.default.temporaryDirectory

/// The path of a database that is not there.
private func emptyDatabase(_ name: String) -> String {
  let path = folder.appendingPathComponent("import-\(name)-\(getpid()).db").path
  for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + ending) }
  return path
}

/// The path of a file of 200,000 rows, which is made once.
private func rows() throws -> String {
  let path = folder.appendingPathComponent("import-\(getpid()).csv").path
  if FileManager.default.fileExists(atPath: path) { return path }
  var text = "name,amount,day,note\n"
  for number in 0..<200_000 {
    let (month, day) = (number % 12 + 1, number % 28 + 1)
    text += "name \(number),\(number % 9973).25,2026-\(month < 10 ? "0" : "")\(month)-"
    text += "\(day < 10 ? "0" : "")\(day),note number \(number % 1000) of some\n"
  }
  try text.write(toFile: path, atomically: true, encoding: .utf8)
  return path
}
