import TestSupport
import Testing

@Suite struct DropTests {
  @Test func aTypeThatRefersToOneThatIsNotDefinedIsDropped() throws {
    let talk = try Conversation()
    talk.enter("define Foo { a: Integr?, b: Integr? on delete clear, all: [Integr] }")
    expectEqual(
      talk.tell("alter Foo { change a: Integer? }\ndrop type Foo\ntypes\ncheck"),
      [
        "notice: 0 records of Foo deleted"
      ])
    talk.tell("undo 2")
    #expect(talk.tell("describe Foo").contains { $0.contains("a: Integr?") })
    talk.tell("redo 2")
    expectEqual(talk.tell("types\ncheck"), [])
  }

  @Test(arguments: [
    ("screen S for P { label k = (count(F)) }", "screen \"S\""),
    ("screen Q for [P] where count(F) > 0 { columns name }", "screen \"Q\""),
  ])
  func aTypeThatAScreenOfAnotherReadsIsNotDropped(definition: String, words: String) throws {
    let talk = try Conversation(
      "define F { x: Integer? }\ndefine P { name: Text key }\n\(definition)")
    let said = talk.tell("drop type F")
    expectEqual(
      said.first?.hasPrefix(
        "error refused 1:11: F cannot be dropped: the \(words) would no longer work: "),
      true,
      "\(said)")
    expectEqual(talk.tell("types").joined().contains("F"), true)
    talk.tell("drop type P")
    expectEqual(talk.tell("drop type F"), ["notice: 0 records of F deleted"])
    expectEqual(talk.tell("undo; undo").count, 2)
  }

  @Test func aTypeIsDroppedWithAllThatIsItsOwn() throws {
    let talk = try Conversation(
      AlterTests.members + """

        rule Person.grown : age is null or age >= 18
        index Person.age
        formatter card for Person "{{name}}"
        screen Sheet for Person { formatter card }
        label a on ann.age
        """)
    expectEqual(
      talk.tell("drop type Person"),
      [
        "error refused 1:11: Person cannot be dropped: Club.head refers to it "
          + "(drop the property with alter first)"
      ])
    let before = talk.tell("log limit 1")[0].split(separator: "|")[0]
    talk.tell("alter Club { drop head }")
    expectEqual(
      talk.tell("drop type Person"),
      [
        "notice: a is detached: Person no longer exists", "notice: 2 records of Person deleted",
      ])
    expectEqual(talk.tell("types"), ["Club|1"])
    expectEqual(
      talk.tell("get Person[\"Ann\"].next at #\(before); get Club/1.head at #\(before)").count, 2)
    expectEqual(talk.tell("check"), [])
    talk.tell("define Person { name: Text key }\nnew Person name=Cid")
    expectEqual(talk.tell("list Person"), ["Person/3|Cid"])
    expectEqual(talk.tell("new Person/1 name=Ann").first?.hasPrefix("error conflict"), true)
    expectEqual(talk.tell("list Person name at #\(before)"), ["Person/1|Ann", "Person/2|Bob"])
    expectEqual(talk.tell("undo 3").count, 3)
    expectEqual(
      talk.tell("list Person name, age, next"), ["Person/1|Ann|41|42", "Person/2|Bob|nil|nil"])
    #expect(talk.tell("describe Person").contains("nil|index|index Person.age"))
    expectEqual(talk.tell("show ann with card").isEmpty, false)
    expectEqual(talk.tell("redo 3; list Person").last, "Person/3|Cid")
    expectEqual(talk.tell("check"), [])
  }
}
