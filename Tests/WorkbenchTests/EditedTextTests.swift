import TestSupport
import Testing

@Suite(.waits) struct EditedTextTests {
  private let program: Program

  init() throws { program = try Program() }

  // MARK: Characters

  @Test(arguments: [
    ("Zoe\u{308}", "Zo"), ("日本", "日"), ("a\u{1F469}\u{200D}\u{1F680}", "a"), ("é", ""),
    ("\u{1F1E9}\u{1F1EA}\u{1F1EB}\u{1F1F7}", "\u{1F1E9}\u{1F1EA}"),
  ])
  func backspaceTakesAWholeCharacter(name: String, rest: String) throws {
    defer { program.remove() }
    let terminal = try program.promptWithAnn()
    try terminal.run("define Remark { text: Text }")
    try terminal.run("let n = new Remark text=\"\(name)\"")
    let editing = try Editing("edit n.text", showing: name, at: terminal)
    try editing.press(Keys.backspace)
    try editing.wait(for: rest)
    try expectEqual(editing.end().last, "n.text: \"\(rest)\" → n.text = \"\(rest)\"")
  }

  @Test func theCursorNeverStandsInsideACharacter() throws {
    defer { program.remove() }
    let terminal = try program.promptWithAnn()
    let editing = try Editing("edit ann.name", showing: "Ann", at: terminal)
    try editing.press(Keys.control("U") + "日e\u{301}x")
    try editing.wait(for: "日e\u{301}x")
    try editing.press(Keys.left + Keys.left)
    try editing.wait(for: "日", "e\u{301}x")
    try editing.press(Keys.right)
    try editing.wait(for: "日e\u{301}", "x")
    try editing.press("本")
    try editing.wait(for: "日e\u{301}本", "x")
    try editing.press(Keys.home + Keys.delete)
    try editing.wait(for: "", "e\u{301}本x")
    try editing.end()
    try expectEqual(terminal.run("get ann.name"), ["e\u{301}本x"])
  }

  @Test func aKeyWithoutACharacterIsRefused() throws {
    defer { program.remove() }
    let terminal = try program.promptWithAnn()
    let editing = try Editing("edit ann.name", showing: "Ann", at: terminal)
    try editing.press("\0" + Keys.paste("a\0b") + "\u{1B}[15~\u{1B}[200;5u" + "e")
    try editing.wait(for: "Anne")
    #expect(terminal.screen.bells >= 2)
    try expectEqual(editing.end().last, "ann.name: \"Anne\" → ann.name = \"Anne\"")
  }

  // MARK: Lines

  @Test func aTextWiderThanTheScreenGoesOnInTheNextRow() throws {
    defer { program.remove() }
    let terminal = try program.promptWithAnn(columns: 20)
    let editing = try Editing("edit ann.name", showing: "Ann", at: terminal)
    let text = String((0..<45).map { Character(Unicode.Scalar(UInt8(97 + $0 % 26))) })
    try editing.press(Keys.control("U") + text)
    try terminal.wait("the whole text") { $0.flow.contains(editing.prompt + text + " ") }
    try editing.press(Keys.home + Keys.delete + "0" + Keys.end + Keys.backspace + "1")
    let changed = "0" + text.dropFirst().dropLast() + "1"
    try terminal.wait("the changed text") { $0.flow.contains(editing.prompt + changed + " ") }
    try editing.end()
    try terminal.run("echo \"end\"")
    #expect(terminal.screen.flow.contains("= \"" + changed))
  }

  @Test func keysTypedAheadReachTheField() throws {
    defer { program.remove() }
    let terminal = try program.promptWithAnn()
    try terminal.send("edit ann.age\r1x2\rget ann.age\recho \"done\"\r")
    try terminal.wait("all of it to be done") { $0.lines.contains("done") }
    try terminal.waitForPrompt()
    #expect(terminal.screen.lines.contains("ann.age: \"12\" → ann.age = 12"))
    #expect(terminal.screen.lines.contains("12"))
  }

  // MARK: What the store knows

  @Test func returnIsRefusedWithWhatOnlyTheStoreKnows() throws {
    defer { program.remove() }
    let terminal = try program.promptWithAnn()
    try terminal.run("let bob = new Person name=\"Bob\"")
    let editing = try Editing("edit bob.name", showing: "Bob", at: terminal)
    try editing.press(Keys.control("U") + "Ann")
    try editing.wait(for: "Ann")
    try editing.press("\r")
    try terminal.wait("the reason") {
      $0.beforeCursor == editing.prompt + "Ann" && $0.line.contains("taken by Person/1")
    }
    try editing.press("e")
    try editing.wait(for: "Anne")
    try expectEqual(editing.end().last, "bob.name: \"Anne\" → bob.name = \"Anne\"")
  }

  /// Ann's age being edited from 41 to 42, while Bob has set it to 5.
  private func contested() throws -> Editing {
    try program.writeStore()
    let terminal = try program.prompt("x.db")
    let editing = try Editing("edit Person[\"Ann\"].age", showing: "41", at: terminal)
    let other = try program("x.db", "--actor", "bob", "-c", "set Person[\"Ann\"].age 5")
    expectEqual(other.errors, "")
    try editing.press(Keys.backspace + "2\r")
    try terminal.wait("the other's value") {
      $0.beforeCursor == editing.prompt + "42" && $0.line.contains("set to 5 by bob")
    }
    return editing
  }

  @Test func returnIsRefusedOnceWhereAnotherProgramHasSetTheProperty() throws {
    defer { program.remove() }
    try contested().end()
    try expectEqual(program.storedAge(), "42\n")
  }

  @Test func escapeTakesWhatAnotherProgramHasSet() throws {
    defer { program.remove() }
    let editing = try contested()
    try editing.end(Keys.escape)
    try expectEqual(editing.terminal.run("get Person[\"Ann\"].age"), ["5"])
    try expectEqual(program.storedAge(), "5\n")
  }

  @Test func aRecordThatAnotherProgramDeletesEndsItsEditingByAnError() throws {
    defer { program.remove() }
    try program.writeStore()
    let terminal = try program.prompt("x.db")
    let editing = try Editing("edit Person[\"Ann\"].age", showing: "41", at: terminal)
    try expectEqual(program("x.db", "-c", "delete Person[\"Ann\"]").errors, "")
    try editing.press(Keys.backspace + "2\r")
    try terminal.wait("the refusal") { screen in
      screen.beforeCursor == editing.prompt + "42"
        && (screen.lines(aboveCursor: 1) + [screen.line]).joined().contains("Person/1")
    }
    let lines = try editing.end(Keys.escape)
    #expect(
      lines.contains { $0.contains("error: Person/1 was deleted by ") })
    #expect(!lines.contains { $0.contains("→") })
    try expectEqual(terminal.run("count Person"), ["0"])
  }

  @Test func aRecordOfWhichAnotherFieldIsIncompleteIsNotEdited() throws {
    defer { program.remove() }
    let terminal = try program.promptWithAnn(environment: ["NO_COLOR": "1"])
    try terminal.run("field f on ann.code")
    try terminal.run("type f \"1\"")
    let lines = try terminal.run("edit ann.name")
    // Long messages wrap at the edge of the screen.
    #expect(
      lines.joined(separator: "\n").replacing("\n    ", with: " ").hasPrefix(
        "<prompt>:5:1: error: f is being edited and cannot be left: 1 is below 100; "))
    try terminal.run("type f \"23<Return>\"")
    try Editing("edit ann.name", showing: "Ann", at: terminal).end("e\r")
    try expectEqual(terminal.run("get ann.name"), ["Anne"])
  }
}
