import TestSupport
import Testing

@Suite struct ShowTests {
  private static let world = """
    define Person { name: Text key, age: Integer?, card: Card?, tags: [Text] }
    new Person name=Ann age=41 card="4111 1111 1111 1111" tags=[a, b] as ann
    set ann.age 42
    """

  @Test(arguments: [
    ("show ann", "age=42 card=•••• 1111"), ("show Person[\"Ann\"]", "age=42 card=•••• 1111"),
    ("show ann --reveal", "age=42 card=4111111111111111"),
    ("show Person/1 at #2", "age=41 card=•••• 1111"),
  ])
  func aRecordHasAllItsProperties(command: String, part: String) throws {
    try expectEqual(
      Conversation(Self.world).tell(command), ["ref=Person/1 name=Ann \(part) tags=[a, b]"])
  }

  @Test func aFormatterShowsItNowAndAsItWas() throws {
    let talk = try Conversation(
      Self.world + "\nformatter line for Person \"{{name}} is {{age}}\"\ndefine T { }\nnew T as it")
    expectEqual(talk.tell("show ann with line"), ["Ann is 42"])
    expectEqual(talk.tell("show ann with line at #2"), ["Ann is 41"])
    expectEqual(
      talk.tell("show it with line"),
      ["error value 1:14: line is a formatter for Person, not for T/1"])
    expectEqual(
      talk.tell("show ann with lin"),
      ["error name 1:15: there is no formatter \"lin\" (did you mean \"line\"?)"])
    expectEqual(
      talk.tell("show ann with line --blame"),
      ["error refused 1:15: --blame cannot be used with a formatter"])
  }

  @Test func aFormatterThatFailsWritesNoFile() throws {
    let talk = try Conversation(
      "define B { c: [C] owned }\nformatter f for B \"x\\n{{#c}}{{d}}{{/c}}\"\n"
        + "define C { e: Text = \"\" }\nnew B\nappend B/1.c new C")
    let failure = "f cannot be shown, line 2: C has no property \"d\""
    expectEqual(talk.tell("show B/1 with f"), [failure])
    expectEqual(talk.tell("show B/1 with f to \"out\""), ["error value 1:15: \(failure)"])
    expectEqual(talk.files, [:])
  }

  @Test func theOwnerOfARecordIsShownByItsName() throws {
    let talk = try Conversation(
      "define Order { lines: [Line] owned as order }; define Line { what: Text }; new Order as o\n"
        + "append o.lines new Line what=a; new Line what=b")
    expectEqual(
      talk.tell("show Line/1; show Line/2"),
      ["ref=Line/1 what=a order=Order/1", "ref=Line/2 what=b order=nil"])
    let schema = talk.tell("schema --json-schema").joined()
    #expect(schema.contains("\"order\""))
  }

  @Test(arguments: [
    ("show", "syntax 1:5: expected a record after \"show\""),
    ("show Person/9", "name 1:6: there is no Person/9"),
    ("show anne", "name 1:6: there is no record \"anne\" (did you mean \"ann\"?)"),
    ("show ann --blame at #2", "refused 1:21: --blame cannot be used with \"at\""),
  ])
  func aMistakeIsSaidAtItsPlace(command: String, error: String) throws {
    try expectEqual(Conversation(Self.world).tell(command), ["error \(error)"])
  }
}
