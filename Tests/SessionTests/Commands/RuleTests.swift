import Foundation
import TestSupport
import Testing

@Suite struct RuleTests {
  static let workers = """
    define Person { name: Text key, age: Integer? in 0...150, boss: Integer? }
    rule Person.grown "must be 18 to lead" : boss is null or age >= 18
    let ann = put Person["Ann"] age=12
    """
  private static let refusal = "breaks grown, must be 18 to lead: age is"

  @Test(arguments: [
    ("set ann.boss 1", "1:5", "Person/1 \(refusal) 12, boss is 1"),
    ("set ann boss=2 age=17", "1:5", "Person/1 \(refusal) 17, boss is 2"),
    ("new Person name=Bob age=3 boss=1", "1:5", "Person/2 \(refusal) 3, boss is 1"),
    ("put Person[\"Ann\"] boss=1", "1:5", "Person/1 \(refusal) 12, boss is 1"),
    ("put Person[\"Bob\"] age=3 boss=1", "1:5", "Person/2 \(refusal) 3, boss is 1"),
  ])
  func aCommandThatWouldLeaveARuleBrokenIsRefused(
    command: String, place: String, words: String
  ) throws {
    let talk = try Conversation(Self.workers)
    expectEqual(talk.tell(command), ["error rule \(place): \(words)"])
    expectEqual(talk.tell("list Person; check"), ["Person/1|Ann|12|nil"])
  }

  @Test func ifOnePropertyIsToBlameItsValueIs() throws {
    let talk = try Conversation(Self.workers)
    talk.tell("rule Person.adult : age > 3")
    expectEqual(
      talk.tell("set ann boss=nil age=2"), ["error rule 1:22: Person/1 breaks adult: age is 2"])
  }

  @Test func insideBeginEachCommandIsChecked() throws {
    let talk = try Conversation(Self.workers)
    expectEqual(talk.tell("begin\nset ann.boss 1").first?.hasPrefix("error rule 2:5"), true)
    expectEqual(talk.tell("set ann.age 20; set ann.boss 1; commit"), [])
    expectEqual(talk.tell("list Person"), ["Person/1|Ann|20|1"])
  }

  @Test func aScriptThatStopsHalfWayLeavesNoRuleBroken() throws {
    let talk = try Conversation(Self.workers)
    talk.tell("begin\nset ann.age 30\nset ann.boss 1\nset ann.age 3\ncommit")
    expectEqual(talk.tell("list Person"), ["Person/1|Ann|30|1"])
    expectEqual(talk.finish().lines.first?.contains("rolled back"), true)
    let other = try Conversation(Self.workers)
    expectEqual(
      other.tell("set ann.age 30\nset ann.boss 1\nset ann.age 3\nset ann.boss nil").last,
      "error rule 3:5: Person/1 \(Self.refusal) 3, boss is 1")
    expectEqual(other.tell("list Person; check"), ["Person/1|Ann|30|1"])
  }

  @Test func aWarningGoesWithACommandThatGoesThrough() throws {
    let talk = try Conversation(Self.workers)
    talk.tell("rule Person.grown \"must be 18 to lead\" severity warn : boss is null or age >= 18")
    let words = "warning rule 1:1: Person/1 \(Self.refusal)"
    expectEqual(talk.tell("set ann.boss 1"), ["\(words) 12, boss is 1"])
    expectEqual(talk.tell("set ann.age 13; get ann.age"), ["13"])
    expectEqual(talk.tell("set ann.age 200").count, 1)
    for command in ["undo", "redo", "begin\nset ann.age 14\nset ann.name Anna\ncommit"] {
      #expect(!talk.tell(command).contains { $0.hasPrefix("warning") }, "\(command)")
    }
    expectEqual(talk.finish().status, 1)
  }

  @Test func inAFieldReturnRefusesAndEscapeTakesItBack() throws {
    let talk = try Conversation(Self.workers)
    talk.tell("set ann age=20 boss=1\nlabel l on ann.age\nfield f on ann.age")
    let refused = talk.tell("type f \"<All>17<Return>\"")
    expectEqual(
      refused,
      [
        "l: 1", "l: 17", "f: \"17\" ann.age = 17 (editing)",
        "error rule 1:8: Person/1 \(Self.refusal) 17, boss is 1",
      ])
    expectEqual(talk.tell("get ann.age; count Person where age = 20"), ["17", "1"])
    expectEqual(talk.tell("type f \"<Esc>\""), ["l: 20", "f: \"20\" ann.age = 20"])
    expectEqual(talk.tell("type f \"<All>18<Return>\"").last, "f: \"18\" ann.age = 18")
    expectEqual(talk.tell("check"), [])
  }

