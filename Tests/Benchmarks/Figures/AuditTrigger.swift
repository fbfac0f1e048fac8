import Peers

/// A minimal store with a history: a SQLite table of people, a trigger that records the old and the
/// new age, and an index that finds the changes of a record.
final class AuditTrigger {
  static let schema = """
    PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
    CREATE TABLE Person(id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL,
      age INTEGER CHECK (age BETWEEN 0 AND 1000000), city TEXT, salary INTEGER, nick TEXT, score INTEGER)
      STRICT;
    CREATE TABLE audit(seq INTEGER PRIMARY KEY, rec INTEGER, prop TEXT, old, new);
    CREATE INDEX audited_record ON audit(rec, prop);
    CREATE TRIGGER audited AFTER UPDATE OF age ON Person WHEN old.age IS NOT new.age BEGIN
      INSERT INTO audit(rec, prop, old, new) VALUES (new.id, 'age', old.age, new.age);
    END;

    """

  private var connection: OpaquePointer?
  private var statement: OpaquePointer?

  init(people: Int) throws {
    sqlite3_open(try Place.new(), &connection)
    run(Self.schema)
    run(
      """
      WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < \(people))
      INSERT INTO Person(name, city, salary) SELECT 'P' || i, 'Bern', 1 FROM c
      """)
    sqlite3_prepare_v2(
      connection, "UPDATE Person SET age = ?1 WHERE id = ?2", -1, &statement, nil)
  }

  deinit {
    sqlite3_finalize(statement)
    sqlite3_close(connection)
  }

  func transaction(_ body: () -> Void) {
    run("BEGIN IMMEDIATE")
    body()
    run("COMMIT")
  }

  func update(_ person: Int, age: Int) {
    sqlite3_bind_int64(statement, 1, Int64(age))
    sqlite3_bind_int64(statement, 2, Int64(person))
    precondition(sqlite3_step(statement) == SQLITE_DONE, "the person has another age")
    sqlite3_reset(statement)
  }

  private func run(_ sql: String) {
    precondition(sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK, "the statement is run")
  }
}
