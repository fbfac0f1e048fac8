import Foundation
import Replies
import Session
import TestSupport
import Testing

@Suite struct ExpressionLabelTests {
  static let card = "label card = (:ann.name || ' ' || coalesce(:ann.age, '?'))"

  @Test func itPrintsItselfWhenMadeAndWheneverItsTextChanges() throws {
    let talk = try Conversation(people)
    expectEqual(talk.tell(Self.card), ["card: Ann 41"])
    expectEqual(talk.tell("set ann.age 42"), ["card: Ann 42"])
    expectEqual(talk.tell("set ann.age 42; set ann.fee 3; new Person name=Bob"), ["Person/2"])
    expectEqual(talk.tell("undo 3").last, "card: Ann 41")
    expectEqual(talk.tell("begin; set ann.age nil; rollback"), ["card: Ann ?", "card: Ann 41"])
    expectEqual(talk.tell("get card"), ["card: Ann 41"])
    expectEqual(
      talk.tell("interactors"), ["card|label|(:ann.name || ' ' || coalesce(:ann.age, '?'))|true"])
  }

  @Test func aCommandThatChangesSeveralPropertiesShowsOneText() throws {
    let talk = try Conversation(people + "\n" + Self.card)
    expectEqual(talk.tell("set ann name=Eve age=3"), ["card: Eve 3"])
    expectEqual(talk.tell("undo").last, "card: Ann 41")
  }

  @Test func itFollowsAnEditingKeyByKeyAndSubselectsFollowTheStore() throws {
    let talk = try Conversation(
      people + "\n" + Self.card + "\nlabel old = (count(Person where age > 40))\nfield f on ann.age"
    )
    expectEqual(
      talk.tell("type f \"<BS>x2\""),
      [
        "card: Ann 4", "x rejected at 1: \"x\" is not a digit", "card: Ann 42",
        "f: \"42\" ann.age = 42 (editing)",
      ])
    expectEqual(
      talk.tell("type f \"<All>7<Return>\""),
      [
        "card: Ann 7", "old: 0", "f: \"7\" ann.age = 7",
      ])
    expectEqual(talk.tell("type f \"5<Esc>\"").prefix(2), ["card: Ann 75", "card: Ann 7"])
  }

  @Test func anEditingThatIsLeftOverIsTakenBackInLabelsToo() throws {
    let talk = try Conversation(people + "\n" + Self.card + "\nfield f on ann.age")
    talk.tell("type f \"<BS>\"")
    expectEqual(talk.finish().lines.last, "card: Ann 41")
  }

  @Test func aRecordThatIsDeletedIsNilUntilItIsBack() throws {
    let talk = try Conversation(
      people + "\n" + Self.card + " nil \"nobody\"\nlabel number = (:ann)")
    expectEqual(talk.tell("delete ann"), ["card: nobody", "number: «nil»"])
    expectEqual(talk.tell("get card"), ["card: nobody"])
    expectEqual(talk.tell("undo").suffix(2), ["card: Ann 41", "number: Person/1"])
  }

  @Test func aRecordThatNeverCameToBeTakesItsLabelsAlong() throws {
    let talk = try Conversation(people)
    let lines = talk.tell(
      "begin; new Person name=Bob as bob; label both = (:ann.name || :bob.name); rollback")
    expectEqual(
      lines,
      [
        "Person/2", "both: AnnBob", "both: «nil»",
        "warning refused: \"bob\" is no longer a session name; Person/2 was rolled back",
        "warning refused: \"both\" is no longer a session name; Person/2 was rolled back",
      ])
    expectEqual(talk.tell("interactors"), [])
  }

