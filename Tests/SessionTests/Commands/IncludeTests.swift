import Replies
import Session
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
}
