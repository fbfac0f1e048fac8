import Session
import TestSupport
import Testing

@Suite struct PromptLineTests {
  @Test func thePromptSaysWhatIsOpen() throws {
    let talk = try Conversation(people)
    expectEqual(talk.prompt, "> ")
    talk.enter("define Tool {")
    expectEqual(talk.prompt, ".. ")
    talk.enter("n: Integer }")
    expectEqual(talk.prompt, "> ")
    talk.enter("begin")
    expectEqual(talk.prompt, "begin> ")
  }

  @Test func whatWasDoneBeforeAnErrorStaysAndWhatIsBehindItIsDropped() throws {
    let talk = try Conversation(people)
    let lines = talk.enter("set ann.age 1; set ann.agee 2; set ann.age 3")
    expectEqual(
      lines, ["error name 1:24: no such property: Person has no \"agee\" (did you mean \"age\"?)"])
    expectEqual(talk.enter("get ann.age"), ["1"])
    expectEqual(talk.enter("nonsense\nset ann.age 4\ndefine Tool {").count, 1)
    expectEqual(talk.prompt, "> ")
    expectEqual(talk.enter("get ann.age; set ann.agee 1").last?.hasPrefix("error name 6:"), true)
    expectEqual(talk.enter("get ann.age"), ["1"])
  }

  @Test func aCommandThatIsDroppedNeverRuns() throws {
    let talk = try Conversation(people)
    talk.enter("define Tool {")
    talk.enter("n: Integer")
    talk.dropOpenCommand()
    expectEqual(talk.prompt, "> ")
    expectEqual(talk.enter("}").first?.hasPrefix("error syntax 3:1:"), true)
    expectEqual(talk.enter("types"), ["Person|1"])
  }

  @Test func openWorkIsWhatWouldBeLost() throws {
    let talk = try Conversation(people + "\nfield f on ann.age")
    #expect(talk.openWork == nil)
    talk.enter("type f \"x\"")
    #expect(talk.openWork == nil)
    talk.enter("type f \"<BS>\"")
    expectEqual(talk.openWork?.contains("f"), true)
    talk.enter("type f \"<Esc>\"; begin")
    expectEqual(talk.openWork, "Uncommitted changes")
    talk.enter("rollback")
    #expect(talk.openWork == nil)
  }

  @Test(arguments: 1...20)
  func anInterruptionTakesBackOneCommandOfAFile(look: Int) throws {
    var looks = 0
    var isArmed = false
    let files = ["more.wb": "set ann age=1 active=false\nset ann age=2 active=true\nset ann age=3"]
    let talk = try Conversation(people, files: files) {
      guard isArmed else { return false }
      looks += 1
      return looks == look
    }
    isArmed = true
    let lines = talk.enter("include \"more.wb\"")
    isArmed = false
    let state = talk.enter("echo \":ann.age :ann.active\"")
    if looks >= look {
      expectEqual(lines.last?.hasSuffix("interrupted"), true)
      #expect(["41 true", "1 false", "2 true"].contains(state.first))
    } else {
      expectEqual(state, ["3 true"])
    }
    expectEqual(talk.enter("check"), [])
    expectEqual(talk.prompt, "> ")
  }
}