  @Test func anEditingThatBreaksARuleCannotBeLeftByAnotherCommand() throws {
    let talk = try Conversation(Self.workers)
    talk.tell("set ann age=20 boss=1\nfield f on ann.age\ntype f \"<All>17\"")
    let error = talk.tell("set ann.name Anna").last
    expectEqual(
      error,
      "error rule 1:1: f is being edited and cannot be left: Person/1 \(Self.refusal) 17, "
        + "boss is 1")
    expectEqual(talk.tell("list Person"), ["Person/1|Ann|20|1"])
  }

  @Test func aRuleThatIsAlreadySoDoesNothing() throws {
    let talk = try Conversation(Self.workers)
    let log = talk.tell("log")
    #expect(
      talk.tell("rule Person.grown \"must be 18 to lead\":  boss IS null or age>=18").count < 2)
    expectEqual(talk.tell("rule Person.grown \"must be 18 to lead\":  boss is null or age>=18"), [])
    expectEqual(
      talk.tell("rule Person.grown : boss is null or age >= 18; describe Person").count, 4)
    expectEqual(talk.tell("log limit 1").first?.contains("|schema|rule Person.grown : boss"), true)
    #expect(log.count < talk.tell("log").count)
  }

  @Test func whileRecordsBreakARuleTheyAreListedAndNothingChanges() throws {
    let talk = try Conversation(Self.workers)
    for number in 1...12 { talk.tell("new Person name=\"\(number)\" age=3") }
    let named = (2...10).map { "Person/\($0)" }.joined(separator: ", ")
    let words = "13 records break grown, must be 21: Person/1, \(named) and 3 more"
    let text = "\"must be 21\""
    expectEqual(
      talk.tell("rule Person.grown \(text) : age >= 21"),
      ["error rule 1:13: \(words) (list Person where not (age >= 21))"])
    expectEqual(talk.tell("describe Person").last?.contains("must be 18"), true)
    expectEqual(talk.tell("list Person where not (age >= 21)").count, 13)
    expectEqual(
      talk.tell("rule Person.grown \(text) severity warn : age >= 21"),
      ["warning rule 1:1: \(words)"])
  }

  @Test(arguments: [
    (
      "rule Person.x : agee > 3",
      "name 1:17: no such property: Person has no \"agee\" (did you mean \"age\"?)"
    ),
    ("rule Persn.x : age > 3", "name 1:6: there is no type \"Persn\" (did you mean \"Person\"?)"),
    (
      "rule Person.x : age > :ann.age",
      "expression 1:23: a rule cannot read session names such as :ann.age"
    ),
    (
      "rule Person.x : age > :today",
      "expression 1:23: a rule cannot read session names such as :today (use severity warn; "
        + "otherwise records could become invalid without being changed)"
    ),
    (
      "rule Person.x : age > random()",
      "expression 1:23: random() is not deterministic and cannot be used in an expression"
    ),
    (
      "rule Person.Grown : age > 3",
      "name 1:13: Grown differs only in case from grown, which Person already has"
    ),
    ("drop rule Person.gron", "name 1:18: Person has no rule \"gron\" (did you mean \"grown\"?)"),
    ("drop rule Persn.grown", "name 1:11: there is no type \"Persn\" (did you mean \"Person\"?)"),
    (
      "drop typ Person",
      "syntax 1:6: expected \"type\", \"rule\", \"index\", \"formatter\", \"screen\", \"layout\", "
        + "\"command\" or \"on\" after \"drop\", not \"typ\" (did you mean \"type\"?)"
    ),
  ])
  func aMistakeIsRefusedWhereItIsWritten(command: String, error: String) throws {
    let talk = try Conversation(Self.workers)
    expectEqual(talk.tell(command), ["error \(error)"])
    expectEqual(talk.tell("describe Person").count, 4)
  }

  @Test func aDroppedRuleIsGone() throws {
    let talk = try Conversation(Self.workers)
    expectEqual(talk.tell("drop rule Person.grown; set ann.boss 1; check"), [])
    expectEqual(talk.tell("describe Person").count, 3)
  }

  @Test func anotherSessionKeepsTheRulesOfTheFile() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "rule-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "people.db").path
    let talk = try Conversation(Self.workers, database: path)
    let other = try Conversation(database: path)
    expectEqual(other.tell("set Person/1.boss 1").first?.hasPrefix("error rule 1:5"), true)
    talk.tell("drop rule Person.grown\nrule Person.late severity warn : name < 'B'")
    expectEqual(
      other.tell("describe Person").last, "nil|rule|rule Person.late severity warn : name < 'B'")
    expectEqual(other.tell("set Person/1.boss 1"), [])
    let readOnly = try Conversation(database: path, isReadOnly: true)
    expectEqual(readOnly.tell("rule Person.late severity warn : name < 'B'; check"), [])
    expectEqual(
      readOnly.tell("rule Person.late : name < 'B'").first?.hasPrefix("error store"), true)
  }

  // MARK: Rules that read the clock

  private static let loans = """
    define Loan { item: Text key, due: Date?, made: DateTime = now }
    rule Loan.late "is overdue" severity warn : due is null or due >= today
    """

  @Test func aRuleThatWarnsIsJudgedByTheClockWhenARecordIsStoredAndWhereItIsShown() throws {
    let talk = try Conversation(Self.loans, isForPerson: true)
    expectEqual(talk.tell("new Loan item=pen due=2026-11-21"), ["Loan/1"])
    expectEqual(
      talk.tell("new Loan item=cup due=2026-11-20"),
      ["Loan/2", "warning rule: Loan/2 breaks late, is overdue: due is 2026-11-20"])
    expectEqual(talk.tell("check").map { $0.split(separator: "|")[1] }, ["Loan/2"])
    let day = 86_400_000
    talk.advance(milliseconds: day)
    expectEqual(talk.tell("check").map { $0.split(separator: "|")[1] }, ["Loan/1", "Loan/2"])
    expectEqual(talk.tell("set Loan/1.item pencil"), [])
    expectEqual(talk.tell("set Loan/1.due (today + 1)"), [])
  }

  @Test func todayIsTheUsersAndNowTheMoment() throws {
    let rules = Self.loans + "\nrule Loan.future severity warn : made <= :now"
    for (hours, warns) in [(0, true), (14, false)] {
      // At 10:00 UTC it is already the 22nd 14 hours ahead.
      let talk = try Conversation(rules, hoursAhead: hours)
      let said = talk.tell("new Loan item=a due=2026-11-21 made=2026-11-21T10:00:00Z")
      expectEqual(said.contains { $0.contains("breaks late") }, !warns, "\(said)")
      #expect(!said.contains { $0.contains("breaks future") }, "\(said)")
      #expect(
        talk.tell("new Loan item=b made=2026-11-21T10:00:01Z")
          .contains { $0.contains("breaks future") })
    }
  }

  @Test func aRuleThatReadsTheClockIsKeptAndWrittenAndRenamed() throws {
    let talk = try Conversation(Self.loans)
    talk.tell("new Loan item=pen due=2026-11-20; alter Loan { rename due to back }")
    let schema = talk.tell("schema")
    #expect(schema.joined().contains("severity warn : back is null or back >= today"))
    try expectEqual(Conversation(schema.joined(separator: "\n")).tell("schema"), schema)
    let script = talk.tell("history --script").joined(separator: "\n")
    #expect(!script.contains("can no longer be defined"))
    try expectEqual(Conversation(script).tell("schema"), schema)
    expectEqual(
      talk.tell("undo; set Loan/1.due nil; set Loan/1.due 2026-11-19").last?.contains(
        "breaks late"), true)
    // A property named `today` takes precedence.
    talk.tell("alter Loan { add today: Date = 2026-01-01 }")
    expectEqual(talk.tell("check"), [])
  }

  @Test(arguments: [
    "due >= today", "due >= :today", "made < now", "count(Loan where due < today) < 3",
  ])
  func aRuleThatRefusesCannotReadTheClock(condition: String) throws {
    let talk = try Conversation(Self.loans)
    expectEqual(
      talk.tell("rule Loan.strict : \(condition)").first?
        .contains("use severity warn"), true)
    expectEqual(talk.tell("rule Loan.strict severity warn : \(condition)"), [])
    expectEqual(
      talk.tell("rule Loan.strict : \(condition)").first?
        .contains("use severity warn"), true)
  }

  @Test func aWarningIsAboutRecordsWhoseVerdictHasChanged() throws {
    let talk = try Conversation(
      """
      define Part { n: Integer; least: Integer = 5; note: Text? }
      rule Part.low "is low" severity warn : n >= least

      """)
    func warned(_ command: String) -> [String] {
      talk.tell(command).filter { $0.contains("is low") }.map { line in
        String(line.split(separator: " ").first { $0.hasPrefix("Part/") } ?? "")
      }
    }
    expectEqual(warned("new Part n=1"), ["Part/1"])
    expectEqual(warned("set Part/1.note \"x\""), [])
    expectEqual(warned("set Part/1.n 2"), [])
    expectEqual(warned("new Part n=9"), [])
    expectEqual(warned("set Part/2.n 3"), ["Part/2"])
    expectEqual(warned("undo"), [])
    expectEqual(warned("redo"), ["Part/2"])
    expectEqual(warned("set Part where n < 5 : note=\"y\""), [])
    expectEqual(warned("undo"), [])
    expectEqual(warned("set Part where n < 5 : n=9"), [])
    expectEqual(warned("undo"), ["Part/1", "Part/2"])
    expectEqual(warned("revert #9"), [])
    expectEqual(warned("delete Part/1"), [])
    expectEqual(warned("undo"), ["Part/1"])
  }
}