  @Test func anotherProgramIsSeenBeforeTheNextCommand() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).db").path
    defer {
      for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
    }
    let talk = try Conversation(
      people + "\n" + Self.card + "\nlabel all = (count(Person))", database: path)
    let other = try Conversation(database: path, actor: "bob")
    other.tell("set Person/1.age 9; new Person name=Bob")
    expectEqual(talk.tell("echo \"now\""), ["card: Ann 9", "all: 2", "now"])
  }

  @Test func subselectsFollowWhatTheyRead() throws {
    let talk = try Conversation(
      people + "\nlabel total = ((select sum(age) from Person where active))")
    expectEqual(talk.tell("new Person name=Bob age=1"), ["Person/2", "total: 42"])
    expectEqual(talk.tell("new Person name=Eve"), ["Person/3"])
    expectEqual(talk.tell("set Person/2.active false"), ["total: 41"])
    expectEqual(talk.tell("delete Person/1"), ["total: «nil»"])
    expectEqual(
      talk.tell("begin; set Person/2.active true; rollback"), ["total: 1", "total: «nil»"])
    expectEqual(talk.tell("define Thing { n: Integer }; new Thing n=5"), ["Thing/1"])
  }

  @Test func itIsEvaluatedOnlyWhenSomethingHasChangedThatItReads() throws {
    var looks = 0
    let talk = try Conversation(
      people + "\ndefine Thing { n: Integer }\nlet other = new Thing n=1",
      isInterrupted: {
        looks += 1
        return false
      })
    talk.tell(
      """
      label slow = ((with recursive n(i) as (select 1 union all select i + 1 from n
        where i < 100000) select sum(i) from n) + :ann.age + (select sum(age) from Person))
      """)
    func effort(of script: String) -> Int {
      looks = 0
      talk.tell(script)
      return looks
    }
    let evaluation = effort(of: "set ann.age 1")
    #expect(evaluation > 10)
    for script in [
      "set ann.fee 3", "set other.n 2", "get ann.age", "get slow", "new Thing n=3", "set ann.age 1",
      "begin; set other.n 9; rollback", "interactors", "deactivate slow; set ann.age 6",
    ] {
      #expect(effort(of: script) < evaluation / 2, "\(script)")
    }
    #expect(effort(of: "get slow") > evaluation / 2)
    #expect(effort(of: "activate slow") < evaluation / 2)
  }

  @Test func theClockIsLookedAtBeforeEachCommand() throws {
    let talk = try Conversation("label day = (:today)\nlabel late = (:now > '2026-11-21T10:00:30')")
    expectEqual(talk.tell("types"), [])
    talk.advance(milliseconds: 60_000)
    expectEqual(talk.tell("echo \"x\""), ["late: true", "x"])
    talk.advance(milliseconds: 86_400_000)
    expectEqual(talk.tell("echo \"x\""), ["day: 2026-11-22", "x"])
  }

  @Test func anErrorShowsAndIsSaidOnce() throws {
    let talk = try Conversation(people)
    let lines = talk.tell("label x = (abs(:ann.age - 9223372036854775807 - 42))")
    expectEqual(
      lines,
      [
        "warning expression: x cannot be evaluated: the result does not fit in 64 bits",
        "x: «error»",
      ])
    expectEqual(talk.tell("set ann.age 42"), ["x: 9223372036854775807"])
    expectEqual(talk.tell("set ann.age 41"), ["x: «error»"])
    expectEqual(talk.finish().status, 0)
  }

  @Test(arguments: [
    ("label x = (:bob.age)", "error name 1:12: there is no session name \"bob\""),
    (
      "label x = (:ann.agee)",
      "error name 1:12: no such property: Person has no \"agee\" (did you mean \"age\"?)"
    ),
    (
      "label x = (age)",
      "error name 1:12: there is no record here with a property \"age\"; write session names as "
        + ":age"
    ),
    ("label card = (1)", "error name 1:7: \"card\" is already a label"),
    ("label x = (:card)", "error name 1:12: \"card\" is a label, not a value"),
    (
      "label x = (1) locale xx_YY",
      "error value 1:22: there is no locale \"xx_YY\"; expected one "
        + "such as de_DE"
    ),
    (
      "label x = (random())",
      "error expression 1:12: random() is not deterministic and cannot be used in an "
        + "expression"
    ),
    ("get cart", "error name 1:5: there is no label \"cart\" (did you mean \"card\"?)"),
  ])
  func aMistakeIsSaidAtItsPlaceAndNoLabelIsMade(script: String, error: String) throws {
    let talk = try Conversation(people + "\n" + Self.card)
    expectEqual(talk.tell(script), [error])
    expectEqual(talk.tell("interactors").count, 1)
  }

  @Test func anInterruptionEndsTheCommandAndNoLabelIsMade() throws {
    // Small commands check for interruptions less often.
    var looks = Int.max
    let talk = try Conversation(people) {
      looks -= 1
      return looks == 0
    }
    looks = 10
    let slow =
      "with recursive n(i) as (select 1 union all select i + 1 from n where i < 100000)"
      + " select sum(i) from n"
    expectEqual(talk.enter("label x = ((\(slow)) + :ann.age)"), ["error refused 1:1: interrupted"])
    expectEqual(talk.enter("interactors"), [])
    talk.enter("label x = ((\(slow)) + :ann.age)")
    looks = 10
    // The command is complete; only the label and the script are interrupted.
    expectEqual(
      talk.enter("set ann.age 1; echo \"on\""),
      [
        "x: «error»", "error refused 4:1: interrupted",
      ])
    expectEqual(talk.enter("get ann.age; set ann.age 2"), ["1", "x: 5000050002"])
    // A label that is interrupted before a command also stops the command.
    talk.enter("label late = ((\(slow)) + (:now is nil))")
    talk.advance(milliseconds: 1)
    looks = 10
    expectEqual(talk.enter("set ann.age 3"), ["late: «error»", "error refused 7:1: interrupted"])
    expectEqual(talk.enter("get ann.age").last, "2")
  }

  @Test(arguments: [
    ("label x = (1234567.5) grouped locale de_DE", "x: 1.234.567,5"),
    ("label x = (0.1 + 0.2)", "x: 0.3"),
    ("label x = (:ann.age) format Decimal(fraction: 2)", "x: 41.00"),
    ("label x = (123456) format Decimal(integer: 5)", "x: #####"),
    ("label x = (nil) nil \"—\"", "x: —"),
    ("label x = ('a\u{301}')", "x: a\u{301}"),
  ])
  func theOptionsOfLabelsHoldForIt(script: String, text: String) throws {
    try expectEqual(Conversation(people).tell(script), [text])
  }
}
