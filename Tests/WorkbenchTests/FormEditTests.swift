import Testing

/// `edit` of a form or a record: the keyboard goes from field to field.
@Suite struct FormEditTests {
  private let program: Program

  init() throws { program = try Program() }

  private func prompt() throws -> PseudoTerminal {
    let terminal = try program.promptWithAnn("age=41")
    try terminal.run("form editor on ann")
    return terminal
  }

  /// Waits for the field of a form with this text, the cursor after it.
  @discardableResult
  private func wait(
    for field: String, _ text: String, at terminal: PseudoTerminal,
    sourceLocation location: SourceLocation = #_sourceLocation
  ) throws -> Screen {
    try terminal.wait("the field \(field)", sourceLocation: location) {
      $0.beforeCursor == "\(field): \(text)"
    }
  }

  @Test func eachFieldHasItsPromptAndItsOutcomeAboveTheNext() throws {
    defer { program.remove() }
    let terminal = try prompt()
    let editing = try Editing("edit editor", showing: "Ann", at: terminal)
    #expect(editing.prompt == "editor.name: ")
    try editing.press("e\t")
    let screen = try wait(for: "editor.age", "41", at: terminal)
    #expect(screen.lines(aboveCursor: 1) == ["editor.name: \"Anne\" → ann.name = \"Anne\""])
    try editing.press(Keys.end + Keys.backspace + "x2\r")
    try wait(for: "editor.code", "", at: terminal)
    try editing.press(Keys.down)
    try wait(for: "editor.fee", "", at: terminal)
    let lines = try editing.end()
    #expect(
      lines == [
        "editor.name: \"Anne\" → ann.name = \"Anne\"", "editor.age: \"42\" → ann.age = 42",
        "editor.code: \"\" → ann.code = nil", "editor.fee:", "editor.fee: \"\" → ann.fee = nil",
      ])
    #expect(try terminal.run("get ann.age") == ["42"])
  }

  @Test(arguments: [Keys.up, "\u{1B}OA", "\u{1B}[Z"])
  func upAndShiftTabGoBack(key: String) throws {
    defer { program.remove() }
    let terminal = try prompt()
    let editing = try Editing("edit editor", showing: "Ann", at: terminal)
    try editing.press("\t")
    try wait(for: "editor.age", "41", at: terminal)
    try editing.press(Keys.end + Keys.backspace + key)
    try wait(for: "editor.name", "Ann", at: terminal)
    // There is none before the first.
    try editing.press(Keys.end + "!" + key)
    try wait(for: "editor.name", "Ann!", at: terminal)
    try editing.end(Keys.escape)
    #expect(try terminal.run("get ann.age") == ["41"])
  }

  @Test(arguments: [Keys.escape, Keys.control("C")])
  func escapeAndCtrlCTakeBackAllOfTheForm(key: String) throws {
    defer { program.remove() }
    let terminal = try prompt()
    let editing = try Editing("edit editor", showing: "Ann", at: terminal)
    try editing.press("e\t")
    try wait(for: "editor.age", "41", at: terminal)
    try editing.press(Keys.end + Keys.backspace)
    try wait(for: "editor.age", "4", at: terminal)
    #expect(try editing.end(key).last == "editor.age: \"41\" → ann.age = 41")
    #expect(try terminal.run("get ann.age") == ["41"])
    #expect(try terminal.run("get ann.name") == ["Ann"])
  }

  @Test func aRefusedReturnSaysWhyAndStays() throws {
    defer { program.remove() }
    let terminal = try prompt()
    let editing = try Editing("edit editor", showing: "Ann", at: terminal)
    try editing.press(Keys.control("L") + "\r")
    try terminal.wait("the reason") { $0.line.hasSuffix("name is required") }
    try editing.press("Eve\t")
    let screen = try wait(for: "editor.age", "41", at: terminal)
    #expect(screen.lines(aboveCursor: 1) == ["editor.name: \"Eve\" → ann.name = \"Eve\""])
    try terminal.wait("what is expected") { $0.line.hasSuffix("0 to 150") }
    try editing.end(Keys.escape)
  }

  @Test func aRecordGetsAFormForThisOnce() throws {
    defer { program.remove() }
    let terminal = try prompt()
    let editing = try Editing("edit Person[\"Ann\"]", showing: "Ann", at: terminal)
    #expect(editing.prompt == "Person[\"Ann\"].name: ")
    try editing.press("\t")
    try wait(for: "Person[\"Ann\"].age", "41", at: terminal)
    try editing.press(Keys.end + Keys.backspace)
    let lines = try editing.end("\r\r\r")
    #expect(lines.last == "Person[\"Ann\"].fee: \"\" → Person[\"Ann\"].fee = nil")
    #expect(try terminal.run("get ann.age") == ["4"])
    #expect(try terminal.run("interactors").count == 9)
  }

  @Test func aLongTextBeforeLeavesTheNextFieldWhole() throws {
    defer { program.remove() }
    let terminal = try prompt()
    let long = String(repeating: "0123456789", count: 300)
    try terminal.run("set ann.name \"\(long)\"")
    try terminal.send("edit editor\r")
    try terminal.wait("the end of the long text") { $0.beforeCursor.hasSuffix("789") }
    try terminal.send("\t")
    try wait(for: "editor.age", "41", at: terminal)
    try terminal.send(Keys.escape)
    try terminal.waitForPrompt()
  }
}
