import TestSupport
import Testing

@Suite struct CommitTests {
  @Test func beginInsideBeginAndCommitOutsideAreRefused() throws {
    let talk = try Conversation()
    expectEqual(talk.tell("commit").first?.hasPrefix("error refused 1:1: "), true)
    expectEqual(talk.tell("rollback").first?.hasPrefix("error refused 1:1: "), true)
    expectEqual(talk.tell("begin\nbegin").first?.hasPrefix("error refused 2:1: "), true)
    expectEqual(talk.tell("undo").first?.hasPrefix("error refused 1:1: "), true)
  }

  @Test func commitWithoutBeginSaysSoEvenIfATypeIsNotDefinedYet() throws {
    let talk = try Conversation()
    talk.enter("define B { c: Crate }")
    expectEqual(talk.enter("commit"), ["error refused 2:1: no transaction is open"])
  }

  @Test func whatWasDoneSinceBeginIsOneUndoWithTheReason() throws {
    let talk = try Conversation(people)
    talk.tell("begin; set ann.age 1; set ann.fee 2")
    expectEqual(talk.tell("commit \"the :(1 + 1)nd look\""), [])
    expectEqual(talk.tell("log limit 1").first?.contains("|ann|the 2nd look|"), true)
    talk.tell("undo")
    expectEqual(talk.tell("get ann.age; get ann.fee"), ["41", "0.00"])
  }

  @Test func whatChangedNothingIsNoTransaction() throws {
    let talk = try Conversation(people)
    let count = talk.tell("log").count
    expectEqual(talk.tell("begin; get ann.age; commit"), ["41"])
    expectEqual(talk.tell("log").count, count)
  }

  @Test func aMistakeLeavesTheTransactionOpen() throws {
    let talk = try Conversation(people)
    talk.tell("begin; set ann.age 1")
    expectEqual(
      talk.tell("commit \"a\" \"b\""),
      ["error syntax 1:12: expected the end of the command after \"a\", not \"b\""])
    expectEqual(talk.tell("rollback; get ann.age"), ["41"])
  }
}
