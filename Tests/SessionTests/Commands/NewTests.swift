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

  @Test func aNumberThatIsGivenIsTakenAndTheNextOneFollowsIt() throws {
    let talk = try Conversation(people)
    expectEqual(talk.tell("new Person/7 name=Bob; new Person name=Cid"), ["Person/7", "Person/8"])
    expectEqual(
      talk.tell("new Person/7 name=Dot"), ["error conflict 1:12: Person/7 already exists"])
    expectEqual(talk.tell("count Person"), ["3"])
  }

  @Test(arguments: [
    ("new Person", "rule 1:5: name is required"),
    ("new Person name=B age=200", "rule 1:23: age must be 0…150, not 200"),
    ("new Person name=Ann", "conflict 1:17: name \"Ann\" is taken by Person/1"),
    (
      "new Person name=B nme=C",
      "name 1:19: no such property: Person has no \"nme\" (did you mean \"name\"?)"
    ),
    ("new Person name=B name=C", "syntax 1:19: \"name\" is assigned twice here"),
    ("new Persn name=B", "name 1:5: there is no type \"Persn\" (did you mean \"Person\"?)"),
    ("new Person name=B as ann", "name 1:22: \"ann\" is already a record"),
  ])
  func aMistakeIsSaidAtItsPlaceAndNothingIsMade(command: String, error: String) throws {
    let talk = try Conversation(people)
    expectEqual(talk.tell(command), ["error \(error)"])
    expectEqual(talk.tell("count Person"), ["1"])
  }
}
