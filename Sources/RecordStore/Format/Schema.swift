internal import Values

enum Schema {
  /// The format version in `user_version` and in `wb_state`.
  ///
  /// Version 9: the trigger hash is the sum of the hashes of all triggers and indexes.
  static let version = 9
  static let oldestVersion = 8
  /// The text `wbm1` in ASCII.
  static let applicationID = 0x7762_6D31
  /// The actor for changes of other programs; row 0 of `wb_text`.
  static let otherProgram = "(another program)"

  /// SQL for the number of the newest indexed change.
  static let indexMark = "coalesce((SELECT v FROM wb_state WHERE k = 'indexed'), 0)"

  /// A table with the last committed transaction of each session. A client of a cluster reads it to
  /// learn whether its commit succeeded; other stores do not need the table.
  static let sessions = """
    CREATE TABLE IF NOT EXISTS wb_client(id INTEGER PRIMARY KEY, token INTEGER NOT NULL)
    """

  private static let tables = """
    CREATE TABLE wb_type(id INTEGER PRIMARY KEY, name TEXT NOT NULL, tbl TEXT NOT NULL,
      dropped_tx INTEGER);
    CREATE TABLE wb_prop(id INTEGER PRIMARY KEY, type INTEGER NOT NULL, name TEXT NOT NULL,
      col TEXT, kind TEXT NOT NULL, dropped_tx INTEGER);
    CREATE TABLE wb_def(seq INTEGER PRIMARY KEY, tx INTEGER NOT NULL, object TEXT NOT NULL,
      old TEXT, new TEXT);
    CREATE TABLE wb_tx(id INTEGER PRIMARY KEY, ts INTEGER NOT NULL, clock INTEGER,
      actor INTEGER NOT NULL, kind INTEGER NOT NULL, ref INTEGER, source TEXT, cmd TEXT,
      reason TEXT, lo INTEGER NOT NULL, n INTEGER);
    CREATE TABLE wb_change(seq INTEGER PRIMARY KEY, tx INTEGER NOT NULL, rec INTEGER NOT NULL,
      prop INTEGER NOT NULL, old, new);
    CREATE TABLE wb_idx(rec INTEGER, prop INTEGER, seq INTEGER, PRIMARY KEY(rec, prop, seq))
      WITHOUT ROWID;
    CREATE TABLE wb_text(id INTEGER PRIMARY KEY, s TEXT NOT NULL UNIQUE);
    CREATE TABLE wb_state(k TEXT PRIMARY KEY, v) WITHOUT ROWID;
    CREATE TABLE wb_victim(rec, prop, v);
    CREATE TABLE wb_source(seq INTEGER PRIMARY KEY, source TEXT NOT NULL);
    CREATE VIEW history AS
      SELECT c.seq AS change, c.tx AS txn,
        strftime('%Y-%m-%dT%H:%M:%fZ', t.ts / 1000.0, 'unixepoch') AS at,
        a.s AS actor, t.reason AS reason,
        coalesce((SELECT w.source FROM wb_source AS w WHERE w.seq BETWEEN t.lo AND c.seq
          ORDER BY w.seq DESC LIMIT 1), t.source) AS source,
        y.name AS type, c.rec AS id,
        CASE
          WHEN p.name = '' THEN CASE WHEN c.new IS NULL THEN 'delete' ELSE 'create' END
          WHEN c.old IS NULL AND c.new IS NULL THEN 'erase'
          ELSE 'set' END AS event,
        nullif(p.name, '') AS property, c.old AS old, c.new AS new
      FROM wb_change AS c
        LEFT JOIN wb_tx AS t ON t.id = c.tx
        LEFT JOIN wb_text AS a ON a.id = t.actor
        LEFT JOIN wb_prop AS p ON p.id = c.prop
        LEFT JOIN wb_type AS y ON y.id = p.type
    """

  /// Triggers insert into this view when another program writes.
  static let foreignView = SchemaObject("CREATE VIEW wb_foreign AS SELECT 1 AS writes")

  static let objects =
    tables.utf8.split(separator: UInt8(ascii: ";")).map {
      SchemaObject(String(Substring($0.drop { $0 == UInt8(ascii: "\n") })))
    } + [foreignView]

  /// SQL for the origin of a change.
  ///
  /// - Parameter change: The alias of `wb_change` in the statement; the alias of `wb_tx` must be
  ///   `t`.
  static func source(of change: String) -> String {
    """
    coalesce((SELECT w.source FROM wb_source AS w WHERE w.seq BETWEEN t.lo AND \(change).seq
      ORDER BY w.seq DESC LIMIT 1), t.source)
    """
  }

  static let rows = """
    INSERT INTO wb_text VALUES(0, \(otherProgram.asSQLText));
    INSERT INTO wb_state VALUES('version', \(version)), ('indexed', 0);
    """

  static let triggers = keepingTriggers + [foreignTrigger]

  /// Opens one transaction for all rows that one statement of another program changes; all these
  /// changes get the same time.
  private static let foreignTrigger = SchemaObject(
    """
    CREATE TRIGGER wb_foreign_writes INSTEAD OF INSERT ON wb_foreign
    BEGIN
    INSERT INTO wb_tx(id, ts, clock, actor, kind, lo, n)
    SELECT coalesce(l.id, 0) + 1, max(coalesce(l.ts, s.now), s.now), s.now, 0,
      \(TransactionKind.other.rawValue), coalesce((SELECT max(seq) FROM wb_change), 0) + 1, -1
    FROM (SELECT CAST(round((julianday('now') - 2440587.5) * 86400000) AS INTEGER) AS now) AS s
      LEFT JOIN (SELECT id, ts, clock, n FROM wb_tx ORDER BY id DESC LIMIT 1) AS l
    WHERE l.n IS NOT -1 OR l.clock IS NOT s.now;
    END
    """)

  private static let keepingTriggers = ["UPDATE", "DELETE"].map { event in
    SchemaObject(
      """
      CREATE TRIGGER wb_keep_\(event.lowercased()) BEFORE \(event) ON wb_change
      WHEN (SELECT n IS NULL
          AND kind IN (\(TransactionKind.erase.rawValue), \(TransactionKind.compact.rawValue))
        FROM wb_tx ORDER BY id DESC LIMIT 1) IS NOT 1
      BEGIN SELECT RAISE(ABORT, 'the history cannot be changed'); END
      """)
  }
}

struct SchemaObject: Hashable {
  /// The kind, as in `sqlite_schema`: `table`, `view`, `index` or `trigger`.
  var kind: String
  var name: String
  var sql: String

  /// Parses the kind and the name from a command such as `CREATE UNIQUE INDEX wb_prop2 ON …`.
  ///
  /// - Precondition: The name is not quoted.
  init(_ sql: String) {
    // Splits bytes, not characters, to save time: each type has many triggers.
    let words = sql.utf8.split(maxSplits: 4) { " (\n".utf8.contains($0) }.map { Substring($0) }
    let place = words[1] == "UNIQUE" ? 2 : 1
    kind = words[place].lowercased()
    name = String(words[place + 1])
    self.sql = sql
  }
}
