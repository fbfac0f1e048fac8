import Replies
import Session
import TestSupport
import Testing

@Suite struct ReferenceListsTests {
  private static let script = """
    define Person { name: Text key, boss: Person? on delete clear, outings: [Outing] by crew, team: [Person] by boss }
    define Outing { day: Date, crew: [Person] on delete clear }
    new Person name=Ann as ann
    new Person name=Bob boss=ann as bob
    new Person name=Cy boss=ann as cy
    new Outing day=2026-05-01 crew=[ann, Person["Bob"]] as o
    new Outing day=2026-05-02 as p
    """

  private func conversation() throws -> Conversation { try Conversation(Self.script) }

  private func list(_ numbers: Int...) -> String {
    "[" + numbers.map { "Person/\($0)" }.joined(separator: ", ") + "]"
  }

  @Test func recordsComeGoMoveAndAreSet() throws {
    let talk = try conversation()
    func after(_ command: String) -> [String] { talk.tell("\(command); get o.crew") }
    expectEqual(talk.tell("get o.crew; get p.crew"), [list(1, 2), "[]"])
    expectEqual(after("append o.crew cy"), [list(1, 2, 3)])
    expectEqual(after("move o.crew 2 0"), [list(3, 1, 2)])
    expectEqual(after("remove o.crew 1"), [list(3, 2)])
    expectEqual(after("remove o.crew Person[\"Cy\"]"), [list(2)])
    expectEqual(after("insert o.crew 0 new Person name=Dora"), ["Person/4", list(4, 2)])
    expectEqual(after("set o.crew [cy, :ann, Person/2]"), [list(3, 1, 2)])
    expectEqual(after("set o day=2026-05-03 crew=[bob]"), [list(2)])
    expectEqual(after("set o.crew[0] ann"), [list(1)])
    expectEqual(after("set o.crew []"), ["[]"])
    expectEqual(talk.tell("count Person; check"), ["4"])
    talk.tell("undo 9")
    expectEqual(talk.tell("get o.crew; count Person; check"), [list(1, 2), "3"])
    talk.tell("redo 9")
    expectEqual(talk.tell("get o.crew; count Person; check"), ["[]", "4"])
  }

  /// Two of three items stay.
  @Test func aListIsSetByAsFewChangesAsItTakes() throws {
    let talk = try conversation()
    talk.tell("append o.crew cy")
    let before = Int(talk.tell("sql \"select max(change) from history\"").last ?? "") ?? 0
    talk.tell("set o.crew [cy, ann, bob]")
    expectEqual(
      talk.tell("sql \"select property, id from history where change > \(before)\""), ["at|3"])
  }

  @Test(arguments: [
    ("append o.crew ann", "Person/1 is already in Outing/1.crew, at position 0"),
    ("set o.crew [ann, ann]", "Person/1 is given twice, but a list contains each record only once"),
    ("new Outing day=2026-01-01 crew=[bob, bob]", "is given twice"),
    ("remove o.crew cy", "Person/3 is not in Outing/1.crew"),
    ("remove o.crew 2", "has no position 2"), ("append o.crew Person/9", "there is no Person/9"),
    ("append o.crew p", "Person"), ("set o.crew bob", "expected records of Person"),
    ("append ann.outings p", "outings lists the Outing records that refer to this record by crew"),
    ("set ann.team []", "team lists the Person records that refer to this record by boss"),
    ("remove ann.team 0", "refer to this record by boss"),
    ("move ann.team 0 1", "refer to this record by boss"),
    ("define X { a: [Person] by nope }", "Person has no property nope"),
    ("define X { a: [Person] by name }", "Person.name does not refer to X records"),
    ("define X { a: [Text] owned }", "cannot be owned"),
    ("define X { a: [Text] by b }", "cannot have \"by\""),
    ("define X { a: Person owned }", "cannot be owned"),
    ("define X { a: [Person] owned by boss }", "cannot be used together"),
    ("define X { a: [Person] owned on delete clear }", "deleted with their owner"),
    ("define X { a: [Person] by boss on delete clear }", "put \"on delete\" there"),
    ("define X { y: [Y] by x }; define Y { x: X?, z: [X] by y }", "is itself an inverse"),
    (
      "define Outing_crew { x: Text? }",
      "Outing_crew is the name of the table for the references of Outing.crew"
    ),
    (
      "define `Outing.crew` { x: Text? }",
      "is the name of the table for the references of Outing.crew"
    ),
    ("alter Person { drop boss }", "Person.team cannot be [Person] by boss"),
    ("alter Outing { drop crew }", "Person.outings cannot be [Outing] by crew"),
    ("alter Person { change team: [Person] }", "add another property and drop this one"),
  ])
  func whatIsWrongIsRefusedAndNothingIsLost(command: String, words: String) throws {
    let talk = try conversation()
    let before = talk.tell("list Person; list Outing; describe Person; log")
    talk.tell("begin")
    let said = talk.tell(command).joined(separator: "\n")
    talk.tell("rollback")
    #expect(said.contains("error"), "\(said)")
    #expect(said.contains(words), "\(said)")
    expectEqual(talk.tell("list Person; list Outing; describe Person; log"), before)
    expectEqual(talk.tell("check"), [])
  }

