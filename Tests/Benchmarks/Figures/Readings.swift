import Foundation

/// A million records of six properties read, listed and written, compared with the `sqlite3` shell
/// on the same rows, and the memory that each needs.
func readings(_ table: Table) throws {
  table.begin(
    "Many records",
    """
    1,000,000 records of six properties, and the debts of 10,000 members: a fee that is read through
    a reference, minus the sum of the payments. There are 50,000 payments.
    """)
  let count = 1_000_000
  try table.compare("import", to: "sqlite3, audit trigger", atMost: 1.5) {
    try Readings.of(count).imported.processorTime
  } _: {
    try Readings.importBySQLite(of: count)
  }
  let list = "list Reading where value > 24000"
  try table.compare("list of 40,000 that a filter finds", to: "sqlite3", atMost: 3) {
    try Child.least { try Readings.of(count).run(list) }
  } _: {
    let sql = "SELECT * FROM Reading WHERE value > 24000 ORDER BY id"
    return try Child.least { try Child(sqlite3: ["-column", Readings.of(count).store, sql]) }
  }
  try table.compare("export to CSV", to: "sqlite3", atMost: 2) {
    try Child.least { try Readings.of(count).export() }
  } _: {
    let sql = "SELECT * FROM Reading ORDER BY id"
    return try Child.least {
      try Child(sqlite3: ["-csv", "-header", Readings.of(count).store, sql], to: Place.new("csv"))
    }
  }
  try sums(table)
  try sheets(table)
  let most = 100e6
  try table.limit("memory of an import", most, in: .bytes) {
    try Readings.of(count).imported.peak
  }
  try table.limit("memory of a list", most, in: .bytes) {
    try Readings.of(count).run("list Reading").peak
  }
  try table.limit("memory of an export", most, in: .bytes) {
    try Readings.of(count).export().peak
  }
}

func growingReadings(_ table: Table) throws {
  let sizes = [1_000, 10_000, 100_000, 1_000_000]
  table.begin(
    "Growth with the records",
    "Runs of the program with this number of records, including its start.", sizes: sizes)
  func grow(_ name: String, _ law: Table.Law, _ command: String) throws {
    try table.grow(name, law, sizes.dropLast()) { count in
      try Child.least { try Readings.of(count).run(command) }
    }
  }
  try grow("one record found by its key", .constant, "show Reading[\"reading 7\"]")
  try grow("one record set", .constant, "set Reading/7 notes=\"again\" places=3")
  try grow("one set undone", .constant, "set Reading/7 places=4; undo")
  try grow("history of one record", .constant, "history Reading/7")
  try grow("log", .constant, "log limit 10")
  try grow("list in order", .linear, "list Reading order by value")
  try grow("count of what a filter finds", .linear, "count Reading where value > 240")
  try grow("find", .linear, "find \"reading 99\" in Reading")
  try grow("stats", .linear, "stats Reading.value")
  try grow("sums of groups", .linear, "list Reading places, (sum(value)) as sum group by places")
  try grow("check", .linear, "check")
  try grow("dump", .linear, "dump")
  // A set keeps the numbers of the changed records in memory.
  for (name, memory, figure) in [
    ("all records set", .linear, { try $0.changed }),
    ("all of that undone", .constant, { try $0.undone }),
  ] as [(String, Table.Law, (Readings) throws -> Child)] {
    try table.grow(name, .linear, sizes.dropLast()) { try figure(.of($0)).processorTime }
    try table.grow("memory of \(name)", memory, sizes.dropLast(), in: .bytes) {
      try figure(.of($0)).peak
    }
  }
  for (name, figure) in [
    ("import", { $0.imported }), ("list", { try $0.run("list Reading") }),
    ("export", { try $0.export() }),
  ] as [(String, (Readings) throws -> Child)] {
    try table.grow(name, .linear, sizes) { try figure(.of($0)).processorTime }
    try table.grow("memory of the \(name)", .constant, sizes, in: .bytes) {
      try figure(.of($0)).peak
    }
  }
}

private final class Readings {
  private nonisolated(unsafe) static var made: [Int: Readings] = [:]

  static func of(_ count: Int) throws -> Readings {
    if let readings = made[count] { return readings }
    let readings = try Readings(count)
    made[count] = readings
    return readings
  }

  let store: String
  /// The cost of the import.
  let imported: Child
  private lazy var changes = Result {
    let copy = try Place.copy(of: store)
    let set = "set Reading where places >= 0 : places=(places + 1)"
    let changed = try Child(program: [copy, "-c", set])
    return (changed, try Child(program: [copy, "-c", "undo"]))
  }

