import Foundation
import TestSupport
import Testing

@Suite struct PutTests {
  @Test func putCreatesOrSetsAndSayingTheSameAgainIsNoTransaction() throws {
    let talk = try Conversation(people)
    expectEqual(
      talk.tell("put Person[\"Bob\"] age=3; put Person[\"Bob\"] age=4"), ["Person/2", "Person/2"])
    expectEqual(talk.tell("get Person/2.age"), ["4"])
    let count = talk.tell("log").count
    expectEqual(talk.tell("put Person[\"Bob\"] age=4; set Person/2.age 4"), ["Person/2"])
    expectEqual(talk.tell("log").count, count)
  }
}
