import Replies
import Session
import TestSupport
import Testing

@Suite struct HistoryTests {
  @Test func severalCommandsAreOneTransactionWithAReason() throws {
    let talk = try Conversation(people)
    talk.tell("begin \"the :(1 + 1)nd look\"\nset ann.age 1\nset ann.fee 2\ncommit")
    let entry = try #require(talk.tell("log limit 1").first)
    #expect(entry.contains("|ann|the 2nd look|test:1|edit|"))
    #expect(entry.hasSuffix("|false|2"))
    talk.tell("undo")
    expectEqual(talk.tell("get ann.age; get ann.fee"), ["41", "0.00"])
  }

  @Test func aFailedCommandInsideBeginTakesBackItselfOnly() throws {
    let talk = try Conversation(people)
    talk.tell("begin\nset ann.age 1")
    expectEqual(talk.tell("set ann.age 200").first?.hasPrefix("error rule"), true)
    expectEqual(talk.tell("commit; get ann.age"), ["1"])
  }

  @Test func beginInsideBeginAndCommitOutsideAreRefused() throws {
    let talk = try Conversation()
    expectEqual(talk.tell("commit").first?.hasPrefix("error refused 1:1: "), true)
    expectEqual(talk.tell("rollback").first?.hasPrefix("error refused 1:1: "), true)
    expectEqual(talk.tell("begin\nbegin").first?.hasPrefix("error refused 2:1: "), true)
    expectEqual(talk.tell("undo").first?.hasPrefix("error refused 1:1: "), true)
  }

  @Test func historyIsCutByTimeActorRecordAndNumber() throws {
    let talk = try Conversation(people)
    talk.advance(milliseconds: 3_600_000)
    talk.tell("set ann.age 1")
    talk.advance(milliseconds: 3_600_000)
    talk.tell("set ann.age 2\nnew Person name=Bob")
    func values(_ command: String) -> [String] {
      talk.tell(command).map { String($0.split(separator: "|").last ?? "") }
    }
    expectEqual(values("history ann.age"), ["41", "1", "2"])
    expectEqual(values("history ann.age limit 2"), ["1", "2"])
    expectEqual(values("history ann.age since \"2026-11-21 11:30\""), ["2"])
    expectEqual(values("history ann.age until \"2026-11-21 11:30\""), ["41", "1"])
    expectEqual(values("history ann.age since 2026-11-22"), [])
    expectEqual(values("history ann.age since #3 until #3"), ["1"])
    expectEqual(values("history ann.age by bob"), [])
    expectEqual(
      values("history Person where name = 'Bob' limit 1"), values("history Person/2 limit 1"))
    expectEqual(talk.tell("history Person/9").first, "error name 1:9: Person/9 never existed")
    expectEqual(
      talk.tell("history ann since \"x\"").first?.hasPrefix(
        "error value 1:19: \"x\" is not a time"), true)
  }

  @Test func sqlReadsEveryTableAndWritesNone() throws {
    let talk = try Conversation(people)
    expectEqual(talk.tell("sql \"select name, age from Person\""), ["Ann|41"])
    expectEqual(talk.tell("sql \"select count(*) from history where event = 'set'\""), ["4"])
    expectEqual(
      talk.tell("sql \"delete from Person\"").first?.hasPrefix("error expression 1:5: "), true)
    expectEqual(talk.tell("count Person; check"), ["1"])
  }

  @Test func columnsOfOneNameAreToldApart() throws {
    let replies = try Conversation().replies(to: "sql \"select 1 as a, 2 as a, 3 as a\"")
    expectEqual(replies.first, .tableBegins([Column("a"), Column("a:2"), Column("a:3")]))
  }

  @Test func expectHoldsFailsAndStopsTheScript() throws {
    let talk = try Conversation(people)
    expectEqual(talk.tell("expect (:ann.age = 41)"), [])
    expectEqual(
      talk.tell("expect (:ann.age = 42)\necho \"on\""),
      [
        "error expect 1:9: expected (:ann.age = 42), which is false"
      ])
    expectEqual(talk.tell("expect error \"no such property\" { set ann.agee 1 }"), [])
    expectEqual(
      talk.tell("expect error \"\" { expect (1 = 2) }").first?.hasPrefix("error expect"), true)
    expectEqual(
      talk.tell("field f on ann.age\nexpect rejected { type f \"x\"; delete Person/99 }").last,
      "error name 2:38: there is no Person/99")
    expectEqual(talk.tell("expect error \"no command\" { frobnicate }"), [])
    expectEqual(
      talk.tell("expect error \"taken\" { set ann.agee 1 }").first,
      "error expect 1:14: expected an error with \"taken\"; it was: no such property: Person has no \"agee\""
    )
    expectEqual(talk.finish().status, 4)
  }

