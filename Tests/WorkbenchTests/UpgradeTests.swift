import Foundation
import TestSupport
import Testing

/// Files of every format that was released: read as they are, and brought to the present format by
/// the first write. `Fixtures/format-1.wb` and a few statements of `sqlite3` made the first.
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

  private let questions = [
    "list Person order by id", "list Show", "list Review order by id", "log", "history Person",
    "history Show", "check", "describe Person", "schema",
  ].filter { $0 != "schema" }

  private func answers(_ options: String...) throws -> [String] {
    try questions.map { question in
      let run = try program(["x.db", "--json"] + options + ["-c", question], input: Data())
      return run.output + run.errors
    }
  }

  @Test(arguments: ["format-1.db"])
  func anOlderFileIsReadAsItIs(fixture: String) throws {
    defer { program.remove() }
    let data = try take(fixture)
    let writable = try answers()
    try expectEqual(answers("--readonly"), writable)
    #expect(writable.allSatisfy { !$0.contains("error") })
    try expectEqual(Data(contentsOf: program.folder.appendingPathComponent("x.db")), data)
    try expectEqual(sqlite("PRAGMA user_version"), "1\n")
  }

  @Test(arguments: ["format-1.db"])
  func theFirstWriteBringsAnOlderFileToThePresentFormat(fixture: String) throws {
    defer { program.remove() }
    _ = try take(fixture)
    let before = try answers()
    try expectEqual(program("x.db", "--actor", "bob", "-c", "set Person/3.age 21").status, 0)
    try expectEqual(
      sqlite("PRAGMA user_version; SELECT v FROM wb_state WHERE k = 'version'"), "9\n9\n")
    try expectEqual(sqlite("PRAGMA integrity_check"), "ok\n")
    try expectEqual(
      sqlite(
        "SELECT group_concat(name) FROM pragma_index_list('Person') WHERE \"unique\" ORDER BY name"
      )
      .split(separator: ",").count, 3)
    try expectEqual(
      sqlite("SELECT count(*) FROM sqlite_schema WHERE sql LIKE '%TEXT UNIQUE%'"), "0\n")
    // All that was there is there, and everything can be taken back.
    try expectEqual(program("x.db", "--actor", "bob", "-c", "undo").status, 0)
    try expectEqual(
      answers().enumerated().filter { $0.offset < 3 || $0.offset == 6 }.map(\.element),
      before.enumerated().filter { $0.offset < 3 || $0.offset == 6 }.map(\.element))
    try expectEqual(program("x.db", "-c", "undo to #9").status, 0)
    try expectEqual(
      program("x.db", "-c", "get Person/1.age", "-c", "get Person/1.role").output, "43\nadmin\n")
    try expectEqual(program("x.db", "-c", "check").output, "")
    // What keeps values unique does so still, and the mended triggers are in force.
    #expect(try program("x.db", "-c", "new Person name=Ann").errors.contains("taken"))
    _ = try sqlite(
      "PRAGMA foreign_keys = ON; UPDATE Person SET spouse = 1 WHERE id = 2; "
        + "REPLACE INTO Person(name) VALUES('Ann')")
    try expectEqual(program("x.db", "-c", "check").output, "")
  }

  @Test func anOlderFileWhoseTableAnotherProgramHasChangedIsUpgradedToo() throws {
    defer { program.remove() }
    _ = try take("format-1.db")
    _ = try sqlite("ALTER TABLE Show ADD COLUMN extra TEXT; DROP INDEX wb_prop5")
    try expectEqual(program("x.db", "-c", "set Person/3.age 21").status, 0)
    try expectEqual(sqlite("PRAGMA integrity_check"), "ok\n")
    try expectEqual(sqlite("PRAGMA user_version"), "9\n")
    try expectEqual(sqlite("SELECT count(*) FROM sqlite_schema WHERE name = 'wb_prop5'"), "1\n")
    let found = try program("x.db", "-c", "check").output
    #expect(found.contains("another program has changed the table \"Show\""))
    #expect(try program("x.db", "-c", "new Show title=One").errors.contains("taken"))
  }

  /// `Review.rating` is `Integer in 1...5`, for which the formats before 5 had a default of 1.
  @Test func aTableKeepsADefaultOfAnOlderFormatUntilItsTypeIsAltered() throws {
    defer { program.remove() }
    _ = try take("format-1.db")
    func told(_ command: String) throws -> String {
      let run = try program("x.db", "--actor", "ann", "-c", command)
      return run.output + run.errors
    }
    let initial = "SELECT dflt_value FROM pragma_table_info('Review') WHERE name = 'rating'"
    let insertion = "INSERT INTO Review(text) VALUES('other')"
    let reviews = try told("list Review order by id")
    let findings = try told("check")
    #expect(try told("new Review text=x").contains("rating is required"))
    try expectEqual(sqlite("PRAGMA user_version"), "1\n")
    try expectEqual(told("set Person/3.age 21; list Review order by id; check"), reviews + findings)
    try expectEqual(sqlite("PRAGMA user_version; \(initial)"), "9\n1\n")
    try expectEqual(sqlite("\(insertion) RETURNING rating"), "1\n")
    #expect(try told("check; new Review text=x").contains("rating is required"))
    _ = try sqlite("DELETE FROM Review WHERE text = 'other'")
    // Another type is altered, then this one, which is taken back too.
    try expectEqual(told("alter Show { add day: Date? }; check"), findings)
    try expectEqual(sqlite(initial), "1\n")
    try expectEqual(told("alter Review { change rating: Integer in 1...6 }; check"), findings)
    for undone in [false, true] {
      if undone { #expect(!(try told("undo; check").contains("error"))) }
      try expectEqual(sqlite(initial), "\n")
      try expectEqual(sqlite(insertion), "")
      try expectEqual(told("list Review order by id; check"), reviews + findings)
    }
    try expectEqual(sqlite("PRAGMA integrity_check"), "ok\n")
  }

  /// A file of format 4 is made of a later one, whose table gets the default that it had then.
  @Test func aUniqueNumberOfAnOlderFormatIsRecordedWhereItsDefaultReplacesAnother() throws {
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
      WHERE name = 'Slot';
      PRAGMA writable_schema = RESET;
      DROP TABLE wb_source;
      UPDATE wb_state SET v = 4 WHERE k = 'version'; PRAGMA user_version = 4
      """)
    for isUpgraded in [false, true] {
      if isUpgraded { try expectEqual(told("set Slot/2.place 7"), "") }
      try expectEqual(sqlite("PRAGMA user_version"), (isUpgraded ? "9\n" : "4\n"))
      try expectEqual(told("check"), "")
      _ = try sqlite("INSERT OR REPLACE INTO Slot(name, place) VALUES('other', NULL)")
      try expectEqual(sqlite("SELECT place FROM Slot WHERE name = 'other'"), "5\n")
      try expectEqual(told("check"), "")
    }
    try expectEqual(told("list Slot").split(separator: "\n").count, 3)
  }

  /// `Fixtures/format-2.wb` made it with types that have the names of kinds which came after it.
  @Test func aTypeKeepsTheNameThatAKindHasByNow() throws {
    defer { program.remove() }
    let data = try take("format-2.db")
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
    #expect(findings.allSatisfy { $0.contains("is now also that of a kind") })
    try expectEqual(Data(contentsOf: program.folder.appendingPathComponent("x.db")), data)
    try expectEqual(sqlite("PRAGMA user_version"), "2\n")
    // The first write upgrades it, and the names mean what they did.
    try expectEqual(told("new Month name=June next=Month/1"), "Month/3\n")
    try expectEqual(sqlite("PRAGMA user_version"), "9\n")
    try expectEqual(told("count Month where next = Month/1"), "2\n")
    #expect(try told("define Other { at: Month? }").contains("Month is a type here"))
    try expectEqual(told("define Other { at: `Month`?, took: Duration, opens: Time? }"), "")
    try expectEqual(told("new Other at=Month/1 took=1:30 opens=08:30"), "Other/1\n")
    try expectEqual(
      told("list Other", "--json"),
      #"{"ref":"Other/1","at":"Month/1","took":"1:30","opens":"08:30"}"# + "\n")
    #expect(try told("undo 3") != "")
    try expectEqual(told("check").split(separator: "\n").count, 4)
  }

  /// There the first transactions define properties that refer to types which came later.
  @Test func aPastStateHasTypesThatReferToLaterOnes() throws {
    defer { program.remove() }
    _ = try take("format-2.db")
    func told(_ command: String) throws -> String {
      let run = try program("x.db", "--actor", "ann", "-c", command)
      return run.output + run.errors
    }
    try expectEqual(
      told("count Phone at #2; list time at #3; count Phone at #6"), "0\nref  at\n1\n")
    #expect(try told("undo to #3; count Month").hasPrefix("0\nundone"))
    // What refers to a type that is to come did so before that came.
    #expect(!(try told("undo to #1")).contains("error"))
    try expectEqual(told("types").split(separator: "\n").count, 2)
  }

  /// `Fixtures/format-3.wb` made it before a history could be compacted.
  @Test func aHistoryOfAnOlderFormatCanBeCompacted() throws {
    defer { program.remove() }
    let data = try take("format-3.db")
    func told(_ command: String) throws -> String {
      let run = try program("x.db", "--json", "--actor", "ann", "-c", command)
      return run.output + run.errors
    }
    let questions = ["list Sample; list Reading", "list Sample at #10; list Sample at #11"]
    let before = try questions.map(told)
    #expect(try told("check; blame Sample/1").contains(#""txn":12"#))
    try expectEqual(Data(contentsOf: program.folder.appendingPathComponent("x.db")), data)
    _ = try told("compact before #10")
    try expectEqual(questions.map(told), before)
    try expectEqual(told("log").split(separator: "\n").count, 3)
    try expectEqual(told("check"), "")
    try expectEqual(sqlite("PRAGMA user_version; PRAGMA integrity_check"), "9\nok\n")
    _ = try sqlite("DELETE FROM wb_change")
    try expectEqual(sqlite("SELECT count(*) > 20 FROM wb_change"), "1\n")
    // What another program writes is recorded by the triggers of the present format.
    _ = try sqlite("UPDATE Sample SET weight = weight + 1")
    #expect(try told("log limit 1").contains(#""kind":"other""#))
    try expectEqual(told("check"), "")
  }

  /// `Fixtures/format-4.wb` made it with addresses that differ in case only.
  @Test func aFileOfFormat4KeepsWhatItHasAndItsHistory() throws {
    defer { program.remove() }
    let data = try take("format-4.db")
    func told(_ command: String) throws -> String {
      let run = try program("x.db", "--json", "--actor", "ann", "-c", command)
      return run.output + run.errors
    }
    let present = "list Member; list Outing; list Note"
    let past = "list Member at #12; list Note at #12; diff #7 #12"
    let before = try told(present + "; " + past)
    #expect(!before.contains("error"))
    #expect(before.contains(#""ref":"Member/2","email":"Ann@example.org""#))
    try expectEqual(Data(contentsOf: program.folder.appendingPathComponent("x.db")), data)
    try expectEqual(told("set Member/3.name Rob; set Outing/1.leader Member/2"), "")
    try expectEqual(told("undo; undo"), "")
    try expectEqual(told(present + "; " + past), before)
    try expectEqual(sqlite("PRAGMA integrity_check"), "ok\n")
  }

  @Test func addressesOfAnOlderFileThatDifferInCaseOnlyStayAndAreNamed() throws {
    defer { program.remove() }
    let data = try take("format-4.db")
    func told(_ command: String) throws -> String {
      let run = try program("x.db", "--actor", "ann", "-c", command)
      return run.output + run.errors
    }
    let clash = "email is unique, and Member/1 has the same, whatever its case"
    #expect(try told("check").contains(clash))
    try expectEqual(Data(contentsOf: program.folder.appendingPathComponent("x.db")), data)
    // The first write upgrades the file, and the one index that cannot be stricter stays.
    try expectEqual(told("set Member/3.name Rob"), "")
    let indexes =
      "SELECT group_concat(sql LIKE '%NOCASE%') FROM sqlite_schema WHERE sql LIKE 'CREATE UNIQUE%mail%'"
      + " OR sql LIKE 'CREATE UNIQUE%other%'"
    try expectEqual(sqlite("PRAGMA user_version; \(indexes)"), "9\n0,1\n")
    let found = try told("check")
    #expect(found.contains(clash))
    #expect(found.contains("takes addresses that differ in case only"))
    #expect(!found.contains("another program"))
    #expect(
      try told("set Member/3.other \"ANN@WORK.example.org\"").contains("is taken by Member/1"))
    // What alters the table, or takes its indexes away for a moment, leaves that index too.
    #expect(
      !(try told(
        "alter Member { add born: Date? }; undo; alter Member { change name: Text key length 1...9 }"
      )).contains("error"))
    #expect(try told("begin; set Member/1.other nil; undo to #20").contains("error"))
    try expectEqual(sqlite(indexes), "0,1\n")
    // No other such address comes, and what is there stays and can be kept.
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
    #expect(try told("set Member/2.email \"anna@example.org\"; check --repair").contains("mended"))
    try expectEqual(sqlite(indexes), "1,1\n")
    #expect(try told("set Member/2.email \"ANN@example.org\"").contains("is taken by Member/1"))
    try expectEqual(told("check"), "")
    try expectEqual(sqlite("PRAGMA integrity_check"), "ok\n")
  }

  @Test func theHistoryAndTheStateOfAnOlderFileAreWrittenSoThatTheyCanBeReplayed() throws {
    defer { program.remove() }
    for (fixture, left) in [("format-2.db", [String]()), ("format-4.db", ["Member/2"])] {
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
          "# \(record).email was \"Ann@example.org\", which no command sets: Member/1 has the same, "
          + "whatever its case; \(record) is left out\n"
        #expect(script.contains(remark))
        #expect(dump.contains(remark))
      }
      for file in ["x.db", "y.db", "z.db"] {
        try FileManager.default.removeItem(at: program.folder.appendingPathComponent(file))
      }
    }
  }

  /// `Fixtures/format-4-expressions.wb` made it while choices were ordered by alphabet, moments
  /// without a zone were compared as texts, and decimals were binary fractions.
  @Test func aFileOfOlderExpressionsKeepsItsColumnsAndItsRules() throws {
    defer { program.remove() }
    let data = try take("format-4-expressions.db")
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
    // What was computed otherwise, and what a rule now says of a choice.
    let found = try program("x.db", "--json", "-c", "check").output.split(separator: "\n")
    let expected = [
      ("cents is not what (floor(price * 100)) gives", 1),
      ("cents is not what (floor(price * 100)) gives", 2),
      ("rest is not what (price % 2) gives", 1), ("rest is not what (price % 2) gives", 2),
      (#"below is not what (level < \"mid\") gives"#, 1),
      (#"below is not what (level < \"mid\") gives"#, 3),
      (#"breaks dear, must be cheap: price is 200.00, level is \"high\""#, 3),
    ]
    expectEqual(found.count, expected.count)
    for (line, (finding, number)) in zip(found, expected) {
      #expect(line.hasPrefix(#"{"finding":"\#(finding)","ref":"Item/\#(number)""#), "\(line)")
    }
    try expectEqual(Data(contentsOf: program.folder.appendingPathComponent("x.db")), data)
    // The first write upgrades the file, and names the rule whose verdict has changed.
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

  /// Until format 6 every list of records owned them, and did not say so.
  @Test func listsOfAnOlderFileOwnTheirRecordsAndSaySo() throws {
    defer { program.remove() }
    let data = try take("format-5.db")
    let old = "define Show { title: Text key, reviews: [Review], rate: Double? in 0...10 }"
    let wanted =
      "define Show {\n  title: Text key\n  reviews: [Review] owned\n  rate: Double? in 0.0...10.0\n}"
    #expect(try program("x.db", "-c", "schema").output.contains(wanted))
    #expect(try program("x.db", "-c", "history --script").output.contains(wanted))
    try expectEqual(
      program("x.db", "-c", "list Show at #6", "-c", "show Show/1 at #6").output,
      program("x.db", "--readonly", "-c", "list Show at #6", "-c", "show Show/1 at #6")
        .output)
    let refused = try program("x.db", "-c", old)
    expectEqual(refused.status, 1)
    #expect(refused.errors.contains("it has reviews: [Review] owned"))
    #expect(refused.errors.contains("alter Show { change reviews: [Review] }"))
    try expectEqual(Data(contentsOf: program.folder.appendingPathComponent("x.db")), data)
    // A command that fails takes the upgrade back, and what comes after it reads the old file.
    let again = try program("x.db", "-k", "-c", old, "-c", "list Show", "-c", "list Show at #6")
    try expectEqual(
      again.output, program("x.db", "-c", "list Show", "-c", "list Show at #6").output)
    // The first write says so in the file, in all definitions that there ever were.
    let reviews = try program("x.db", "-c", "list Review").output
    try expectEqual(program("x.db", "-c", "set Show/1.rate 9").status, 0)
    try expectEqual(
      sqlite(
        "PRAGMA user_version; SELECT count(*) FROM wb_def WHERE new GLOB '*: [[]Review]' OR old GLOB '*: [[]Review]'"
      ), "9\n0\n")
    try expectEqual(program("x.db", "-c", "check").output, "")
    try expectEqual(program("x.db", "-c", "list Review").output, reviews)
    // What leaves a list that owns is deleted; what leaves one that refers is not.
    try expectEqual(
      program("x.db", "-c", "remove Show/1.reviews 0", "-c", "count Review").output, "2\n")
    try expectEqual(program("x.db", "-c", "undo", "-c", "undo to #9", "-c", "check").status, 0)
    try expectEqual(
      program(
        "x.db", "-c", "alter Show { change reviews: [Review] }", "-c", "remove Show/1.reviews 0",
        "-c", "count Review", "-c", "get Show/1.reviews", "-c", "check"
      ).output, "3\n[Review/2]\n")
    #expect(
      try program("x.db", "-c", "undo", "-c", "undo", "-c", "get Show/1.reviews").output
        .hasSuffix("[Review/1, Review/2]\n"))
  }

  /// Until format 7 there were no titles, screens of a type, commands or rules that read the clock.
  @Test func aFileOfFormat6IsReadAsItIsAndUpgradedByTheFirstWrite() throws {
    defer { program.remove() }
    let data = try take("format-6.db")
    let read =
      "schema; list Member; list Outing at #18; check; history Outing/1.crew; open Card Member/1"
    let before = try program("x.db", "-c", read)
    #expect(before.status == 0 && before.output.contains("Ann Milner"), "\(before)")
    try expectEqual(Data(contentsOf: program.folder.appendingPathComponent("x.db")), data)
    try expectEqual(program("x.db", "-c", "alter Member { change name: Text title }").status, 0)
    try expectEqual(sqlite("PRAGMA user_version"), "9\n")
    try expectEqual(program("x.db", "-c", "undo").status, 0)
    try expectEqual(program("x.db", "-c", read).output, before.output)
    #expect(
      try program("x.db", "-c", "undo to #19", "-c", "get Outing/1.crew").output.contains(
        "Member/2"))
  }

  /// Until format 8 all changes of a transaction were from one place.
  @Test func aFileOfFormat7IsReadAsItIsAndUpgradedByTheFirstWrite() throws {
    defer { program.remove() }
    let data = try take("format-7.db")
    let read =
      "schema; list Member at #7; check; history Member; blame Member/1; diff #5 #7; log"
    let before = try program("x.db", "--json", "-c", read)
    #expect(before.status == 0 && before.output.contains("format-7.wb:9"), "\(before)")
    try expectEqual(Data(contentsOf: program.folder.appendingPathComponent("x.db")), data)
    try program.write(
      "set Member/1.name \"Ann\"\n\nset Member/1.number 8\n", to: "two.wb")
    try expectEqual(program("x.db", "--atomic", "-f", "two.wb").status, 0)
    try expectEqual(sqlite("PRAGMA user_version"), "9\n")
    try expectEqual(
      sqlite("SELECT source FROM history ORDER BY change DESC LIMIT 3"),
      "two.wb:3\ntwo.wb:1\nTests/WorkbenchTests/Fixtures/format-7.wb:15\n")
    try expectEqual(program("x.db", "-c", "undo").status, 0)
    try expectEqual(program("x.db", "-c", "check").output, "")
  }

  /// Until format 8 the hash of the triggers was one of all of them, in the order of their names.
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

  @Test func theFormatOfANewFileIsTheOneDescribedAndEachBeforeItHasAFixture() throws {
    defer { program.remove() }
    try expectEqual(program("x.db", "-c", "define T { a: Text? }").status, 0)
    let version = try #require(
      Int(try sqlite("PRAGMA user_version").trimmingCharacters(in: .newlines)))
    let article = try String(
      contentsOf: Program.root.appendingPathComponent(
        "Sources/RecordStore/RecordStore.docc/FileFormat.md"), encoding: .utf8)
    #expect(article.contains("the number of the format,\nwhich is \(version)."))
    for older in 1..<version {
      let fixture = Self.fixtures.appendingPathComponent("format-\(older).db")
      #expect(FileManager.default.fileExists(atPath: fixture.path))
    }
  }
}
