import Foundation

/// Starts of the program, and scripts compared with the `sqlite3` shell.
func scripts(_ table: Table) throws {
  table.begin(
    "Starts and scripts", "Complete runs of programs. Starts are measured as elapsed time.")
  let python = try interpreter()
  try table.compare("start and end", to: "python3 -S -c pass") {
    try leastTime { try Child(program: ["-c", "exit"]) }
  } _: {
    try leastTime { try Child([python, "-S", "-c", "pass"]) }
  }
  try parsing(table)
  try sets(table)
  try definitions(table, hasRecords: false)
  try definitions(table, hasRecords: true)
  try handledImports(table)
  try table.limit("memory of 10,000 labels and fields", 100e6, in: .bytes) {
    let script = try Place.file("script.wb", workspace(of: 10_000).joined(separator: "\n"))
    return try Child(program: ["-f", script]).peak
  }
  try growingScripts(table)
}

/// An import that changes 20,000 records, with a handler that sets another property of each.
private func handledImports(_ table: Table) throws {
  func rows(_ heading: String, _ row: (Int) -> String) throws -> String {
    try Place.file("rows.csv", heading + "\n" + (0..<20_000).map { row($0) + "\n" }.joined())
  }
  let made = try rows("k,a,b") { "\($0),\($0 % 97),0" }
  let changed = try rows("k,a") { "\($0),\($0 % 97 + 1)" }
  func time(_ commands: String...) throws -> Double {
    let store = try Place.new()
    let type = "define P { k: Integer key, a: Integer, b: Integer }"
    try Child(program: [store, "-c", "\(type); import \"\(made)\" into P"])
    for command in commands { try Child(program: [store, "-c", command]) }
    return try Child.least(
      on: { try Place.copy(of: store) },
      { try Child(program: [$0, "-c", "import \"\(changed)\" into P update by k"]) })
  }
  try table.compare("import with a handler", to: "without", atMost: 3) {
    try time("save on change P.a as h { set record.b (:record.a + 1) }")
  } _: {
    try time()
  }
}

/// Records that have a name, a label and a field each, and are set.
private func workspace(of count: Int) -> [String] {
  let numbers = 1...count
  return ["define T { n: Integer = 0 }"] + numbers.map { "new T as t\($0)" }
    + numbers.map { "label l\($0) on t\($0).n; field f\($0) on t\($0).n" }
    + numbers.map { "set t\($0).n \($0)" }
}

private func leastTime(_ run: () throws -> Child) rethrows -> Double {
  try (0..<40).map { _ in try run().time }.min() ?? 0
}

/// The real interpreter, because the first `python3` in the path may be a script that looks for it.
private func interpreter() throws -> String {
  let path = try Place.new("path")
  try Child(["python3", "-c", "import sys; print(sys.executable)"], to: path)
  return try String(contentsOfFile: path, encoding: .utf8)
    .trimmingCharacters(in: .whitespacesAndNewlines)
}

private func unrunScript(_ count: Int) throws -> String {
  let sets = (0..<count).map { "  set Person/\($0 % 999 + 1) age=\($0 % 150) name=\"P\($0)\"\n" }
  return try Place.file("script.wb", "\(personType)command never {\n\(sets.joined())}\n")
}

private let personType = "define Person { name: Text; age: Integer? in 0...150 }\n"

/// Commands that are parsed but not run, compared with statements that are compiled and find no
/// rows.
private func parsing(_ table: Table) throws {
  let count = 100_000
  try table.compare("100,000 lines parsed", to: "sqlite3, compiled", atMost: 3) {
    let script = try unrunScript(count)
    return try Child.least { try Child(program: ["-f", script]) }
  } _: {
    let updates = (0..<count).map {
      "UPDATE Person SET age = \($0 % 150), name = 'P\($0)' WHERE id = \($0 % 999 + 1);\n"
    }
    let text = "CREATE TABLE Person(id INTEGER PRIMARY KEY, name, age);\n" + updates.joined()
    let script = try Place.file("script.sql", text)
    return try Child.least { try Child(sqlite3: [":memory:", ".read \(script)"]) }
  }
}

