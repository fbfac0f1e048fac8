import Session
import TestSupport
import Testing

@Suite struct TryTests {
  @Test func labelsFollowWhatTryTakesBack() throws {
    let talk = try Conversation(
      BlockTests.staff + "label sum = (sum(Person.age))\nlabel age on ann.age\nbegin")
    expectEqual(
      talk.tell("try { set ann.age 1; set ann.age 900 }"),
      [
        "age: 1", "sum: 187", "age: 41", "sum: 227",
      ])
  }
}
