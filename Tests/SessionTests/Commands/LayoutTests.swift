import TestSupport
import Testing

@Suite struct LayoutTests {
  private let outsider: Outsider

  init() throws { outsider = try Outsider() }

  /// An element of each kind that a layout can have.
  private static let desk = """
    new Person name=Bob as bob
    let limit = 40
    label age on ann.age nil "—" grouped
    label then on ann.age at #3
    label over = (:ann.age > :limit)
    field f on bob.age clear off return stays
    form editor on ann
    form outer on bob
    nest f in outer
    nest editor in outer
    deactivate editor.age
    deactivate age
    """

  @Test func aLayoutComesBackAsItWasInAnotherSession() throws {
    let talk = try Conversation(people + "\n" + Self.desk, database: outsider.path)
    expectEqual(talk.tell("save layout desk; save layout desk"), [])
    let interactors = talk.tell("interactors")
    _ = talk.finish()
    let later = try Conversation(database: outsider.path)
    #expect(later.tell("layout desk").contains("over: true"))
    expectEqual(
      later.tell("interactors").map(Self.withoutSubject), interactors.map(Self.withoutSubject))
    expectEqual(later.tell("layout desk"), [])
    expectEqual(
      later.tell("save layout desk; log limit 1").last?.contains("save layout desk"), true)
  }

  private static func withoutSubject(_ line: String) -> String {
    line.replacing("Person/1", with: "ann").replacing("Person/2", with: "bob")
  }

  @Test func whatNoLongerFitsIsAnErrorEachAndTheRestComes() throws {
    let talk = try Conversation(
      people + """

        new Person name=Bob as bob
        label age on ann.age
        label his on bob.age
        label both = (:bob.age + :ann.age)
        field f on ann.age
        form sheet on bob
        save layout desk
        detach age; detach his; detach both; detach f; detach sheet
        delete bob
        let f = 1
        """)
    let deleted = "there is no Person/2 (#5 deleted this record: restore Person/2 to #4)"
    expectEqual(
      talk.tell("layout desk"),
      [
        "age: 41",
        "error name 1:8: \"label his on Person/2.age\" cannot be restored: \(deleted)",
        "error name 1:8: \"label both = (:bob.age + :ann.age)\" cannot be restored: \(deleted)",
        "error name 1:8: \"field f on Person/1.age\" cannot be restored: \"f\" is already a value",
        "error name 1:8: \"form sheet on Person/2\" cannot be restored: \(deleted)",
      ])
    expectEqual(talk.tell("set ann.age 42"), ["age: 42"])
  }

  @Test func aLayoutIsADefinitionThatIsUndone() throws {
    let talk = try Conversation(people + "\nlabel age on ann.age\nsave layout desk")
    talk.tell("undo")
    expectEqual(talk.tell("layout desk"), ["error name 1:8: there is no layout \"desk\""])
    talk.tell("redo")
    expectEqual(talk.tell("drop layout desk; layout desk").count, 1)
    talk.tell("layout desk { label years on Person/1.age }")
    expectEqual(talk.tell("layout desk"), ["years: 41"])
    #expect(talk.tell("history --script").contains { $0.hasPrefix("layout desk {") })
    expectEqual(talk.tell("check"), [])
  }

  @Test(arguments: [
    ("save layout desk", "error refused 1:1: there are no labels, fields or forms to save"),
    ("layout desk { set ann.age 1 }", "error syntax 1:15: expected one of \"label\", \"field\", "),
    ("begin\nsave layout x", "error refused 2:1: save cannot be used inside a transaction"),
    (
      "layout Desk { }; layout desk { }",
      "error name 1:25: \"desk\" differs only in case from the layout \"Desk\""
    ),
  ])
  func whatIsNoLayoutIsRefused(command: String, error: String) throws {
    let talk = try Conversation(people)
    expectEqual(talk.tell(command).last?.hasPrefix(error), true)
  }

  @Test(arguments: [true, false])
  func aLayoutFollowsARename(isShown: Bool) throws {
    let talk = try Conversation(
      """
      define Person { name: Text key, age: Integer?, friends: [Friend] owned }
      define Friend { of: Text }
      new Person name=Ann age=41 as ann
      label a on ann.age
      label b = (:ann.age + 1)
      field f on ann.age
      form g on ann rows friends
      label c on ann.name
      save layout desk
      """)
    if !isShown { talk.tell("detach a; detach b; detach c; detach f; detach g") }
    talk.tell("alter Person { rename age to years, rename friends to others }")
    let text = talk.tell("schema").joined(separator: "\n")
    #expect(!text.contains("age"), "\(text)")
    talk.tell("detach a; detach b; detach c; detach f; detach g")
    expectEqual(talk.tell("layout desk"), ["a: 41", "b: 42", "c: Ann"])
    expectEqual(talk.tell("interactors").count, 8)
    talk.tell("undo; detach a; detach b; detach c; detach f; detach g")
    expectEqual(talk.tell("layout desk"), ["a: 41", "b: 42", "c: Ann"])
    expectEqual(talk.tell("check"), [])
  }

  @Test(arguments: [
    ("(:env.HOME || '!')", "read :env, because the environment differs between users"),
    ("(text(0.5))", "call text(), because the result depends on the locale"),
  ])
  func whatDependsOnTheSessionIsNotKept(expression: String, reason: String) throws {
    let talk = try Conversation("label x = \(expression)", environment: ["HOME": "home"])
    let refusal = "a layout cannot \(reason)"
    expectEqual(talk.tell("save layout desk").last?.hasSuffix(refusal), true)
    expectEqual(
      talk.tell("layout other { label y = \(expression) }").last?.hasSuffix(refusal), true)
  }
}