/// 200,000 `set` commands, each an entry of the log, compared with as many UPDATEs in one
/// transaction with a minimal audit trigger.
private func sets(_ table: Table) throws {
  try table.compare("200,000 sets", to: "sqlite3, audit trigger", atMost: 1.2) {
    let people = (0..<records).map { "new Person name=\"P\($0)\"\n" }.joined()
    let made = try Place.file("people.wb", personType + people)
    let sets = updates().map { "set Person/\($0.record).age \($0.age)\n" }.joined()
    let script = try Place.file("sets.wb", sets)
    return try Child.least {
      let store = try Place.new()
      try Child(program: [store, "-f", made])
      return store
    } _: {
      try Child(program: [$0, "-f", script])
    }
  } _: {
    let people = (0..<records).map { "INSERT INTO Person(name) VALUES('P\($0)');\n" }.joined()
    let made = try Place.file("people.sql", "\(AuditTrigger.schema)BEGIN;\n\(people)COMMIT;\n")
    let sets = updates().map { "UPDATE Person SET age = \($0.age) WHERE id = \($0.record);\n" }
    let script = try Place.file("sets.sql", "BEGIN;\n\(sets.joined())COMMIT;\n")
    return try Child.least {
      let store = try Place.new()
      try Child(sqlite3: [store, ".read \(made)"])
      return store
    } _: {
      try Child(sqlite3: [$0, ".read \(script)"])
    }
  }
}

/// Definitions of 480 types, compared with the same tables and triggers in one SQLite transaction.
///
/// - Parameter hasRecords: Whether a record of each type is created before the next type is
///   defined.
private func definitions(_ table: Table, hasRecords: Bool) throws {
  let types = (0..<480).map { number in
    "define T\(number) { name: Text; age: Integer? in 0...150; note: Text? }\n"
      + (hasRecords ? "new T\(number)\n" : "")
  }
  let script = try Place.file("types.wb", types.joined())
  let name = hasRecords ? "480 definitions and records in turn" : "480 definitions"
  try table.compare(name, to: "sqlite3, the same schema", atMost: 1) {
    try Child.least { try Child(program: [Place.new(), "-f", script]) }
  } _: {
    let (store, schema) = (try Place.new(), try Place.new("schema.sql"))
    try Child(program: [store, "-f", script])
    let sql = """
      SELECT sql || ';' || CASE WHEN \(hasRecords) AND tbl_name GLOB 'T[0-9]*'
        AND rowid = max(rowid) OVER (PARTITION BY tbl_name)
        THEN ' INSERT INTO ' || tbl_name || '(name) VALUES('''');' ELSE '' END
      FROM sqlite_schema
      WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid
      """
    try Child(sqlite3: [store, "SELECT 'BEGIN;'", sql, "SELECT 'COMMIT;'"], to: schema)
    return try Child.least {
      try Child(sqlite3: [Place.new(), "PRAGMA journal_mode = WAL", ".read \(schema)"])
    }
  }
}

private func growingScripts(_ table: Table) throws {
  let type = "define T { n: Integer = 0 }"
  func grow(
    _ name: String, _ sizes: some Sequence<Int>, atMost most: Double? = nil,
    _ commands: (Int) -> [String]
  ) throws {
    try table.grow(name, .linear, sizes, atMost: most) { count in
      let script = try Place.file("script.wb", commands(count).joined(separator: "\n"))
      return try Child.least(of: 2) { try Child(program: [Place.new(), "-f", script]) }
    }
  }
  let long = [1_000, 10_000, 100_000, 1_000_000]
  table.begin("Growth of scripts", "Runs of the program with this number of lines.", sizes: long)
  try table.grow("lines parsed", .linear, long) { count in
    let script = try unrunScript(count)
    return try Child.least(of: 1) { try Child(program: ["-f", script]) }
  }
  try grow("records made", long.dropLast()) { [type] + Array(repeating: "new T", count: $0) }
  try grow("rounds of a loop", long.dropLast()) {
    [type, "for i in 1...\($0) { new T n=:i }"]
  }
  let short = [10, 100, 1_000, 10_000]
  table.begin(
    "Growth of a session",
    """
    Runs of the program with this number of types, names or other objects. SQLite searches its whole
    schema for each new table and each new trigger, so the last types take more time than the first.
    """,
    sizes: short)
  try grow("types defined", short.dropLast(), atMost: 1.6) { count in
    (0..<count).map { "define T\($0) { name: Text; age: Integer? in 0...150 }" }
  }
  try grow("types defined, each with a record", short.dropLast(), atMost: 1.6) { count in
    (0..<count).map { "define T\($0) { name: Text; age: Integer? in 0...150 }\nnew T\($0)" }
  }
  func following(_ command: @escaping (Int) -> String) -> (Int) -> [String] {
    { count in
      [type] + (1...count).map { "new T as t\($0)" } + (1...count).map(command)
        + (1...count).map { "set t\($0).n \($0)" }
    }
  }
  try grow(
    "labels, each on a record that is set", short, following { "label l\($0) on t\($0).n" })
  try grow(
    "handlers, each of a record that is set", short,
    following { "on change t\($0).n as h\($0) { echo :new }" })
  try grow(
    "fields, each on a record that is set", short, following { "field f\($0) on t\($0).n" })
}

private let records = 1000

/// The same changes for both; each changes a value.
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