  private init(_ count: Int) throws {
    (store, imported) = try Self.store(of: Self.rows(count))
  }

  private static func store(of rows: String) throws -> (path: String, imported: Child) {
    let store = try Place.new()
    let type = """
      define Reading { label: Text key, day: Date, places: Integer
        value: Decimal(integer: 6, fraction: 2), isValid: Boolean, notes: Text? }
      """
    try Child(program: [store, "-c", type])
    return (store, try Child(program: [store, "-c", "import \"\(rows)\" into Reading"]))
  }

  /// Exports the records, and imports the file into another database.
  func moved(by file: String) throws -> (export: Child, imported: Child) {
    let file = try Place.new(file)
    defer { unlink(file) }
    return (try run("export Reading to \"\(file)\""), try Self.store(of: file).imported)
  }

  var changed: Child { get throws { try changes.get().0 } }
  var undone: Child { get throws { try changes.get().1 } }

  func run(_ command: String) throws -> Child { try Child(program: [store, "-c", command]) }

  func export() throws -> Child {
    let file = try Place.new("readings.csv")
    defer { unlink(file) }
    return try run("export Reading to \"\(file)\"")
  }

  /// The time of the `sqlite3` shell for the same import, into a table with a minimal audit trigger,
  /// whose changes an index finds by their record.
  static func importBySQLite(of count: Int) throws -> Double {
    let columns = ["label", "day", "places", "value", "isValid", "notes"]
    let values = columns.map {
      "INSERT INTO audit(at, rec, col, old, new) "
        + "VALUES(datetime('now'), NEW.rowid, '\($0)', NULL, NEW.\($0));"
    }
    let schema = """
      PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
      CREATE TABLE t(label TEXT UNIQUE, day TEXT, places INTEGER, value REAL, isValid INTEGER,
        notes TEXT);
      CREATE TABLE audit(seq INTEGER PRIMARY KEY, at TEXT, rec INTEGER, col TEXT, old, new);
      CREATE INDEX of_record ON audit(rec, col);
      CREATE TRIGGER a AFTER INSERT ON t BEGIN \(values.joined(separator: " ")) END;
      """
    let rows = try rows(count)
    return try Child(
      sqlite3: [Place.new(), schema, ".import --csv --skip 1 \"\(rows)\" t"]
    ).processorTime
  }

  private static func rows(_ count: Int) throws -> String {
    let path = try Place.new("rows.csv")
    let sql = """
      WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < \(count))
      SELECT 'reading ' || i AS label, date('2020-01-01', '+' || (i % 2000) || ' days') AS day,
        i % 997 AS places, (i % 100000) / 4.0 AS value, iif(i % 2, 'true', 'false') AS isValid,
        CASE WHEN i % 3 THEN 'taken by hand, "again"' END AS notes FROM c
      """
    try Child(sqlite3: ["-csv", "-header", ":memory:", sql], to: path)
    return path
  }
}

/// The same rows, with their numbers, as a sheet and as CSV.
private func sheets(_ table: Table) throws {
  let count = 100_000
  let sheet = Result { try Readings.of(count).moved(by: "readings.xlsx") }
  let text = Result { try Readings.of(count).moved(by: "readings.csv") }
  try table.compare("export of 100,000 to XLSX", to: "export to CSV", atMost: 10) {
    try sheet.get().export.processorTime
  } _: {
    try text.get().export.processorTime
  }
  try table.compare("import of 100,000 from XLSX", to: "import of CSV", atMost: 2) {
    try sheet.get().imported.processorTime
  } _: {
    try text.get().imported.processorTime
  }
  try table.limit("memory of an export to XLSX", 100e6, in: .bytes) {
    try sheet.get().export.peak
  }
  try table.limit("memory of an import from XLSX", 100e6, in: .bytes) {
    try sheet.get().imported.peak
  }
}

/// `list` of what each member owes, compared with hand-written SQL.
private func sums(_ table: Table) throws {
  try table.compare("list of 10,000 sums", to: "sqlite3", atMost: 3) {
    let store = try club()
    return try Child.least { try Child(program: [store, "-c", "list Member name, owes"]) }
  } _: {
    let store = try club()
    let sql = """
      SELECT m.id, m.name, round(f.yearly - coalesce(
        (SELECT sum(p.amount) FROM Payment AS p WHERE p.member = m.id), 0), 2)
      FROM Member AS m JOIN Fee AS f ON f.id = m.fee ORDER BY m.id
      """
    return try Child.least { try Child(sqlite3: [store, sql]) }
  }
}

private func club() throws -> String {
  let store = try Place.new()
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
  try Child(program: [store, "-c", types])
  try Child(sqlite3: [store, records])
  return store
}
