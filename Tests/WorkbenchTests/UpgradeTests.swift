import Foundation
import TestSupport
import Testing

/// Files of format 8: read unchanged, and upgraded by the first write.
///
/// `format-8-from-….db` contain data of older formats, upgraded to format 8 and stamped with its
/// marks and hash.
@Suite(.waits) struct UpgradeTests {
  private static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Fixtures")

  private let program: Program

  init() throws {
    program = try Program()
  }

  private func take(_ fixture: String) throws -> Data {
    let data = try Data(contentsOf: Self.fixtures.appendingPathComponent(fixture))
    try program.write(data, to: "x.db")
    return data
  }

  private func sqlite(_ statement: String) throws -> String {
    try program.run(URL(fileURLWithPath: "/usr/bin/sqlite3"), ["x.db", statement]).output
  }

  @Test(arguments: [1, 7], [[], ["--readonly"]])
  func aFileOfAnOlderFormatIsRefusedWithTheWayAcross(format: Int, options: [String]) throws {
    defer { program.remove() }
    _ = try take("format-8.db")
    _ = try sqlite(
      "UPDATE wb_state SET v = \(format) WHERE k = 'version'; PRAGMA user_version = \(format)")
    let file = program.folder.appendingPathComponent("x.db")
    let data = try Data(contentsOf: file)
    let run = try program(["x.db"] + options + ["-c", "set Box/1.weight 15"], input: Data())
    expectEqual(run.status, 3)
    #expect(
      run.errors.contains("x.db has format \(format); this version reads format 8 or later")
        && run.errors.contains("workbench 0.2.0 and change something, which upgrades the database"),
      "\(run.errors)")
    expectEqual(run.output, "")
    try expectEqual(Data(contentsOf: file), data)
  }

  /// Until format 8 one hash covered all triggers, in order of their names.
  @Test func aFileOfFormat8IsReadAsItIsAndItsTriggersAreWatchedAfterTheUpgrade() throws {
    defer { program.remove() }
    let data = try take("format-8.db")
    let read = "schema; list Box at #5; history Box; log"
    let before = try program("x.db", "--json", "-c", read)
    #expect(before.status == 0 && before.output.contains("format-8.wb:9"), "\(before)")
    try expectEqual(program("x.db", "--readonly", "-c", "check").output, "")
    try expectEqual(Data(contentsOf: program.folder.appendingPathComponent("x.db")), data)
    try expectEqual(
      program("x.db", "-c", "set Box/1.weight 15", "-c", "define Lid { box: Box }").status, 0)
    try expectEqual(sqlite("PRAGMA user_version"), "9\n")
    try expectEqual(program("x.db", "-c", "check").output, "")
    _ = try sqlite("DROP TRIGGER wb_type1_deleted")
    let changed = try program("x.db", "-c", "check")
    #expect(changed.errors.contains("another program changed the triggers"), "\(changed)")
  }

  /// `Slot.place` is `Integer in 5...9`, which had a default of 5 in formats before 5.
  @Test func aTableKeepsADefaultOfAnOlderFormatUntilItsTypeIsAltered() throws {
    defer { program.remove() }
    func told(_ command: String) throws -> String {
      let run = try program("x.db", "--actor", "ann", "-c", command)
      return run.output + run.errors
    }
    _ = try take("format-8.db")
    _ = try sqlite(
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, 'NOT NULL CHECK', 'NOT NULL DEFAULT 5 CHECK')
      WHERE name = 'Slot'
      """)
    for isUpgraded in [false, true] {
      if isUpgraded { try expectEqual(told("set Slot/2.place 7"), "") }
      try expectEqual(sqlite("PRAGMA user_version"), (isUpgraded ? "9\n" : "8\n"))
      try expectEqual(told("check"), "")
      _ = try sqlite("INSERT OR REPLACE INTO Slot(name, place) VALUES('other', NULL)")
      try expectEqual(sqlite("SELECT place FROM Slot WHERE name = 'other'"), "5\n")
      try expectEqual(told("check"), "")
    }
    try expectEqual(told("list Slot").split(separator: "\n").count, 3)
    let initial = "SELECT dflt_value FROM pragma_table_info('Slot') WHERE name = 'place'"
    try expectEqual(told("alter Shelf { add day: Date? }; check"), "")
    try expectEqual(sqlite(initial), "5\n")
    for command in ["alter Slot { change place: Integer unique in 5...10 }; check", "undo"] {
      #expect(!(try told(command)).contains("error"))
      try expectEqual(sqlite(initial), "\n")
    }
    try expectEqual(told("check"), "")
  }

  /// Files of format 2 may have types named like kinds that were added later.
  @Test func aTypeKeepsTheNameThatAKindHasByNow() throws {
    defer { program.remove() }
    let data = try take("format-8-from-2.db")
    func told(_ command: String, _ options: String...) throws -> String {
      let run = try program(["x.db"] + options + ["-c", command], input: Data())
      return run.output + run.errors
    }
    try expectEqual(
      told("list Month", "--json"),
      """
      {"ref":"Month/1","name":"May","ends":"2026-05-31","next":null}
      {"ref":"Month/2","name":"April","ends":null,"next":"Month/1"}

      """)
    #expect(try told("list Phone", "--json").contains(#""times":["time/1"],"owner":"Month/2""#))
    #expect(try told("describe Month").contains("next: `Month`? on delete clear"))
    #expect(try told("describe Visit").contains("months: [`Month`] owned"))
    let findings = try told("check").split(separator: "\n").dropFirst()
    expectEqual(findings.count, 3)
    #expect(findings.allSatisfy { $0.contains("has the same name as a newer kind") })
    try expectEqual(Data(contentsOf: program.folder.appendingPathComponent("x.db")), data)
    try expectEqual(sqlite("PRAGMA user_version"), "8\n")
    // The first write upgrades the file, and the names keep their meaning.
    try expectEqual(told("new Month name=June next=Month/1"), "Month/3\n")
    try expectEqual(sqlite("PRAGMA user_version"), "9\n")
    try expectEqual(told("count Month where next = Month/1"), "2\n")
    #expect(try told("define Other { at: Month? }").contains("Month is a type in this database"))
    try expectEqual(told("define Other { at: `Month`?, took: Duration, opens: Time? }"), "")
    try expectEqual(told("new Other at=Month/1 took=1:30 opens=08:30"), "Other/1\n")
    try expectEqual(
      told("list Other", "--json"),
      #"{"ref":"Other/1","at":"Month/1","took":"1:30","opens":"08:30"}"# + "\n")
    #expect(try told("undo 3") != "")
    try expectEqual(told("check").split(separator: "\n").count, 4)
  }

  /// The first transactions of this file define properties that refer to later types.
  @Test func aPastStateHasTypesThatReferToLaterOnes() throws {
    defer { program.remove() }
    _ = try take("format-8-from-2.db")
    func told(_ command: String) throws -> String {
      let run = try program("x.db", "--actor", "ann", "-c", command)
      return run.output + run.errors
    }
    try expectEqual(
      told("count Phone at #2; list time at #3; count Phone at #6"), "0\nref  at\n1\n")
    #expect(try told("undo to #3; count Month").hasPrefix("0\nundone"))
    // Types that refer to later types did so before those existed.
    #expect(!(try told("undo to #1")).contains("error"))
    try expectEqual(told("types").split(separator: "\n").count, 2)
  }

  @Test func addressesOfAnOlderFileThatDifferInCaseOnlyStayAndAreNamed() throws {
    defer { program.remove() }
    let data = try take("format-8-from-4.db")
    func told(_ command: String) throws -> String {
      let run = try program("x.db", "--actor", "ann", "-c", command)
      return run.output + run.errors
    }
    let clash = "email is unique, but Member/1 has the same value, ignoring case"
    #expect(try told("check").contains(clash))
    try expectEqual(Data(contentsOf: program.folder.appendingPathComponent("x.db")), data)
    // The first write upgrades the file; the index that cannot be made stricter stays.
    try expectEqual(told("set Member/3.name Rob"), "")
    let indexes =
      "SELECT group_concat(sql LIKE '%NOCASE%') FROM (SELECT sql FROM sqlite_schema"
      + " WHERE sql LIKE 'CREATE UNIQUE%mail%' OR sql LIKE 'CREATE UNIQUE%other%' ORDER BY name)"
    try expectEqual(sqlite("PRAGMA user_version; \(indexes)"), "9\n0,1\n")
    let found = try told("check")
    #expect(found.contains(clash))
    #expect(found.contains("allows addresses that differ only in case"))
    #expect(!found.contains("another program"))
    #expect(
      try told("set Member/3.other \"ANN@WORK.example.org\"").contains("is taken by Member/1"))
    // Altering the table, or rebuilding its indexes, keeps that index too.
    #expect(
      !(try told(
        "alter Member { add born: Date? }; undo; alter Member { change name: Text key length 1...9 }"
      )).contains("error"))
    #expect(try told("begin; set Member/1.other nil; undo to #20").contains("error"))
    try expectEqual(sqlite(indexes), "0,1\n")
    // New duplicates are refused; existing ones can stay.
    for command in [
      "new Member name=Cid email=\"BOB@example.org\"", "set Member/2.email \"BOB@example.org\"",
      "set Member/1 email=\"BOB@example.org\" name=Ann1",
      "field f on Member/1.email; type f \"<All>BOB@example.org<Return>\"",
    ] {
      #expect(
        try told(command).contains("email \"BOB@example.org\" is taken by Member/3"), "\(command)")
    }
    for command in [
      "set Member/1.email \"Ann@example.org\"", "set Member/1.email \"ANN@example.org\"",
    ] {
      let refusal = try told(command)
      #expect(refusal.contains("example.org\" is taken by Member/2"), "\(refusal)")
    }
    try expectEqual(
      told(
        "set Member/2.email \"Ann@example.org\"; set Member/2 email=\"Ann@example.org\" name=Anne; undo"
      ).contains("error"), false)
    #expect(
      try !told("field f on Member/2.email; type f \"<BS>g<Return>\"").contains("taken"))
    #expect(
      try told("set Member/2.email \"anna@example.org\"; check --repair").contains("repaired"))
    try expectEqual(sqlite(indexes), "1,1\n")
    #expect(try told("set Member/2.email \"ANN@example.org\"").contains("is taken by Member/1"))
    try expectEqual(told("check"), "")
    try expectEqual(sqlite("PRAGMA integrity_check"), "ok\n")
  }

  @Test func theHistoryAndTheStateOfAnOlderFileAreWrittenSoThatTheyCanBeReplayed() throws {
    defer { program.remove() }
    for (fixture, left) in [
      ("format-8-from-2.db", [String]()), ("format-8-from-4.db", ["Member/2"]),
    ] {
      _ = try take(fixture)
      let dump = try program("x.db", "-c", "dump --reveal").output
      let script = try program("x.db", "-c", "history --script --reveal").output
      try program.write(script, to: "script.wb")
      try expectEqual(program("y.db", "-f", "script.wb").status, 0, "\(fixture)")
      let copy = try program("y.db", "-c", "dump --reveal").output
      try program.write(dump, to: "dump.wb")
      try expectEqual(program("z.db", "-f", "dump.wb").status, 0, "\(fixture)")
      func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map(String.init).sorted()
      }
      let present = lines(dump).filter { !$0.hasPrefix("# ") }
      expectEqual(lines(copy), present, "\(fixture)")
      expectEqual(lines(try program("z.db", "-c", "dump --reveal").output), present, "\(fixture)")
      for record in left {
        let remark =
          "# \(record).email was \"Ann@example.org\", which no command can set: "
          + "Member/1 has the same value, ignoring case; \(record) is skipped\n"
        #expect(script.contains(remark))
        #expect(dump.contains(remark))
      }
      for file in ["x.db", "y.db", "z.db"] {
        try FileManager.default.removeItem(at: program.folder.appendingPathComponent(file))
      }
    }
  }

  /// The file is from a format in which choices were ordered alphabetically, dates and times
  /// without a zone compared as texts, and decimals were binary fractions.
  @Test func aFileOfOlderExpressionsKeepsItsColumnsAndItsRules() throws {
    defer { program.remove() }
    let data = try take("format-8-from-4-expressions.db")
    func told(_ commands: String...) throws -> String {
      let run = try program(
        ["x.db", "--actor", "ann"] + commands.flatMap { ["-c", $0] }, input: Data())
      return run.output + run.errors
    }
    let present = try told("schema")
    for part in [
      "cents: Integer := (floor(price * 100))", "title <> \"B\" or \"A\"", ": not title",
    ] {
      #expect(present.contains(part), "\(part)")
    }
    // Computed values that differ now, and rules that give another result.
    let found = try program("x.db", "--json", "-c", "check").output.split(separator: "\n")
    let expected = [
      ("cents differs from (floor(price * 100))", 1),
      ("cents differs from (floor(price * 100))", 2),
      ("rest differs from (price % 2)", 1), ("rest differs from (price % 2)", 2),
      (#"below differs from (level < \"mid\")"#, 1),
      (#"below differs from (level < \"mid\")"#, 3),
      (#"breaks dear, must be cheap: price is 200.00, level is \"high\""#, 3),
    ]
    expectEqual(found.count, expected.count)
    for (line, (finding, number)) in zip(found, expected) {
      #expect(line.hasPrefix(#"{"finding":"\#(finding)","ref":"Item/\#(number)""#), "\(line)")
    }
    try expectEqual(Data(contentsOf: program.folder.appendingPathComponent("x.db")), data)
    // The first write upgrades the file, and reports the rule whose result has changed.
    let warning =
      "after the upgrade of x.db to format 9: 1 record breaks dear, must be cheap: Item/3"
    #expect(
      try told("set Item/1 length=\"9:00:00\"").hasPrefix("<command>:1:1: warning: \(warning)\n"))
    try expectEqual(told("set Item/1 length=\"9:00:00\""), "")
    try expectEqual(sqlite("PRAGMA user_version; PRAGMA integrity_check"), "9\nok\n")
    for (command, answer) in [
      ("new Item title=B", "breaks named"), ("new Item title=\"1x\"", "breaks texted"),
      ("new Item title=d price=200 level=mid", "breaks dear"), ("new Item title=d price=200", ""),
      ("set Item/1.price 0.3", "breaks sums"), ("set Item/1 length=\"10:00:00\"", "breaks long"),
      ("set Item/1 at=2026-06-01T01:59:00Z", ""),
      ("set Item/1 at=2026-06-01T02:00:00Z", "breaks early"),
    ] {
      let said = try told(command)
      expectEqual(said.contains("breaks"), !answer.isEmpty, "\(said)")
      #expect(answer.isEmpty || said.contains(answer), "\(said)")
    }
  }

  @Test func theFormatOfANewFileIsTheOneDescribedAndEachBeforeItFrom8HasAFixture() throws {
    defer { program.remove() }
    try expectEqual(program("x.db", "-c", "define T { a: Text? }").status, 0)
    let version = try #require(
      Int(try sqlite("PRAGMA user_version").trimmingCharacters(in: .newlines)))
    let article = try String(
      contentsOf: Program.root.appendingPathComponent(
        "Sources/RecordStore/RecordStore.docc/FileFormat.md"), encoding: .utf8)
    #expect(article.contains("the number of the format,\nwhich is \(version)."))
    for older in 8..<version {
      let fixture = Self.fixtures.appendingPathComponent("format-\(older).db")
      #expect(FileManager.default.fileExists(atPath: fixture.path))
    }
  }
}
