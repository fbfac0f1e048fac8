import Foundation
import TestSupport
import Testing

@Suite struct CompactTests {
  /// Transactions #1 to #10. The state after #7 has a renamed property, a deleted record and one in
  /// a list.
  private static let members = """
    define Pass { code: Text }
    define Member { name: Text key, card: Text?, age: Integer = 0, uses: [Pass] owned, twice: Integer := (age * 2) }
    new Member name="Annabella" card="4111-first"
    new Member name="Bartholomew"
    alter Member { rename card to number }
    append Member/1.uses new Pass code="first"
    delete Member/2
    set Member/1 number="5500-second" age=41
    append Member/1.uses new Pass code="later"
    undo
    """

  @Test func theHistoryBeginsWithTheStateThatThenWas() throws {
    let talk = try Conversation(Self.members)
    let states = (7...10).map { talk.tell("list Member at #\($0); list Pass at #\($0)") }
    expectEqual(
      talk.tell("compact before #7"),
      [
        "notice: the history now begins with #7, which replaces 7 transactions; 14 changes became 10"
      ])
    expectEqual((7...10).map { talk.tell("list Member at #\($0); list Pass at #\($0)") }, states)
    expectEqual(
      talk.tell("log").map { $0.split(separator: "|", omittingEmptySubsequences: false)[0] },
      [
        "10", "9", "8", "7",
      ])
    expectEqual(
      talk.tell("log").last,
      "7|2026-11-21T10:00:00.000Z|ann|nil|test:1|compact|compact before #7|false|18")
    expectEqual(
      talk.tell("history Member/1.number").map {
        $0.split(separator: "|")[0...1].joined(separator: " ")
      }, ["9 7", "16 8"], "the numbers of later changes stay")
    expectEqual(talk.tell("check"), [])
  }

  @Test func whatWasBeforeIsRefused() throws {
    let talk = try Conversation(Self.members + "\ncompact before #7\nset Member/1.age 42")
    let gone = "the history was compacted and begins with #7; earlier states are gone"
    for command in [
      "list Member at #6", "diff #3 #8", "restore Member/1 to #6",
    ] {
      expectEqual(talk.tell(command).first?.hasSuffix(": " + gone), true, "\(talk.tell(command))")
    }
    expectEqual(talk.tell("revert #4"), ["error refused 1:8: " + gone])
    let isFirst =
      "the history was compacted and begins with #7 (compact before #7), which cannot be undone"
    expectEqual(talk.tell("undo to #6"), ["error refused 1:9: " + isFirst])
    expectEqual(talk.tell("revert #7"), ["error refused 1:8: " + isFirst])
    expectEqual(
      talk.tell("compact before #7"), ["error refused 1:16: the history already begins with #7"])
    expectEqual(talk.tell("undo 3").last, "error refused 1:6: " + isFirst)
    expectEqual(
      talk.tell("undo 2; get Member/1.age; get Member/1.number").suffix(2), ["0", "4111-first"])
    expectEqual(talk.tell("redo 2; get Member/1.age; check").suffix(1), ["42"])
  }

  @Test(arguments: [
    ("compact before #99", "1:16: there is no transaction #99 (the first is #1, the newest #10)"),
    ("compact before #0", "1:16: there is no transaction #0 (the first is #1, the newest #10)"),
    (
      "compact before 2020-01-01",
      "1:16: the time is before the first transaction "
        + "(the database begins with #1 at 2026-11-21T10:00:00.000Z)"
    ),
    ("begin; compact before #3", "1:23: the history cannot be compacted inside a transaction"),
    ("repeat 1 { compact before #3 }", "1:12: compact cannot be used in a block"),
  ])
  func whatCannotBeCompactedIsAnError(command: String, message: String) throws {
    let talk = try Conversation(Self.members)
    let said = talk.tell(command).filter { $0.hasPrefix("error") }
    expectEqual(said.first?.hasSuffix(message), true, "\(said)")
    talk.tell("rollback")
    expectEqual(talk.tell("log").count, 10)
  }

  @Test func anUndoneCommandCanBeDoneAgainAlthoughItselfIsGone() throws {
    let talk = try Conversation(
      "define P { n: Integer = 0 }; new P; set P/1.n 1; set P/1.n 2; undo")
    talk.tell("compact before #4")
    expectEqual(talk.tell("get P/1.n; get P/1.n at #4"), ["1", "2"])
    expectEqual(talk.tell("log").map { $0.contains("|true|") }, [false, false])
    talk.tell("redo")
    expectEqual(talk.tell("get P/1.n; check"), ["2"])
    talk.tell("undo")
    expectEqual(talk.tell("get P/1.n; why P/1.n; check").first, "1")
    expectEqual(talk.tell("undo").last?.contains("which cannot be undone"), true)
  }

