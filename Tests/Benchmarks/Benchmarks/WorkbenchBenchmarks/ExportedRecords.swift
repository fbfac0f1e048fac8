import Benchmark
import Foundation

/// `export` of a million records of six properties, against the same rows written by the `sqlite3`
/// shell with `-csv`: at most twice as long.
func exportedRecords() {
  let once = Benchmark.Configuration(maxDuration: .seconds(30), maxIterations: 3)

  Benchmark("exported records", configuration: once) { benchmark in
    guard let program = releaseProgram(benchmark) else { return }
    let database = try readings(program)
    let file = database + ".csv"
    try? FileManager.default.removeItem(atPath: file)
    defer { try? FileManager.default.removeItem(atPath: file) }
    try run(program, ["--no-init", database, "-c", "export Reading to \"\(file)\""], benchmark)
  }

  Benchmark("exported records: sqlite3", configuration: once) { benchmark in
    guard let program = releaseProgram(benchmark) else { return }
    let database = try readings(program)
    let file = database + ".csv"
    defer { try? FileManager.default.removeItem(atPath: file) }
    let command = "sqlite3 -csv -header \"$0\" 'SELECT * FROM Reading ORDER BY id' > \"$1\""
    try run("/bin/sh", ["-c", command, database, file], benchmark)
  }
}

/// The path of a store with the records, which is made once.
private func readings(_ program: String) throws -> String {
  let number = ProcessInfo.processInfo.processIdentifier
  let database = FileManager.default.temporaryDirectory
    .appendingPathComponent("readings-\(number).db").path
  if FileManager.default.fileExists(atPath: database) { return database }
  let type = """
    define Reading { label: Text, day: Date, places: Integer, value: Decimal(integer: 5, fraction: 2)
      isValid: Boolean, notes: Text? }
    """
  let records = """
    INSERT INTO Reading(label, day, places, value, isValid, notes) WITH RECURSIVE c(i) AS
      (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 1000000)
      SELECT 'reading ' || i, date('2020-01-01', '+' || (i % 2000) || ' days'), i % 997,
        (i % 100000) / 4.0, i % 2, CASE WHEN i % 3 THEN 'taken by hand, "again"' END FROM c;
    """
  for command in [[program, "--no-init", database, "-c", type], ["sqlite3", database, records]] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
  }
  return database
}
