import Foundation
import Replies
import Session
import TestSupport
import Testing

@Suite struct ActivateTests {
  @Test func aLabelThatRestsIsSilentAndPrintsWhenItIsActiveAgain() throws {
    let talk = try Conversation(people + "\n" + ExpressionLabelTests.card)
    expectEqual(talk.tell("deactivate card; set ann.age 1"), [])
    expectEqual(talk.tell("activate card"), ["card: Ann 1"])
    expectEqual(talk.tell("deactivate card; set ann.age 2; get card"), ["card: Ann 2"])
    expectEqual(talk.tell("set ann.age 1; activate card"), [])
    expectEqual(talk.tell("detach card; set ann.age 3; label card = (1)"), ["card: 1"])
  }
}
