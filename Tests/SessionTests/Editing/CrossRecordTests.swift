import Session
import TestSupport
import Testing

@Suite struct CrossRecordTests {
  @Test(arguments: [
    (
      "define T { top: Integer = 10 }; define A { n: Integer = 5, t: T }\n"
        + "rule A.max : n <= (select top from T where T.id = t)\nlet t = new T; new A t=t",
      "set t.top 1", "A/1 breaks max: n is 5, t is T/1"
    ),
    (
      "define T { top: Integer = 10 }; define A { n: Integer = 5, t: T }\n"
        + "rule A.max : n <= (select top from T where T.id = t)\nlet t = new T; new A t=t",
      "set T where true : top=1", "A/1 breaks max"
    ),
    (
      "define T { top: Integer }; define A { n: Integer = 5 }\n"
        + "rule A.most : n <= coalesce((select min(top) from T), 100)\nnew A",
      "new T top=1", "A/1 breaks most"
    ),
    (
      "define K { v: Integer }; define A { ks: [K] owned }\n"
        + "rule A.sum : coalesce((select sum(v) from K where A_ks_of = A.id), 0) <= 5\n"
        + "let a = new A; append a.ks new K v=3",
      "set a.ks[0].v 99", "A/1 breaks sum"
    ),
    (
      "define N { v: Integer }\nrule N.most : v <= 2 * (select avg(v) from N)\n"
        + "new N v=4; new N v=4; new N v=2",
      "set N where v = 4 : v=0", "N/3 breaks most"
    ),
  ])
  func aRuleIsLookedAtWhereAnotherRecordChanges(
    world: String, command: String, message: String
  ) throws {
    let talk = try Conversation(world)
    expectEqual(talk.tell(command).first?.contains(message), true)
    expectEqual(talk.tell("check"), [])
  }

  @Test func whatARuleDoesNotReadIsFree() throws {
    let talk = try Conversation(
      "define T { top: Integer = 10, name: Text }; define A { n: Integer = 5, t: T }\n"
        + "rule A.max : n <= (select top from T where T.id = t)\nlet t = new T; new A t=t")
    expectEqual(talk.tell("set t.name x; set t.top 5"), [])
  }

  @Test func aReplacementByAnotherProgramWithForeignKeysIsRecorded() throws {
    let outsider = try Outsider()
    let talk = try Conversation(
      """
      define R { v: Integer }
      define P { name: Text key, boss: P? on delete clear, rows: [R] owned, age: Integer? }
      let a = new P name=a age=3
      let b = new P name=b boss=a
      append a.rows new R v=1
      append a.rows new R v=2
      """, database: outsider.path)
    try outsider.run(
      "PRAGMA foreign_keys = ON; INSERT OR REPLACE INTO P(id, name) VALUES(1, 'x')")
    expectEqual(talk.tell("check"), [])
    let events = talk.tell("history P/1.age").map { $0.split(separator: "|").suffix(3) }
    expectEqual(events.count, 2)
    expectEqual(talk.tell("get b.boss"), ["nil"])
    expectEqual(talk.tell("count R"), ["0"])
  }

  @Test(arguments: [
    "define B { k: Text key }; define A { r: B = B/1 }",
    "define A { k: Text key, r: A = A/1 }",
  ])
  func aDefaultIsARecordThatIsThere(script: String) throws {
    let talk = try Conversation("")
    expectEqual(talk.tell(script).last?.contains("so it cannot be the default"), true)
    try expectEqual(
      Conversation("define B { k: Text key }; new B k=b").tell(
        "define A { r: B = B/1 }; new A; get A/1.r"
      ).last, "B/1")
  }

  @Test func aFieldWhosePathMovesAwaySaysWhatItEdits() throws {
    let talk = try Conversation(
      """
      define R { rating: Integer }
      define P { rows: [R] owned }
      let p = new P
      append p.rows new R rating=2
      append p.rows new R rating=3
      field f on p.rows[0].rating
      """)
    expectEqual(talk.tell("type f \"<All>4\""), ["f: \"4\" p.rows[0].rating = 4 (editing)"])
    talk.tell("move p.rows 1 0")
    expectEqual(talk.tell("type f \"<Return>\""), ["f: \"4\" R/1.rating = 4"])
    expectEqual(talk.tell("get f"), ["3"])
  }

  @Test func aLabelMasksACardInAnExpression() throws {
    let talk = try Conversation(
      "define A { c: Card? }; let a = new A c=\"4111 1111 1111 1111\"")
    expectEqual(talk.tell("label l = ('no. ' || :a.c)"), ["l: no. •••• 1111"])
    expectEqual(talk.tell("label m = ((select max(c) from A))"), ["m: •••• 1111"])
  }

  @Test func aMomentIsEditedToTheSecondAndKeepsItsFractionUntilThen() throws {
    let talk = try Conversation(
      "define T { s: DateTime? }; let t = new T s=2026-11-21T10:00:00.125Z; field f on t.s")
    expectEqual(talk.tell("get f"), ["2026-11-21T10:00:00Z"])
    talk.tell("type f \"<Left><Return>\"")
    expectEqual(talk.tell("get t.s"), ["2026-11-21T10:00:00.125Z"])
    talk.tell("type f \"<BS><BS>5Z<Return>\"")
    expectEqual(talk.tell("get t.s"), ["2026-11-21T10:00:05.000Z"])
  }

  @Test func aDoubleWithTooManyDigitsIsShownAndNotEdited() throws {
    let talk = try Conversation(
      "define T { v: Double? }; let t = new T v=123456789012345680; field f on t.v")
    let reason = "has more digits than a field can edit"
    expectEqual(talk.tell("type f \"<BS>\"").first?.contains(reason), true)
    expectEqual(talk.tell("type f \"5<Return>\"").first?.contains(reason), true)
    expectEqual(talk.tell("set t.v 2.5; type f \"<BS>7<Return>\"; get t.v").last, "2.7")
  }
}
