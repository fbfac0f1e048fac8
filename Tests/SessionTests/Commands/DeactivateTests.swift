import Foundation
import Replies
import Session
import TestSupport
import Testing

@Suite struct DeactivateTests {
  @Test func aLabelRestsAndFollowsAgain() throws {
    let talk = try Conversation(TypeTests.fields)
    expectEqual(talk.tell("deactivate age\nset ann.age 5\nactivate age"), ["age: 5"])
    expectEqual(talk.tell("deactivate age; activate age"), [])
    expectEqual(talk.tell("get age"), ["age: 5"])
    expectEqual(
      talk.tell("deactivate f\ntype f \"1\"").first?.hasPrefix(
        "error refused 2:6: f is deactivated"), true)
    expectEqual(
      talk.tell("interactors"),
      [
        "age|label|ann.age|true", "f|field|ann.age|false", "g|field|ann.name|true",
      ])
    expectEqual(talk.tell("detach age; set ann.age 6; label age on ann.fee"), ["age: 0.00"])
  }
}