  @Test func numbersThatWereGivenAreNotGivenAgain() throws {
    let talk = try Conversation(
      """
      define P { n: Integer = 0 }; define Q { n: Integer = 0 }
      new P; new P; new P; delete P/2; delete P/3; new Q; new Q; drop type Q
      compact before #10
      define Q { n: Integer = 0 }
      """)
    expectEqual(talk.tell("new P; new Q"), ["P/4", "Q/3"])
    for number in 1...4 {
      expectEqual(
        talk.tell("new P/\(number)").first?.hasPrefix("error conflict"), true, "\(number)")
    }
    expectEqual(talk.tell("check"), [])
  }

  /// Random histories: compacting keeps every remaining state, the present, the undo steps, and the
  /// commands of the history.
  @Test(arguments: 0..<(Seeded.isLong ? 6 : 2))
  func everyStateFromThereOnStaysWhatItWas(seed: UInt64) throws {
    var random = Seeded(seed: seed)
    let talk = try Conversation(
      "define R { v: Integer, p: P? on delete clear }\n"
        + "define P { a: Integer?, b: Text? unique, list: [R] owned, d: Decimal(integer: 3, fraction: 1)? }\n"
        + "new P; new P; new P")
    func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }
    func change() {
      let id = number(1...4)
      switch number(0...13) {
      case 0: talk.tell("delete P/\(id)")
      case 1: talk.tell("set P/\(id).b \"text \(number(0...9))\"")
      case 2: talk.tell("set P/\(id).a \(number(0...9))")
      case 3: talk.tell("append P/\(id).list new R v=\(number(0...9))")
      case 4: talk.tell("set R/\(number(1...4)).p P/\(id)")
      case 5: talk.tell("undo \(number(1...2))")
      case 6: talk.tell("redo")
      case 7: talk.tell("revert #\(number(2...30))")
      case 8: talk.tell("alter P { rename \(["a to c", "c to a"][number(0...1)]) }")
      case 9: talk.tell("alter P { \(["add e: Text?", "drop e", "drop d"][number(0...2)]) }")
      case 10: talk.tell("alter P { change d: Text? using (d) }")
      case 11: talk.tell("rule P.small : coalesce(a, 0) < \(number(8...12))")
      case 12: talk.tell("drop type R")
      default:
        talk.tell("new P b=\"\(number(0...99))\" d=1.5; restore P/\(id) to #\(number(2...30))")
      }
    }
    func state(_ number: Int) -> [String] {
      talk.tell("list P at #\(number); list R at #\(number); count P where d > 1 at #\(number)")
    }
    for _ in 0..<4 {
      for _ in 0..<15 { change() }
      let newest = Int(talk.tell("log limit 1")[0].prefix { $0 != "|" }) ?? 0
      let oldest = Int(talk.tell("log").last?.prefix { $0 != "|" } ?? "") ?? 0
      let first = number(min(oldest + 1, newest)...newest)
      let (before, present) = ((first...newest).map(state), talk.tell("list P; list R; schema"))
      let said = talk.tell("compact before #\(first)")
      #expect(!said.contains { $0.hasPrefix("error") } || first == oldest, "\(said); seed \(seed)")
      expectEqual((first...newest).map(state), before, "seed \(seed)")
      expectEqual(talk.tell("list P; list R; schema"), present, "seed \(seed)")
      expectEqual(talk.tell("check"), [], "seed \(seed)")
    }
  }

  @Test func theCommandsOfAHistoryBeginWithWhatThenWas() throws {
    let talk = try Conversation(
      "define P { n: Integer = 0, m: P? }; rule P.r : n < 9; new P; new P n=2")
    talk.tell(
      "set P/1.m P/2; set P/2.m P/1; delete P where n = 2; delete P/1; new P n=3; compact before #9"
    )
    talk.tell("undo to #8; new P n=4; set P/1.n 5")
    let other = try Conversation(talk.tell("history --script").joined(separator: "\n"))
    expectEqual(other.tell("list P; schema; new P"), talk.tell("list P; schema; new P"))
  }
}
