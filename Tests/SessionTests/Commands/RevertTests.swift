import Session
import TestSupport
import Testing

@Suite struct RevertTests {
  @Test(arguments: [
    ("Date?", "hello", "p must be a date such as 2026-11-21"),
    ("Card?", "hello", "p cannot be ••••; expected only digits"),
    ("Email?", "hello", "p cannot be \"hello\"; expected an address such as ann@example.org"),
    ("Hex(6)?", "hello", "p cannot be \"hello\"; expected exactly 6 hexadecimal digits"),
    ("Mask(\"000-000\")?", "hello", "p cannot be \"hello\"; expected the format 000-000"),
    ("Time?", "hello", "p must be a time"),
    ("Month?", "hello", "p must be a month"),
    ("Text? length 0...4", "hello", "p must have at most 4 characters, not 5"),
    ("Text? matching /[a-c]+/", "hello", "p must match /[a-c]+/, not \"hello\""),
    (
      "Decimal(integer: 2, fraction: 1)?", "12345.60000",
      "p can have at most 2 digits before the point"
    ),
    ("Decimal(integer: 9, fraction: 1)?", "1.55000", "p can have at most 1 digit after the point"),
    ("Percent(fraction: 0...1)?", "0.12345", "p can have at most 1 digit after the point"),
    ("Duration?", "99", "p cannot be 0:01:39; expected a duration without seconds"),
  ])
  func aChangeOfAKindStaysThatValuesNeed(kind: String, value: String, why: String) throws {
    let wide =
      switch kind.prefix(3) {
      case "Dec", "Per": "Decimal(integer: 8, fraction: 5)?"
      case "Dur": "Integer?"
      default: "Text?"
      }
    let talk = try Conversation(
      "define T { p: \(kind) }; alter T { change p: \(wide) }; new T; set T/1.p \(value)")
    let refusal = talk.tell("revert #2").first ?? ""
    #expect(
      refusal.hasPrefix(
        "error refused 1:8: #2 (alter T { change p: \(wide) }) cannot be undone: \(why)"),
      "\(refusal)")
    #expect(refusal.hasSuffix(", in T/1.p (#4 (set T/1.p \(value)), which is ann's)"))
    expectEqual(talk.tell("check; get T/1.p"), [value])
    // Properties without values are removed.
    #expect(talk.tell("undo; revert #2; check").allSatisfy { $0.hasPrefix("notice: ") })
    expectEqual(talk.tell("describe T").first?.contains(kind.prefix(3)), true)
  }

  /// Values of many kinds, to be read as texts.
  private static let kinds = """
    define T {
      key: Text key, b: Boolean?, d: Duration?, p: Percent(fraction: 0...1)?, c: Choice(x, y)?
      n: Decimal(integer: 3, fraction: 2)?, r: T?
    }
    new T key=a b=true d=10:00 p=12.5% c=x n=1.50
    set T/1.r T/1
    set T/1 b=false d=11:00
    delete T/1
    alter T { change b: Text?, change d: Text?, change p: Text?, change c: Text?, change n: Text? }
    """

  @Test func aDeletedRecordComesBackInTheKindsOfToday() throws {
    let reverted = try Conversation(Self.kinds)
    let restored = try Conversation(Self.kinds)
    expectEqual(reverted.tell("revert #5").count, 1)
    expectEqual(restored.tell("restore T/1 to #4"), [])
    expectEqual(reverted.tell("list T"), ["T/1|a|false|11:00|12.5%|x|1.50|T/1"])
    expectEqual(restored.tell("list T"), reverted.tell("list T"))
    expectEqual(reverted.tell("check"), [])
    expectEqual(reverted.tell("undo; count T; redo; list T").last, restored.tell("list T").last)
  }

  @Test func aValueThatFitsNoMoreIsNotBroughtBack() throws {
    let talk = try Conversation(
      """
      define T { p: Text?, q: Integer? }
      new T p=abc q=1
      delete T/1
      alter T { change p: Date? }
      """)
    expectEqual(
      talk.tell("revert #3"),
      [
        "error refused 1:8: #3 (delete T/1) cannot be undone: p cannot be \"abc\"; expected a date "
          + "such as 2026-11-21, in T/1 (#4 (alter T { change p: Date? }), which is ann's)"
      ])
    expectEqual(talk.tell("check; count T"), ["0"])
  }

  @Test(arguments: [
    ("alter T { drop n }", "define T { a: Integer?, n: Integer? := (count(U)) }"),
    ("drop rule T.r", "define T { a: Integer? }; rule T.r : count(U) < 5"),
    ("drop screen S", "define T { a: Integer? }; screen S for T { label k = (count(U)) }"),
    ("drop screen S", "define T { a: Integer? }; screen S for T { label k = (count(`U`)) }"),
    ("drop formatter F", "define T { u: U? }; formatter F for U \"{{a}}\""),
  ])
  func whatNeedsADroppedTypeNamesTheTransactionThatDroppedIt(drop: String, world: String) throws {
    let talk = try Conversation("define U { a: Integer? }; \(world)")
    let number = world.contains(";") ? 4 : 3
    talk.tell(drop)
    if world.contains("u: U?") { talk.tell("alter T { drop u }") }
    talk.tell("drop type U")
    let refusal = talk.tell("revert #\(number)")[0]
    #expect(refusal.contains("(\(drop)) cannot be undone: "), "\(refusal)")
    #expect(refusal.hasSuffix("(drop type U), which is ann's)"), "\(refusal)")
  }

  @Test(arguments: [
    ("rule U.r : n < 60", 1, "the rule U.r depends on this change"),
    ("rule U.r : a < 60", 2, "the rule U.r would no longer work: no such property: U has no \"a\""),
    (
      "rule V.r : u.a < 60", 2,
      "the rule V.r would no longer work: no such property: U has no \"a\""
    ),
    ("index U.n", 1, "the index U.n depends on this change"),
    ("index U.a", 2, "the index U.a depends on this change"),
    (
      "formatter f for U \"{{n}}\"", 1,
      "the formatter \"f\" would no longer work: there is no type \"U\""
    ),
    ("formatter f for U \"{{a}}\"", 2, "the formatter \"f\" would no longer work: "),
    (
      "screen s for U { label x on n }", 1,
      "the screen \"s\" would no longer work: there is no type \"U\""
    ),
    ("screen s for U { label x on a }", 2, "the screen \"s\" would no longer work: "),
    ("alter U { add b: Integer? }", 1, "U.b depends on this change"),
    ("alter U { add b: Integer? := (a + 1) }", 2, "no such property: U has no \"a\""),
    ("alter V { add w: U? }", 1, "V.w refers to U"),
    ("define W { w: U? }", 1, "W.w refers to U"),
  ])
  func whatLaterDefinitionsBuildOnStays(command: String, number: Int, why: String) throws {
    // Removes the type's own property and reference, which would be in the way.
    let world =
      number == 1
      ? "define U { n: Integer? }; define V { v: Text? }; index V.v"
      : "define U { n: Integer? }; alter U { add a: Integer? }; define V { u: U? }"
    let talk = try Conversation("\(world); \(command)")
    let state = talk.tell("schema")
    let refusal = talk.tell("revert #\(number)").first ?? ""
    #expect(refusal.hasPrefix("error refused 1:8: #\(number) ("))
    #expect(refusal.contains(" cannot be undone: \(why)"), "\(refusal)")
    #expect(refusal.hasSuffix(" (#4 (\(command)), which is ann's)"), "\(refusal)")
    expectEqual(talk.tell("schema"), state)
    // Without the later definition the revert succeeds and can be undone.
    #expect(talk.tell("revert #4; revert #\(number); check").allSatisfy { $0.hasPrefix("notice") })
    let replayed = try Conversation(talk.tell("schema").joined(separator: "\n"))
    expectEqual(replayed.tell("schema"), talk.tell("schema"))
    expectEqual(talk.tell("undo 2; schema").suffix(state.count), state[...])
    expectEqual(talk.tell("check"), [])
  }

  @Test func whatALayoutShowsStays() throws {
    let talk = try Conversation(
      """
      define U { n: Integer? }
      new U
      alter U { add a: Integer? }
      label x on U/1.a
      label y on U/1.n
      save layout desk
      detach x
      detach y
      """)
    let said = talk.tell("revert #3")[0]
    #expect(
      said.contains("the layout \"desk\" would no longer work: ") && said.contains("#4"), "\(said)")
    #expect(talk.tell("undo 2; redo 2").allSatisfy { $0.hasPrefix("notice") })
    // A record that was invalid before does not prevent the revert.
    talk.tell("delete U/1")
    #expect(talk.tell("revert #3")[0].hasPrefix("notice: reverted"))
    expectEqual(talk.tell("check"), [])
  }

  @Test(arguments: [
    (
      "rule U.r : n < 60", "drop rule U.r", "rule U.R : n < 9",
      "U.r has been the name of another definition since #4"
    ),
    (
      "formatter f for U \"a\"", "drop formatter f", "formatter f for U \"b\"",
      "the formatter \"f\" would exist twice (#4 "
    ),
  ])
  func whatHasGotTheNameStays(
    definition: String, drop: String, other: String, why: String
  ) throws {
    let talk = try Conversation("define U { n: Integer? }; \(definition); \(drop); \(other)")
    let refusal = talk.tell("revert #3").first ?? ""
    #expect(refusal.contains("#3 (\(drop)) cannot be undone: \(why)"), "\(refusal)")
    expectEqual(talk.tell("schema").last, other)
  }

  @Test func aRevertIsUndoneLikeAnyOtherCommand() throws {
    let talk = try Conversation(people)
    talk.tell("set ann.age 1; set ann.code ab; set ann.age 2; revert #4")
    expectEqual(talk.tell("log limit 1").first?.contains("|edit|revert #4|false|"), true)
    expectEqual(talk.tell("redo"), ["error refused 1:1: there is nothing to redo"])
    expectEqual(talk.tell("undo"), ["notice: undone #6 by ann: revert #4"])
    expectEqual(talk.tell("get ann.age; get ann.code"), ["2", "ab"])
    expectEqual(talk.tell("redo; get ann.code"), ["notice: redone #6 by ann: revert #4", "nil"])
    expectEqual(talk.tell("undo 2; get ann.age; get ann.code").suffix(2), ["1", "ab"])
    talk.tell("restore ann to #3")
    expectEqual(talk.tell("undo; get ann.code").last, "ab")
    // A revert of a definition is logged as a change of definitions.
    talk.tell("alter Person { drop weight }; set ann.age 5")
    let altered = talk.tell("log limit 2").last?.prefix { $0 != "|" } ?? ""
    talk.tell("revert #\(altered)")
    expectEqual(talk.tell("log limit 1").first?.contains("|schema|revert #"), true)
    expectEqual(talk.tell("undo; describe Person").contains { $0.hasPrefix("weight") }, false)
    expectEqual(talk.tell("check"), [])
  }

  @Test func aTypeWithRecordsDoesNotComeBackBeforeOneThatItRefersTo() throws {
    let talk = try Conversation(
      """
      define B { k: Text key }
      define A { k: Text key; p: [B] owned }
      new A k=a
      drop type A
      drop type B
      """)
    let said = talk.tell("revert #4")[0]
    #expect(said.contains("A.p refers to B (") && said.contains("#5"), "\(said)")
    expectEqual(talk.tell("check; types"), [])
    talk.tell("revert #5; revert #4")
    expectEqual(talk.tell("check; list A k"), ["A/1|a"])
  }

  @Test(arguments: [("q: Integer = 5", "5"), ("q: Integer", "0"), ("q: Text?", "nil")])
  func aRecordThatComesBackHasWhatANewPropertyNeeds(property: String, value: String) throws {
    let talk = try Conversation(
      "define A { k: Text key }; new A k=a; delete A/1\nalter A { add \(property) }")
    talk.tell("revert #3")
    expectEqual(talk.tell("get A/1.q; check"), [value])
  }

  @Test func aRecordDoesNotComeBackWithoutARequiredValue() throws {
    let talk = try Conversation(
      "define A { k: Text key }; new A k=a; delete A/1\nalter A { add d: Date }")
    let said = talk.tell("revert #3")[0]
    #expect(said.contains("d is required, but A/1 had no value (") && said.contains("#4"))
    expectEqual(talk.tell("check; list A"), [])
  }

  @Test func whatTookACommandBackIsRevertedByDoingItAgain() throws {
    let talk = try Conversation("define T { n: Text key }\nnew T n=x\ndelete T/1")
    talk.tell("undo")
    #expect(talk.tell("revert #4")[0].contains("redone #3"))
    expectEqual(talk.tell("count T"), ["0"])
    #expect(talk.tell("revert #5")[0].contains("reverted #5"))
    expectEqual(talk.tell("count T"), ["1"])
  }

  @Test(arguments: [
    ("define U { n: Text }; define T { a: Integer }; alter T { add u: U? }; undo; drop type U", 4),
    ("define T { a: Integer }; alter T { add b: Integer }; undo; drop type T", 3),
    ("define T { a: Integer }; rule T.p : a > 0; undo; drop type T", 3),
    ("define T { a: Integer, b: Integer }; index T.a; undo; alter T { drop a }", 3),
  ])
  func revertBringsNothingBackWhoseTypeOrPropertyIsGone(script: String, transaction: Int) throws {
    let talk = try Conversation()
    for command in script.split(separator: "; ") { _ = talk.tell(String(command)) }
    let said = talk.tell("revert #\(transaction)").first ?? ""
    #expect(said.contains("no longer exists"), "\(said)")
    #expect(said.contains("#\(transaction + 1)"), "\(said)")
    expectEqual(talk.tell("check"), [])
  }

  @Test func revertTakesBackOneTransaction() throws {
    let (talk, now) = try AsOfTests.conversation()
    talk.tell("set ann.age 5")
    talk.tell("set ann.name Anna")
    expectEqual(
      talk.tell("revert #\(now + 1)"), ["notice: reverted #\(now + 1) by ann: set ann.age 5"])
    expectEqual(talk.tell("get ann.age; get ann.name"), ["41", "Anna"])
    expectEqual(
      talk.tell("revert #\(now + 1)").first,
      "error refused 1:8: #\(now + 1) (set ann.age 5) cannot be undone: Person/1.age was "
        + "changed by #\(now + 3) (revert #\(now + 1)), which is ann's")
    expectEqual(talk.tell("redo"), ["error refused 1:1: there is nothing to redo"])
    expectEqual(talk.tell("undo; get ann.age").last, "5")
    expectEqual(talk.tell("redo; get ann.age").last, "41")
    expectEqual(talk.tell("undo 2; get ann.age; get ann.name").suffix(2), ["5", "Ann"])
    expectEqual(talk.tell("begin; revert #2").first?.hasPrefix("error refused"), true)
  }
}
