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

  @Test func theKeyCanBeSetToo() throws {
    let talk = try Conversation(people)
    expectEqual(talk.tell("put Person[\"Ann\"] name=Eve; get ann.name"), ["Person/1", "Eve"])
  }

  @Test(arguments: [
    (
      "put Person[\"Bob\"] name=Bob",
      "syntax 1:5: name is given twice: in the brackets and after the brackets"
    ),
    (
      "put Person age=3",
      "syntax 1:12: expected a key in \"[\" and \"]\" after \"Person\", not \"age\""
    ),
    ("put Person[\"Bob\"] age=200", "rule 1:23: age must be 0…150, not 200"),
    ("put Person[\"Ann\"] age=200", "rule 1:23: age must be 0…150, not 200"),
    ("define R { n: Integer }; put R[1]", "name 1:30: R has no key"),
  ])
  func aMistakeIsSaidAtItsPlaceAndNothingIsChanged(command: String, error: String) throws {
    let talk = try Conversation(people)
    expectEqual(talk.tell(command), ["error \(error)"])
    expectEqual(talk.tell("count Person; get ann.age"), ["1", "41"])
  }
}