  @Test func anIncludedFileRunsInTheSameSession() throws {
    let talk = try Conversation(
      people, files: ["more": "set ann.age 1\necho \"in\"", "bad": "types\nx"])
    expectEqual(talk.tell("include \"more\"\nget ann.age"), ["in", "1"])
    expectEqual(talk.tell("include \"bad\"").last, "error name 2:1: there is no command \"x\"")
    expectEqual(talk.tell("include \"none\""), ["error file 1:9: none cannot be read"])
  }

  @Test func exitInsideAnExpectEndsTheScriptToo() throws {
    let talk = try Conversation()
    expectEqual(talk.tell("expect error \"x\" { exit 3 }\necho \"b\""), [])
    expectEqual(talk.finish().status, 3)
  }

  @Test func exitEndsTheScriptWithItsStatus() throws {
    let talk = try Conversation()
    expectEqual(talk.tell("echo \"a\"\nexit 3\necho \"b\""), ["a"])
    expectEqual(talk.finish().status, 3)
  }

  @Test(arguments: ["log", "history Person"])
  func todayAndNowAreMoments(command: String) throws {
    let talk = try Conversation("define Person { age: Integer? }\nnew Person age=1")
    let all = talk.tell("\(command)")
    #expect(all.count > 1)
    expectEqual(talk.tell("\(command) since today until now"), all)
    talk.advance(milliseconds: 86_400_000)
    expectEqual(talk.tell("\(command) since today"), [])
    expectEqual(talk.tell("\(command) until today"), all)
  }

  private static let lists = """
    define B { name: Text key }
    define A { name: Text key; mem: [B] on delete clear; own: [B] owned; tags: [Text] }
    new B name=b1
    new A name=a1
    append A/1.mem B/1
    append A/1.own new B name=o1
    append A/1.tags t
    new A name=a2
    """

  @Test func theLogOfARecordAndOfATypeHasTheChangesOfItsLists() throws {
    let talk = try Conversation(Self.lists)
    func numbers(_ command: String) -> [String] {
      talk.tell(command).map { String($0.prefix { $0.isNumber }) }
    }
    expectEqual(numbers("log A/1"), ["7", "6", "5", "4"])
    expectEqual(numbers("log A"), ["8", "7", "6", "5", "4", "2"])
    talk.tell("set A/1.mem []")
    expectEqual(numbers("log A/1 limit 1"), ["9"])
  }

  @Test func aListThatIsAsItWasDoesNotDiffer() throws {
    let talk = try Conversation(Self.lists)
    talk.tell("set A/1.mem []; set A/1.mem [B/1]")
    expectEqual(talk.tell("diff #8"), [])
    talk.tell("delete A/1; restore A/1 to #8")
    expectEqual(talk.tell("diff #8").filter { $0.contains("mem") }, [])
    talk.tell("set A/1.mem []")
    expectEqual(talk.tell("diff #8").filter { $0.contains("mem") }.count, 1)
  }

  private static let outing = """
    define Person { name: Text title }
    define Stop { place: Text title }
    define Outing { day: Date = 2026-05-01; crew: [Person]; stops: [Stop] owned }
    new Person name=Ann; new Person name=Bob
    new Outing
    append Outing/1.crew Person/1; append Outing/1.crew Person/2
    append Outing/1.stops new Stop place=Inn
    set Outing/1.day 2026-05-02
    move Outing/1.crew 0 1
    remove Outing/1.crew 0; remove Outing/1.stops 0

    """

  @Test func theHistoryOfARecordHasItsLists() throws {
    let talk = try Conversation(Self.outing)
    let rows = talk.tell("history Outing/1").map { $0.split(separator: "|").suffix(4) }
    let told = rows.map { $0.joined(separator: "|") }
    expectEqual(
      told,
      [
        "create|nil|nil|1", "set|day|nil|2026-05-01", "set|crew|nil|Person/1",
        "set|crew|nil|Person/2", "set|stops|nil|Stop/1", "set|day|2026-05-01|2026-05-02",
        "set|crew|Person/1|Person/1", "set|crew|Person/2|nil", "set|stops|Stop/1|nil",
      ])
    expectEqual(talk.tell("history Outing/1 limit 2").count, 2)
    expectEqual(talk.tell("history Outing/1 limit 1").first?.hasSuffix("Stop/1|nil"), true)
    expectEqual(talk.tell("history Outing/1 by nobody"), [])
    let person = try Conversation(Self.outing, isForPerson: true)
    let words = person.tell("history Outing/1")
    for change in [
      "crew + Ann (Person/1) at 0", "crew Ann (Person/1) 0 → 1", "stops + Stop/1 at 0",
      "crew - Bob (Person/2) at 0",
    ] {
      #expect(words.contains { $0.contains(change) }, "\(change) in \(words)")
    }
  }
}
