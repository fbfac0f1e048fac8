import Foundation
import TestSupport
import Testing

@Suite struct NewTests {
  @Test func aRecordIsMadeWithItsDefaultsAndShown() throws {
    let talk = try Conversation(people)
    expectEqual(
      talk.tell("new Person name=Bob fee=2.5 as bob\nshow bob"),
      [
        "Person/2",
        "ref=Person/2 name=Bob age=nil fee=2.50 weight=nil active=true code=nil",
      ])
    expectEqual(talk.tell("get bob.fee; get bob.age; get bob.name"), ["2.50", "nil", "Bob"])
  }
}