  @Test func whatBecomesOfAListWhenOneOfItsRecordsIsDeleted() throws {
    let talk = try conversation()
    expectEqual(talk.tell("delete bob; get o.crew"), [list(1)])
    expectEqual(talk.tell("undo; get o.crew").last, list(1, 2))
    talk.tell("alter Outing { change crew: [Person] }")
    let refused = talk.tell("delete bob").joined()
    #expect(refused.contains("Person/2 cannot be deleted: it is in the crew of Outing/1"))
    talk.tell("alter Outing { change crew: [Person] on delete cascade }")
    expectEqual(
      talk.tell("delete bob; count Outing"), ["notice: deleted with Person/2: Outing/1", "1"])
    expectEqual(talk.tell("undo; get o.crew; check").last, list(1, 2))
  }

  @Test func aListBecomesOneThatOwnsWhereItsRecordsAreInOne() throws {
    let talk = try conversation()
    talk.tell("append p.crew ann; alter Person { drop outings }")
    let refused = talk.tell("alter Outing { change crew: [Person] owned }").joined()
    #expect(refused.contains("Outing.crew cannot own its records: Person/1 is in several lists"))
    talk.tell("remove p.crew 0; alter Outing { change crew: [Person] owned }")
    expectEqual(
      talk.tell("get o.crew; describe Outing"),
      [
        list(1, 2), "day|Date|day: Date", "crew|[Person]|crew: [Person] owned",
      ])
    expectEqual(talk.tell("undo; get o.crew; check").last, list(1, 2))
    talk.tell("redo; alter Outing { change crew: [Person] }")
    expectEqual(talk.tell("get o.crew; check"), [list(1, 2)])
  }

  @Test func expressionsGoThroughBothWays() throws {
    let talk = try conversation()
    expectEqual(talk.tell("list Outing day where :ann in crew"), ["Outing/1|2026-05-01"])
    #expect(talk.tell("list Outing day where 2 in crew")[0].contains("with a number"))
    expectEqual(talk.tell("list Outing day where count(crew) = 0"), ["Outing/2|2026-05-02"])
    expectEqual(
      talk.tell(
        "list Person name, (count(outings)) as n, (max(outings.day)) as last, (count(team)) as t"),
      ["Person/1|Ann|1|2026-05-01|2", "Person/2|Bob|1|2026-05-01|0", "Person/3|Cy|0|nil|0"])
    expectEqual(
      talk.tell("list Person name where boss.name = 'Ann' and count(boss.outings) > 0"),
      [
        "Person/2|Bob", "Person/3|Cy",
      ])
    expectEqual(talk.tell("echo (count(Outing where count(crew where name like 'B%') > 0))"), ["1"])
  }

  @Test func labelsFollowBothEndsOfAList() throws {
    let talk = try conversation()
    expectEqual(
      talk.tell("label c on o.crew; label t on cy.outings; label n = (count(cy.outings))"),
      [
        "c: 2", "t: 0", "n: 0",
      ])
    expectEqual(talk.tell("append o.crew cy"), ["c: 3", "t: 1", "n: 1"])
    expectEqual(talk.tell("delete o").sorted(), ["c: «nil»", "n: 0", "t: 0"])
    expectEqual(
      talk.tell("undo").filter { !$0.hasPrefix("notice") }.sorted(), ["c: 3", "n: 1", "t: 1"])
  }

  @Test func rulesAreJudgedForTheRecordsThatAPathLedFromBeforeAndAfter() throws {
    let talk = try conversation()
    talk.tell("rule Person.busy \"too many outings\" : count(outings) < 2")
    #expect(talk.tell("append p.crew ann").joined().contains("too many outings"))
    talk.tell("rule Person.idle \"needs an outing\" : boss is not null or count(outings) > 0")
    #expect(talk.tell("remove o.crew ann").joined().contains("needs an outing"))
    #expect(talk.tell("delete o").joined().contains("needs an outing"))
    #expect(talk.tell("set o.crew [bob]").joined().contains("needs an outing"))
    expectEqual(talk.tell("get o.crew; check"), [list(1, 2)])
  }

  @Test func aRenamedPropertyTakesItsInverseAlong() throws {
    let talk = try conversation()
    talk.tell("alter Person { rename boss to chief }; alter Outing { rename crew to rowers }")
    expectEqual(
      talk.tell("describe Person").suffix(2),
      [
        "outings|[Outing]|outings: [Outing] by rowers", "team|[Person]|team: [Person] by chief",
      ])
    expectEqual(talk.tell("get ann.outings; get ann.team; check"), ["[Outing/1]", list(2, 3)])
    talk.tell("undo 2")
    expectEqual(talk.tell("get ann.outings; get ann.team; check"), ["[Outing/1]", list(2, 3)])
  }

