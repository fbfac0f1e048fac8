import TestSupport
import Testing

@Suite struct IncludeTests {
  @Test func anIncludedFileRunsInTheSameSession() throws {
    let talk = try Conversation(
      people, files: ["more": "set ann.age 1\necho \"in\"", "bad": "types\nx"])
    expectEqual(talk.tell("include \"more\"\nget ann.age"), ["in", "1"])
    expectEqual(talk.tell("include \"bad\"").last, "error name 2:1: there is no command \"x\"")
    expectEqual(talk.tell("include \"none\""), ["error file 1:9: none cannot be read"])
  }

  @Test func filesThatIncludeEachOtherAreRefused() throws {
    let talk = try Conversation(
      files: ["a": "include a", "b": "echo b\ninclude c", "c": "include b"])
    expectEqual(talk.tell("include a"), ["error file 1:9: a includes itself"])
    expectEqual(talk.tell("include b").last, "error file 1:9: b includes itself")
  }

  @Test(arguments: [
    ("include", "syntax 1:8: expected a file name after \"include\""),
    (
      "include \"a\" \"b\"",
      "syntax 1:13: expected the end of the command after \"a\", not \"b\""
    ),
  ])
  func aMistakeIsSaidAtItsPlace(command: String, error: String) throws {
    try expectEqual(Conversation(files: ["a": "echo a"]).tell(command), ["error \(error)"])
  }
}
