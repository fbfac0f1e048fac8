import Session
import TestSupport
import Testing

@Suite struct PathLabelTests {
  private static let world = """
    define Person {
      name: Text key
      boss: Person? on delete clear
      age: Integer = 1
    }
    define Show {
      title: Text key
      reviews: [Review] owned
      tags: [Text]
    }
    define Review {
      rating: Integer in 0...10
      by: Person?
    }
    let ann = new Person name=Ann
    let bob = new Person name=Bob boss=ann
    let cid = new Person name=Cid boss=bob
    let show = new Show title=S tags=[a, b]
    append show.reviews new Review rating=1
    append show.reviews new Review rating=2 by=ann
    append show.reviews new Review rating=3
    """

  private func talk(_ more: String, database: String? = nil) throws -> Conversation {
    try Conversation(Self.world + "\n" + more, database: database)
  }

  // MARK: References

  @Test func aLabelFollowsTheReferenceAndTheRecordItIsTo() throws {
    let talk = try talk("label l on cid.boss.name")
    expectEqual(talk.tell("set bob.name Bo"), ["l: Bo"])
    expectEqual(talk.tell("set cid.boss ann"), ["l: Ann"])
    expectEqual(talk.tell("set bob.name Bob"), [])
    expectEqual(talk.tell("set cid.boss nil"), ["l: «nil»"])
    expectEqual(talk.tell("set cid.boss bob; set cid.boss bob"), ["l: Bob"])
    expectEqual(talk.tell("set Person where name = 'Bob' : name=B").last, "l: B")
    expectEqual(talk.tell("set Person where name = 'Cid' : boss=(:ann)").last, "l: Ann")
  }

  @Test func aLabelOnAReferenceShowsTheKey() throws {
    let talk = try talk("label l on cid.boss; label m on cid.boss.boss")
    expectEqual(talk.tell("get l; get m"), ["l: Bob", "m: Ann"])
    expectEqual(talk.tell("set ann.name An"), ["m: An"])
    expectEqual(talk.tell("set bob.boss nil; set cid.boss nil"), ["m: «nil»", "l: «nil»"])
  }

  @Test func aLabelFollowsUndoRedoAndRollback() throws {
    let talk = try talk("label l on cid.boss.name; set bob.name Bo; set cid.boss ann")
    #expect(talk.tell("undo").contains("l: Bo"))
    #expect(talk.tell("undo").contains("l: Bob"))
    #expect(talk.tell("redo 2").contains("l: Ann"))
    expectEqual(talk.tell("begin; set ann.name A; set cid.boss bob"), ["l: A", "l: Bo"])
    expectEqual(talk.tell("rollback"), ["l: Ann"])
  }

  @Test func aLabelFollowsADeletionThatClearsTheReference() throws {
    let talk = try talk("label l on cid.boss.name; label m on cid.boss.boss.name")
    expectEqual(talk.tell("delete bob"), ["l: «nil»", "m: «nil»"])
    expectEqual(talk.tell("undo").filter { !$0.hasPrefix("notice") }, ["l: Bob", "m: Ann"])
  }

  @Test func aLabelFollowsTheEditingOfTheNameKeyByKey() throws {
    let talk = try talk("label l on cid.boss.name; field f on bob.name; field g on cid.boss")
    expectEqual(
      talk.tell("type f \"by<BS><Esc>\"").filter { $0.hasPrefix("l: ") },
      [
        "l: Bobb", "l: Bobby", "l: Bobb", "l: Bob",
      ])
    expectEqual(
      talk.tell("type g \"<Clear>Ann<Return>\""),
      [
        "l: «nil»", "l: Ann", "g: \"Ann\" cid.boss = Person/1",
      ])
    expectEqual(talk.tell("type f \"<Clear>X<Return>\""), ["f: \"X\" bob.name = \"X\""])
  }

  @Test func noLabelShowsWhatNeverWas() throws {
    let talk = try talk(
      """
      set bob.boss bob
      label l on bob.boss.name
      label r on show.reviews[0].rating
      """)
    // An intermediate state would show "Rob".
    expectEqual(talk.tell("set bob name=Rob boss=ann"), ["l: Ann"])
    expectEqual(talk.tell("remove show.reviews 0"), ["notice: Review/1 deleted", "r: 2"])
    expectEqual(talk.tell("undo").filter { !$0.hasPrefix("notice") }, ["r: 1"])
    expectEqual(talk.tell("move show.reviews 0 2"), ["r: 2"])
    talk.tell("begin; set bob.boss cid; set cid.name Cyd; set show.reviews[0].rating 9; commit")
    expectEqual(Set(talk.tell("undo").filter { !$0.hasPrefix("notice") }), ["l: Ann", "r: 2"])
  }

  // MARK: Lists