  @Test func whatWasIsToldAtAnyTransaction() throws {
    let talk = try conversation()
    talk.tell("append o.crew cy; remove o.crew ann")
    expectEqual(
      talk.tell("list Outing at #7").map { $0.split(separator: "|").last },
      [
        "[Person/1, Person/2]", "[]",
      ])
    expectEqual(
      talk.tell("list Person name, (count(outings)) as n where name = 'Ann' at #7"),
      [
        "Person/1|Ann|1"
      ])
    expectEqual(talk.tell("restore o to #7; get o.crew; check"), [list(1, 2)])
    expectEqual(talk.tell("undo; get o.crew").last, list(2, 3))
    expectEqual(
      talk.tell("diff #7 #9"), ["~ Outing/1 crew - Person/1", "~ Outing/1 crew + Person/3"])
  }

  /// Deeper than a recursive writer could handle.
  @Test func aDeepTreeOfListsThatOwnIsWritten() throws {
    let talk = try Conversation("define T { n: Integer = 0, subs: [T] owned }; new T")
    let chain = (1...1500).map { "append T/\($0).subs new T" }.joined(separator: "\n")
    talk.tell("begin\n\(chain)\ncommit")
    let script = talk.tell("dump")
    expectEqual(script.count { $0.contains("new T/") }, 1501)
    try expectEqual(Conversation(script.joined(separator: "\n")).tell("count T; check"), ["1501"])
  }

  /// Another program can create a cycle; records below a cycle are not part of it.
  @Test func whoBelongsToThemselvesIsFound() throws {
    let outsider = try Outsider()
    _ = try Conversation(
      "define T { subs: [T] owned, more: [T] owned }; repeat 9 { new T }; append T/8.more T/9",
      database: outsider.path)
    try outsider.run(
      """
      UPDATE T SET T_subs_of = 2 WHERE id IN (1, 3); UPDATE T SET T_subs_of = 3 WHERE id = 4;
      UPDATE T SET T_more_of = 4 WHERE id = 2; UPDATE T SET T_more_of = 5 WHERE id = 5;
      UPDATE T SET T_subs_of = 6 WHERE id = 7
      """)
    let found = try Conversation("", database: outsider.path).tell("check").filter {
      $0.contains("in a cycle of owners")
    }
    expectEqual(found.map { $0.split(separator: "|")[1] }, ["T/2", "T/3", "T/4", "T/5"])
  }

  @Test func whoBelongsToThemselvesByWayOfAnotherTypeIsFound() throws {
    let outsider = try Outsider()
    _ = try Conversation(
      """
      define B { n: Integer = 0 }; define A { bs: [B] owned }; alter B { add parents: [A] owned }
      repeat 3 { new A; new B }; append A/1.bs B/1; append A/3.bs B/3
      """, database: outsider.path)
    try outsider.run(
      "UPDATE A SET B_parents_of = 2 WHERE id = 1; UPDATE B SET A_bs_of = 1 WHERE id = 2")
    let found = try Conversation("", database: outsider.path).tell("check").filter {
      $0.contains("in a cycle of owners")
    }
    expectEqual(found.map { $0.split(separator: "|")[1] }, ["B/2", "A/1"])
  }

  /// A list of references becomes owning, and another list or type closes the cycle.
  @Test(arguments: [
    (
      "define T { subs: [T] }; new T; new T; new T; append T/1.subs T/2; append T/3.subs T/3",
      "T.subs", "T/3"
    ),
    (
      "define T { parts: [T] owned, subs: [T] }; new T; new T; append T/1.parts T/2; append T/2.subs T/1",
      "T.subs", "T/1"
    ),
    (
      "define B { n: Integer = 0 }; define T { bs: [B] owned }; alter B { add subs: [T] }; new T; new B; "
        + "append T/1.bs B/1; append B/1.subs T/1", "B.subs", "T/1"
    ),
  ])
  func noListComesToOwnWhatItBelongsTo(script: String, list: String, record: String) throws {
    let talk = try Conversation(script)
    let questions = "schema; list T; check; log"
    let before = talk.tell(questions)
    let (type, kind) = (list.prefix(1), "[T] owned")
    expectEqual(
      talk.tell("alter \(type) { change subs: \(kind) }"),
      [
        "error refused 1:18: \(list) cannot own its records: \(record) would belong to itself"
      ])
    expectEqual(talk.tell(questions), before)
  }

  @Test(arguments: ["dump", "history --script"])
  func aScriptOfItMakesTheSameLists(command: String) throws {
    let talk = try conversation()
    talk.tell(
      """
      append o.crew cy; move o.crew 2 0; set p.crew [bob, ann]; delete bob; undo
      alter Outing { rename crew to rowers }; begin; delete Person["Bob"]; append o.rowers new Person name=Eve; commit
      """)
    let script = talk.tell(command).joined(separator: "\n")
    let again = try Conversation(script)
    let questions = "list Person; list Outing; schema; check"
    expectEqual(again.tell(questions), talk.tell(questions))
  }
}
