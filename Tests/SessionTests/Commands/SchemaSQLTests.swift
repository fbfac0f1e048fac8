import TestSupport
import Testing

@Suite struct SchemaSQLTests {
  private static let definitions = """
    define Part { weight: Decimal(integer: 3, fraction: 2) in 0.5... = 1 }
    define Member {
      name: Text key, mail: Email? unique, age: Integer? in 0...150, role: Choice(a, "it's") = a
      boss: Member? on delete clear, parts: [Part] owned, friends: [Member] on delete clear
      led: [Member] by boss, tags: [Text], first: Text := (substr(name, 1, 1))
      total: Decimal(integer: 5, fraction: 2) := (coalesce(sum(parts.weight), 0))
    }
    define `odd "table"; --` { `a 'b'`: Text key, `select`: `odd "table"; --`? }
    rule Member.grown : age is null or age >= 18
    index Member.age
    """

  private static func database() throws -> Outsider {
    let statements = try Conversation(definitions).tell("schema --sql")
    #expect(statements.allSatisfy { $0.hasPrefix("CREATE ") && $0.hasSuffix(";") })
    let database = try Outsider()
    try database.run(statements.joined(separator: "\n"))
    return database
  }

  @Test func anEmptyDatabaseGetsTheTablesOfTheTypesAndListsAndNothingElse() throws {
    let database = try Self.database()
    try expectEqual(
      database.texts(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'sqlite_sequence'"),
      ["Part", "Member", "odd \"table\"; --", "Member_friends"])
    try expectEqual(
      database.texts("SELECT name FROM sqlite_schema WHERE type IN ('trigger','view')"), [])
    try expectEqual(
      database.texts("SELECT name FROM pragma_table_xinfo('Member')"),
      ["id", "name", "mail", "age", "role", "boss", "tags", "first"])
    try expectEqual(database.texts("PRAGMA integrity_check"), ["ok"])
  }

  @Test func theOrderIsTheSameWhenTheStoreIsOpenedAgain() throws {
    let outsider = try Outsider()
    let written = try Conversation(Self.definitions + "\ndefine Last { }", database: outsider.path)
    let statements = written.tell("schema --sql")
    _ = written.finish()
    try expectEqual(Conversation(database: outsider.path).tell("schema --sql"), statements)
    expectEqual(statements.last?.contains("Member_friends"), true)
  }

  @Test func theColumnsAndIndexesAreThoseOfTheStore() throws {
    let outsider = try Outsider()
    _ = try Conversation(Self.definitions, database: outsider.path)
    let database = try Self.database()
    for query in [
      "SELECT m.name || ' ' || i.name || ' ' || i.type || ' ' || i.\"notnull\" || ' ' || i.hidden"
        + " FROM sqlite_schema AS m, pragma_table_xinfo(m.name) AS i WHERE m.type = 'table'"
        + " AND m.name NOT GLOB 'wb_*' AND m.name NOT GLOB 'sqlite_*' ORDER BY 1",
      "SELECT sql FROM sqlite_schema WHERE type = 'index' AND tbl_name NOT GLOB 'wb_*'"
        + " AND sql IS NOT NULL ORDER BY sql",
      "SELECT m.name || ' ' || f.\"from\" || ' ' || f.\"table\" || ' ' || f.on_delete"
        + " FROM sqlite_schema AS m, pragma_foreign_key_list(m.name) AS f WHERE m.type = 'table'"
        + " ORDER BY 1",
    ] {
      try expectEqual(database.texts(query), outsider.texts(query))
      #expect(try !database.texts(query).isEmpty)
    }
  }

  @Test(arguments: [
    "INSERT INTO Member(name) VALUES('')", "INSERT INTO Member(name) VALUES('Ann')",
    "INSERT INTO Member(name, age) VALUES('Bo', 151)",
    "INSERT INTO Member(name, age) VALUES('Bo', 'x')",
    "INSERT INTO Member(name, role) VALUES('Bo', 'c')",
    "INSERT INTO Member(name, mail) VALUES('Bo', 'ANN@example.org')",
    "INSERT INTO Part(weight) VALUES(0.4)",
    "PRAGMA foreign_keys = ON; INSERT INTO Member(name, boss) VALUES('Bo', 9)",
    "INSERT INTO Member_friends(\"of\", item) VALUES(1, 1)",
  ])
  func whatTheStoreRefusesTheDatabaseRefusesToo(statement: String) throws {
    let database = try Self.database()
    try database.run(
      """
      INSERT INTO Member(name, mail) VALUES('Ann', 'ann@example.org');
      INSERT INTO Member_friends("of", item) VALUES(1, 1);
      INSERT INTO Part(weight, Member_parts_of, Member_parts_at) VALUES(0.5, 1, 1)
      """)
    #expect(throws: Outsider.Failure.self) { try database.run(statement) }
    try expectEqual(database.texts("SELECT first FROM Member"), ["A"])
  }
}
