import TestSupport
import Testing

@Suite struct ForTests {
  @Test func aLoopGoesThroughTheLinesOfStandardInput() throws {
    let talk = try Conversation(LoopTests.staff, files: ["-": "a\r\n\nc"])
    expectEqual(talk.tell("for line in stdin { echo \"[:line]\" }"), ["[a]", "[]", "[c]"])
    talk.files["-"] = ""
    expectEqual(talk.tell("for line in stdin { echo \"[:line]\" }"), [])
    talk.files["-"] = "a\n\0"
    expectEqual(
      talk.tell("for line in stdin { echo :line }"),
      [
        "error file 1:13: line 2 of standard input is not valid UTF-8, or contains U+0000"
      ])
    expectEqual(
      talk.enter("for line in stdin { echo :line }"),
      [
        "error file 1:13: standard input already contains the commands, so a loop cannot read it"
      ])
  }

  @Test func aLoopThatFailsLeavesAndPrintsNothing() throws {
    let talk = try Conversation(BlockTests.staff + "label age on ann.age")
    expectEqual(
      talk.tell("for p in Person { echo :p; set p.age (age + 57) }"),
      [
        "error rule 1:38: age must be 0…150, not 152"
      ])
    expectEqual(talk.tell("get ann.age; get age"), ["41", "age: 41"])
  }

  @Test func whatIsMadeInALoopLivesOnWithoutItsName() throws {
    let talk = try Conversation(BlockTests.staff)
    expectEqual(
      talk.tell("for p in [:ann] { label age on p.age; field f on p.age; form g on p }"),
      [
        "age: 41"
      ])
    expectEqual(talk.tell("set ann.age 42"), ["age: 42"])
    expectEqual(
      talk.tell("interactors").filter { !$0.contains("g.") },
      [
        "age|label|Person/1.age|true", "f|field|Person/1.age|true", "g|form|Person/1|true",
      ])
    expectEqual(talk.tell("type f \"<All>43<Return>\"").last, "f: \"43\" Person/1.age = 43")
  }
}
