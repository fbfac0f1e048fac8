import TestSupport
import Testing

@Suite struct RollbackTests {
  @Test func labelsPrintAgainOnRollbackAndUndo() throws {
    let talk = try Conversation(TypeTests.fields)
    expectEqual(talk.tell("begin\nset ann.age 5\nrollback"), ["age: 5", "age: 41"])
    expectEqual(talk.tell("set ann.age 6"), ["age: 6"])
    expectEqual(talk.tell("undo").last, "age: 41")
    expectEqual(talk.tell("redo").last, "age: 6")
  }

  @Test func aRolledBackRecordGivesUpItsNameAndWhatShowsIt() throws {
    let talk = try Conversation(TypeTests.fields)
    talk.tell("begin\nlet bob = new Person name=Bob\nlabel b on bob.name\nfield c on bob.name")
    let lines = talk.tell("rollback")
    expectEqual(lines.filter { $0.hasPrefix("warning") }.count, 3, "\(lines)")
    expectEqual(
      talk.tell("new Person name=Eve\ndelete bob").last,
      "error name 2:8: there is no record \"bob\"")
    expectEqual(talk.tell("count Person"), ["2"])
  }

  @Test func aTypeThatWasRolledBackTakesItsLabelsAlong() throws {
    let talk = try Conversation(TypeTests.fields)
    talk.tell("begin\nset ann.age 7\ndefine T { a: Text? }\nnew T a=x as t\nlabel l on t.a")
    expectEqual(talk.tell("rollback").first, "age: 41")
    expectEqual(talk.tell("get ann.age; types"), ["41", "Person|1"])
  }

  @Test(arguments: ["set ann.age 9", "set ann.age 9\nexit", "set ann.age 9\nx"])
  func labelsPrintAgainWhenOpenWorkIsRolledBackAtTheEnd(script: String) throws {
    let talk = try Conversation(TypeTests.fields)
    talk.tell("begin\n\(script)")
    #expect(talk.finish().lines.contains("age: 41"))
  }
}
