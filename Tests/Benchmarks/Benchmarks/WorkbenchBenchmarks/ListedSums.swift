import Benchmark
import Foundation

/// `list` of 10,000 members with what each owes, a fee by reference less the sum of 50,000 payments
/// by an inverse, against the same SQL by hand in the `sqlite3` shell: at most three times as long.
func listedSums() {
  let once = Benchmark.Configuration(maxDuration: .seconds(10), maxIterations: 10)

  Benchmark("listed sums", configuration: once) { benchmark in
    guard let program = releaseProgram(benchmark) else { return }
    let database = try club(program, benchmark)
    try run(program, ["--no-init", database, "-c", "list Member name, owes"], benchmark)
  }

  Benchmark("listed sums: sqlite3", configuration: once) { benchmark in
    guard let program = releaseProgram(benchmark) else { return }
    let database = try club(program, benchmark)
    let sql = """
      SELECT m.id, m.name, round(f.yearly - coalesce(
        (SELECT sum(p.amount) FROM Payment AS p WHERE p.member = m.id), 0), 2)
      FROM Member AS m JOIN Fee AS f ON f.id = m.fee ORDER BY m.id
      """
    try run("/usr/bin/env", ["sqlite3", database, sql], benchmark)
  }
}

/// The path of a store with the members and payments, which is made once.
private func club(_ program: String, _ benchmark: Benchmark) throws -> String {
  let number = ProcessInfo.processInfo.processIdentifier
  let database = FileManager.default.temporaryDirectory
    .appendingPathComponent("club-\(number).db").path
  if FileManager.default.fileExists(atPath: database) { return database }
  let types = """
    define Fee { name: Text key, yearly: Decimal(integer: 4, fraction: 2) }
    define Payment { member: Member, amount: Decimal(integer: 4, fraction: 2) }
    define Member { name: Text key, fee: Fee, payments: [Payment] by member
      owes: Decimal(integer: 6, fraction: 2) := (fee.yearly - coalesce(sum(payments.amount), 0)) }
    new Fee name=Adult yearly=120
    """
  let records = """
    INSERT INTO Member(name, fee) WITH RECURSIVE c(i) AS
      (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 10000) SELECT 'member ' || i, 1 FROM c;
    INSERT INTO Payment(member, amount) WITH RECURSIVE c(i) AS
      (SELECT 0 UNION ALL SELECT i + 1 FROM c WHERE i < 49999)
      SELECT i % 10000 + 1, (i % 97) + 0.25 FROM c;
    """
  for command in [[program, "--no-init", database, "-c", types], ["sqlite3", database, records]] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
  }
  return database
}
