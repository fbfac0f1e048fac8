import RecordStore
import Records
import TestSupport
import Testing

@Suite struct StoreSQLTests {
  private func rows(_ store: Store, _ text: String) throws -> [[SQLValue]] {
    var rows: [[SQLValue]] = []
    let cursor = try store.queries.sql(text)
    while let row = try cursor.next() { rows.append(row) }
    return rows
  }

  @Test func sqlReadsEveryTableAsItIsStored() throws {
    let store = try smallStore()
    let text =
      "SELECT name, age, height, active, amount FROM Person p JOIN Item i ON i.id = p.id ORDER BY p.id"
    let rows = try rows(store, text)
    try expectEqual(store.queries.sql(text).columns, ["name", "age", "height", "active", "amount"])
    expectEqual(
      rows.first,
      [.text("Ann"), .integer(41), .real(1.72), .integer(1), .text("123456789012345.6789")])
    expectEqual(rows.count, 3)
    try expectEqual(self.rows(store, "select count(*) from wb_type"), [[.integer(2)]])
    #expect(try self.rows(store, "select * from history").count > 0)
  }

  @Test(arguments: [
    " select 1", "SELECT 1;", "\n\tSeLeCt 1 ; ;\n", "-- a comment\nselect 1", "/* a */ select 1",
    "values (1)", "with x(a) as (values (1)) select a from x", "explain select 1",
    "EXPLAIN QUERY PLAN select * from Person",
    "select ';', '--', \"name\", `age`, [id] from Person",
    "select 1 /* ; */", "select ulower('Ä')", "select * from pragma_table_info('Person')",
  ])
  func whatOnlyReadsIsTaken(text: String) throws {
    #expect(failure { _ = try rows(try smallStore(), text) } == nil)
  }

  @Test(arguments: [
    "insert into Person(name) values ('x')", "update Person set age = 1", "delete from Person",
    "replace into Person(name) values ('x')", "drop table Person", "create table x(a)",
    "alter table Person rename to x", "create view v as select 1", "create temp table x(a)",
    "PRAGMA user_version", "pragma user_version = 3", "attach 'x' as y", "detach main", "begin",
    "BEGIN IMMEDIATE", "commit", "rollback", "end", "savepoint a", "release a", "vacuum",
    "vacuum into 'x'", "analyze", "reindex", "select 1; select 2", "select 1; drop table Person",
    "select 1;-- more", "; select 1", "", "   ", "-- nothing", ";", "(select 1)",
    "with x as (select 1) insert into Person(name) select 'a' from x",
    "with x as (select 1) update Person set age = 1", "with x as (select 1) delete from Person",
    "explain insert into Person(name) values ('x')", "explain pragma user_version = 3",
    "explain query plan delete from Person", "explain explain select 1", "explain",
    "select * from pragma_optimize", "select * from \"pragma_journal_mode\"",
    "select * from 'pragma_wal_checkpoint'", "select * from [PRAGMA_user_version]",
    "select load_extension('x')", "select \"load_extension\" ('x')", "select ?", "select :a",
    "select @a", "select $a", "select 'open", "select 1 /* open", "select \"open", "select [open",
    "select \0 1", "sel/**/ect 1", "with x as (select 1) replace into Person(name) select 'a'",
  ])
  func whatDoesMoreThanReadIsRefused(text: String) throws {
    let store = try smallStore()
    let before = try rows(store, "select *, (select count(*) from sqlite_schema) from Person")
    let error = failure { _ = try rows(store, text) }
    expectEqual(error?.kind, .expression, "\(String(describing: error))")
    try expectEqual(
      rows(store, "select *, (select count(*) from sqlite_schema) from Person"), before)
    #expect(!store.journal.isInTransaction)
  }

  @Test(arguments: [
    (
      "selct 1",
      "expected a statement that begins with SELECT, WITH, VALUES or EXPLAIN, not SELCT "
        + "(at character 1)"
    ),
    ("select 1; select 2", "expected one statement, but a second one begins (at character 11)"),
    ("select agee from Person", "no such column: agee (at character 8)"),
    ("select\n  agee from Person", "no such column: agee (in line 2 at character 3)"),
    ("select 'é', agee from Person", "no such column: agee (at character 13)"),
    ("select * fro Person", "near \"fro\": syntax error (at character 10)"),
  ])
  func anErrorNamesItsPlace(text: String, message: String) throws {
    let error = failure { _ = try rows(try smallStore(), text) }
    expectEqual(error?.message, message)
  }

  @Test func aCursorThatIsLeftEndsTheReading() throws {
    let store = try smallStore()
    do {
      let rows = try store.queries.sql("select * from Person")
      #expect(try rows.next() != nil)
    }
    try store.write(TransactionEntry()) { tx in try tx.delete(RecordID("Item", 1)) }
  }
}
