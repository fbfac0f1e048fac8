import Session
import Testing

@Suite struct PromptLineTests {
  @Test func thePromptSaysWhatIsOpen() throws {
    let talk = try Conversation(people)
    #expect(talk.prompt == "> ")
    talk.enter("define Tool {")
    #expect(talk.prompt == ".. ")
    talk.enter("n: Integer }")
    #expect(talk.prompt == "> ")
    talk.enter("begin")
    #expect(talk.prompt == "begin> ")
  }

  @Test func whatWasDoneBeforeAnErrorStaysAndWhatIsBehindItIsDropped() throws {
    let talk = try Conversation(people)
    let lines = talk.enter("set ann.age 1; set ann.agee 2; set ann.age 3")
    #expect(
      lines == ["error name 1:24: no such property: Person has no \"agee\" (did you mean \"age\"?)"]
    )
    #expect(talk.enter("get ann.age") == ["1"])
    #expect(talk.enter("nonsense\nset ann.age 4\ndefine Tool {").count == 1)
    #expect(talk.prompt == "> ")
    #expect(talk.enter("get ann.age; set ann.agee 1").last?.hasPrefix("error name 6:") == true)
    #expect(talk.enter("get ann.age") == ["1"])
  }

  @Test func aCommandThatIsDroppedNeverRuns() throws {
    let talk = try Conversation(people)
    talk.enter("define Tool {")
    talk.enter("n: Integer")
    talk.dropOpenCommand()
    #expect(talk.prompt == "> ")
    #expect(talk.enter("}").first?.hasPrefix("error syntax 3:1:") == true)
    #expect(talk.enter("types") == ["Person|1"])
  }

  @Test func openWorkIsWhatWouldBeLost() throws {
    let talk = try Conversation(people + "\nfield f on ann.age")
    #expect(talk.openWork == nil)
    talk.enter("type f \"x\"")
    #expect(talk.openWork == nil)
    talk.enter("type f \"<BS>\"")
    #expect(talk.openWork?.contains("f") == true)
    talk.enter("type f \"<Esc>\"; begin")
    #expect(talk.openWork == "Uncommitted changes")
    talk.enter("rollback")
    #expect(talk.openWork == nil)
  }

  /// Wherever the interruption comes, its command is undone and the others are not.
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
      #expect(lines.last?.hasSuffix("interrupted") == true)
      #expect(["41 true", "1 false", "2 true"].contains(state.first))
    } else {
      #expect(state == ["3 true"])
    }
    #expect(talk.enter("check") == [])
    #expect(talk.prompt == "> ")
  }
}