  @Test func aLabelOnAnItemFollowsThePlace() throws {
    let talk = try talk(
      """
      label r on show.reviews[1].rating
      label b on show.reviews[1].by.name
      label n on show.reviews
      label t on show.tags[1]
      """)
    expectEqual(
      talk.tell("insert show.reviews 0 new Review rating=9"),
      [
        "n: 4", "r: 1", "b: «nil»", "Review/4",
      ])
    expectEqual(talk.tell("move show.reviews 2 1"), ["r: 2", "b: Ann"])
    expectEqual(talk.tell("set Review/2.rating 5; set ann.name A"), ["r: 5", "b: A"])
    expectEqual(
      talk.tell("insert show.tags 0 z; remove show.tags 0; remove show.tags 1"),
      [
        "t: a", "t: b", "t: «nil»",
      ])
    expectEqual(
      talk.tell("delete show"),
      [
        "notice: deleted with Show/1: Review/1, Review/2, Review/3, Review/4", "n: «nil»",
        "r: «nil»", "b: «nil»",
      ])
    expectEqual(talk.tell("undo").filter { !$0.hasPrefix("notice") }, ["n: 4", "r: 5", "b: A"])
  }

  // MARK: Another program

  @Test func aLabelFollowsAnotherProgram() throws {
    let outsider = try Outsider()
    let talk = try talk("label l on cid.boss.name", database: outsider.path)
    try outsider.run("UPDATE Person SET name = 'Rob' WHERE id = 2")
    expectEqual(talk.tell("types").first, "l: Rob")
    try outsider.run("UPDATE Person SET boss = 1 WHERE id = 3")
    expectEqual(talk.tell("types").first, "l: Ann")
    try outsider.run("REPLACE INTO Person(id, name) VALUES(1, 'Zed')")
    expectEqual(talk.tell("types").first, "l: Zed")
    expectEqual(talk.tell("check"), [])
  }

  @Test func aReferenceThatAnotherProgramHasBrokenIsShown() throws {
    let outsider = try Outsider()
    let talk = try talk(
      "label l on cid.boss.name; label m on cid.boss", database: outsider.path)
    try outsider.run("DELETE FROM Person WHERE id = 2")
    expectEqual(talk.tell("types").prefix(2), ["l: Person/2 (deleted)", "m: Person/2 (deleted)"])
    try outsider.run("INSERT INTO Person(id, name) VALUES(2, 'New')")
    expectEqual(talk.tell("types").prefix(2), ["l: New", "m: New"])
    try outsider.run("DELETE FROM Person WHERE id = 2")
    expectEqual(talk.tell("types").prefix(2), ["l: Person/2 (deleted)", "m: Person/2 (deleted)"])
    expectEqual(talk.tell("get cid.boss"), ["Person/2 (deleted)"])
    expectEqual(
      talk.tell("get cid.boss.name"),
      [
        "error name 1:9: Person/3.boss is Person/2, which no longer exists"
      ])
    expectEqual(talk.tell("list Person")[1], "Person/3|Cid|Person/2 (deleted)|1")
    expectEqual(talk.tell("show cid"), ["ref=Person/3 name=Cid boss=Person/2 (deleted) age=1"])
    // The other properties, the reference and the record itself can be changed.
    expectEqual(talk.tell("set cid.age 2; set cid.boss ann"), ["l: Ann", "m: Ann"])
    // The missing record is part of the restored state.
    #expect(
      // Another program's statements within a millisecond share a transaction.
      talk.tell("undo").map { $0.replacing(/#[0-9]+/, with: "#n") } == [
        "notice: undone #n by ann: set cid.boss ann", "l: Person/2 (deleted)",
        "m: Person/2 (deleted)",
      ])
    expectEqual(talk.tell("delete cid"), ["l: «nil»", "m: «nil»"])
  }

  @Test func aDamagedListIsShownAsItIsAndCanBeMended() throws {
    let outsider = try Outsider()
    let talk = try talk("label t on show.tags", database: outsider.path)
    try outsider.run("UPDATE Show SET tags = '[\"a\", 5'")
    expectEqual(talk.tell("get show.tags"), ["t: [\"a\", 5", "[\"a\", 5"])
    expectEqual(talk.tell("append show.tags x"), ["error value 1:8: tags is not a list"])
    #expect(
      talk.tell("check").contains { $0.contains("is not a valid [Text]|Show/1|tags") })
    expectEqual(talk.tell("set show.tags [a, b]"), ["t: a, b"])
    expectEqual(talk.tell("check"), [])
  }

  @Test func itemsWithoutAPlaceStandInTheOrderTheyWereMade() throws {
    let outsider = try Outsider()
    let talk = try talk("", database: outsider.path)
    try outsider.run("UPDATE Review SET Show_reviews_at = NULL")
    expectEqual(talk.tell("get show.reviews"), ["[Review/1, Review/2, Review/3]"])
    talk.tell("append show.reviews new Review; move show.reviews 3 0; move show.reviews 1 2")
    expectEqual(talk.tell("get show.reviews"), ["[Review/4, Review/2, Review/1, Review/3]"])
    expectEqual(talk.tell("check"), [])
    try outsider.run(
      "UPDATE Review SET Show_reviews_at = CASE id WHEN 1 THEN -9223372036854775808 "
        + "ELSE 9223372036854775807 END")
    talk.tell("append show.reviews new Review; insert show.reviews 0 new Review")
    expectEqual(
      talk.tell("get show.reviews"),
      [
        "[Review/6, Review/1, Review/2, Review/3, Review/4, Review/5]"
      ])
  }
}
