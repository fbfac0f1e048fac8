import TestSupport
import Testing

@Suite(.waits) struct FormEditTests {
  private let program: Program

  init() throws { program = try Program() }

  private func prompt(_ environment: [String: String?] = [:]) throws -> PseudoTerminal {
    let terminal = try program.promptWithAnn("age=41", environment: environment)
    try terminal.run("form editor on ann")
    return terminal
  }

  private func edit(
    _ what: String, showing text: String = "Ann", at terminal: PseudoTerminal,
    sourceLocation location: SourceLocation = #_sourceLocation
  ) throws {
    try terminal.send("edit \(what)\r", sourceLocation: location)
    try wait(for: "name", text, at: terminal, sourceLocation: location)
  }

  @discardableResult
  private func wait(
    for field: String, _ text: String, at terminal: PseudoTerminal,
    sourceLocation location: SourceLocation = #_sourceLocation
  ) throws -> Screen {
    try terminal.wait("the field \(field)", sourceLocation: location) {
      let parts = $0.beforeCursor.split(separator: ":", maxSplits: 1)
      return $0.isAlternate && $0.line.hasPrefix(">") && parts.first?.dropFirst(2) == field[...]
        && parts.last.map { $0.drop { $0 == " " } } == text[...]
    }
  }

  private func end(
    _ keys: String = "\r", at terminal: PseudoTerminal,
    sourceLocation location: SourceLocation = #_sourceLocation
  ) throws -> [String] {
    try terminal.send(keys, sourceLocation: location)
    let screen = try terminal.wait("the prompt", sourceLocation: location) {
      !$0.isAlternate && $0.beforeCursor == "> " && $0.afterCursor.isEmpty
    }
    let lines = screen.lines[..<screen.cursor.row]
    let command = lines.lastIndex { $0.hasPrefix("> edit") } ?? lines.startIndex
    return Array(lines[(command + 1)...])
  }

  @Test func aFormFillsTheScreenAndGivesItBack() throws {
    defer { program.remove() }
    let terminal = try prompt()
    let before = terminal.screen.lines.filter { !$0.isEmpty }
    try edit("editor", at: terminal)
    let screen = try wait(for: "name", "Ann", at: terminal)
    expectEqual(screen.lines[0], "editor on ann")
    #expect(screen.lines[2].hasPrefix("> name: Ann"))
    expectEqual(screen.lines[3...5], ["  age:  41", "  code:", "  fee:"])
    #expect(screen.lines[23].hasPrefix("Return accept   Ctrl-S store   Tab next"))
    expectEqual(screen.inverse, "Ann")
    try expectEqual(end(Keys.escape, at: terminal), ["the form editor changed nothing"])
    let after = terminal.screen.lines.filter { !$0.isEmpty }
    #expect(after.starts(with: before.dropLast()))
    expectEqual(terminal.screen.unknown, [])
  }

  @Test func whatTheFormHasStoredIsSaidInOneLine() throws {
    defer { program.remove() }
    let terminal = try prompt()
    try edit("editor", at: terminal)
    try terminal.send(Keys.end + "e\t")
    let screen = try wait(for: "age", "41", at: terminal)
    #expect(screen.lines[2].hasPrefix(" *name: Anne"))
    expectEqual(screen.inverse, "41")
    try terminal.send(Keys.end + Keys.backspace + "x2\r")
    try wait(for: "code", "", at: terminal)
    try terminal.send(Keys.down)
    try wait(for: "fee", "", at: terminal)
    try expectEqual(end(at: terminal), ["Person/1 changed: name Anne, age 42"])
    try expectEqual(terminal.run("get ann.age"), ["42"])
  }

  @Test(arguments: [Keys.up, "\u{1B}OA", "\u{1B}[Z"])
  func upAndShiftTabGoBack(key: String) throws {
    defer { program.remove() }
    let terminal = try prompt()
    try edit("editor", at: terminal)
    try terminal.send("\t")
    try wait(for: "age", "41", at: terminal)
    try terminal.send(Keys.end + Keys.backspace + key)
    try wait(for: "name", "Ann", at: terminal)
    try terminal.send(Keys.end + "!" + key)
    try wait(for: "name", "Ann!", at: terminal)
    _ = try end(Keys.escape + Keys.escape, at: terminal)
    try expectEqual(terminal.run("get ann.age"), ["41"])
  }

  @Test(arguments: [Keys.escape, Keys.control("C")])
  func escapeAndCtrlCTakeBackAllOfTheForm(key: String) throws {
    defer { program.remove() }
    let terminal = try prompt()
    try edit("editor", at: terminal)
    try terminal.send(Keys.end + "e\t")
    try wait(for: "age", "41", at: terminal)
    try terminal.send(Keys.end + Keys.backspace)
    try wait(for: "age", "4", at: terminal)
    try terminal.send(key)
    try terminal.wait("the question") {
      $0.line.hasSuffix("2 changes; Esc again discards them")
    }
    try terminal.send(Keys.left)
    try terminal.wait("the end of the question") { !$0.line.hasSuffix("discards them") }
    try terminal.send(key)
    try terminal.wait("the question again") { $0.line.hasSuffix("discards them") }
    try expectEqual(end(key, at: terminal), ["the form editor was cancelled and changed nothing"])
    try expectEqual(terminal.run("get ann.age"), ["41"])
    try expectEqual(terminal.run("get ann.name"), ["Ann"])
  }

  @Test func aRefusedReturnSaysWhyBesideTheFieldAndStays() throws {
    defer { program.remove() }
    let terminal = try prompt()
    try edit("editor", at: terminal)
    try terminal.send(Keys.control("L") + Keys.control("S"))
    try terminal.wait("the reason") {
      $0.line.hasPrefix(">!name:") && $0.line.hasSuffix("name is required")
    }
    try terminal.send("Eve\t")
    try wait(for: "age", "41", at: terminal)
    try terminal.wait("what is expected") { $0.line.hasSuffix("0 to 150") }
    _ = try end(Keys.escape + Keys.escape, at: terminal)
  }

  @Test func aRecordGetsAFormForThisOnce() throws {
    defer { program.remove() }
    let terminal = try prompt()
    try edit("Person[\"Ann\"]", at: terminal)
    expectEqual(terminal.screen.lines[0], "Person[\"Ann\"]")
    try terminal.send("\t")
    try wait(for: "age", "41", at: terminal)
    try terminal.send(Keys.end + Keys.backspace)
    try expectEqual(end("\r\r\r", at: terminal), ["Person/1 changed: age 4"])
    try expectEqual(terminal.run("get ann.age"), ["4"])
    try expectEqual(terminal.run("interactors").count, 9)
  }

  @Test func aLongTextIsSeenAroundTheCaretAndTheOtherFieldsStay() throws {
    defer { program.remove() }
    let terminal = try prompt()
    let long = String(repeating: "0123456789", count: 300)
    try terminal.run("set ann.name \"\(long)\"")
    try terminal.send("edit editor\r")
    let screen = try terminal.wait("the end of the long text") {
      $0.isAlternate && $0.beforeCursor.hasSuffix("789")
    }
    #expect(screen.beforeCursor.hasPrefix("> name: …"))
    expectEqual(screen.lines[3], "  age:  41")
    try terminal.send(Keys.home)
    try wait(for: "name", "", at: terminal)
    _ = try end(Keys.escape, at: terminal)
  }

  @Test func whatIsSelectedIsReplacedCutAndDeleted() throws {
    defer { program.remove() }
    let terminal = try prompt()
    try edit("editor", at: terminal)
    let (selectLeft, cut) = ("\u{1B}[1;2D", Keys.control("X"))
    try terminal.send(Keys.end + selectLeft + selectLeft)
    try terminal.wait("a selection") { $0.inverse == "nn" }
    try terminal.send("b")
    try wait(for: "name", "Ab", at: terminal)
    try terminal.send(selectLeft + Keys.backspace)
    try wait(for: "name", "A", at: terminal)
    try terminal.send(selectLeft + cut)
    try wait(for: "name", "", at: terminal)
    try terminal.send(Keys.control("_"))
    try terminal.wait("the text from before") { $0.line.hasPrefix(">*name: A ") }
    try terminal.send(Keys.end + Keys.control("Y"))
    try wait(for: "name", "AA", at: terminal)
    try terminal.send("\t\u{01}" + Keys.control("Y"))
    try terminal.wait("the reason") {
      $0.line.hasPrefix(">!age:") && $0.line.hasSuffix("\"A\" is not a digit")
    }
    _ = try end(Keys.escape + Keys.escape, at: terminal)
    try expectEqual(terminal.run("get ann.name"), ["Ann"])
  }

  @Test func pastesAndOtherKeysOfLinesWorkInAForm() throws {
    defer { program.remove() }
    let terminal = try prompt()
    try edit("editor", at: terminal)
    try terminal.send(Keys.paste("Eve \u{1B}[2J\tLong"))
    try wait(for: "name", "Eve \\u{1b}[2J\\tLong", at: terminal)
    try terminal.send(Keys.control("W"))
    try wait(for: "name", "Eve \\u{1b}[2J\\t", at: terminal)
    try terminal.send(Keys.control("L") + "日本" + Keys.left)
    try wait(for: "name", "日", at: terminal)
    try terminal.send(Keys.delete + "e\u{301}")
    try wait(for: "name", "日e\u{301}", at: terminal)
    try expectEqual(end(Keys.escape + Keys.escape, at: terminal).count, 1)
    expectEqual(terminal.screen.unknown, [])
  }

  @Test func theFormFollowsTheSizeOfTheWindow() throws {
    defer { program.remove() }
    let terminal = try prompt()
    try edit("editor", at: terminal)
    try terminal.resize(columns: 100, rows: 30)
    try terminal.wait("the larger form") {
      $0.lines.count == 30 && $0.lines[29].hasPrefix("Return accept")
        && $0.lines[1].count == 100
    }
    try terminal.resize(columns: 36, rows: 20)
    try terminal.wait("why nothing is seen") { $0.lines[0].hasPrefix("the window has 36 columns") }
    let bells = terminal.screen.bells
    try terminal.send("x")
    try terminal.wait("the bell") { $0.bells > bells }
    try terminal.resize(columns: 80, rows: 24)
    try wait(for: "name", "Ann", at: terminal)
    _ = try end(Keys.escape, at: terminal)
  }

  @Test func aKeyThatFindsNothingToDoIsNoRefusal() throws {
    defer { program.remove() }
    let terminal = try prompt()
    try edit("editor", at: terminal)
    let bells = terminal.screen.bells
    try terminal.send("\u{1B}[H\u{1B}[D\u{7F}\u{1B}[C")
    try wait(for: "name", "A", at: terminal)
    expectEqual(terminal.screen.bells, bells)
    _ = try end(Keys.escape, at: terminal)
  }

  @Test func ctrlSStoresFromAnyFieldAndNamesWhatIsMissing() throws {
    defer { program.remove() }
    let terminal = try prompt()
    try edit("editor", at: terminal)
    try terminal.send("\t5" + Keys.control("S"))
    try expectEqual(end("", at: terminal), ["Person/1 changed: age 5"])
    try terminal.send("edit new Person\r")
    try wait(for: "name", "", at: terminal)
    try terminal.send("x" + Keys.backspace + Keys.control("S"))
    try terminal.wait("what is missing") { $0.line.hasSuffix("name is required") }
    try terminal.send("Eve" + Keys.control("S"))
    try expectEqual(end("", at: terminal), ["Person/2 created: name Eve"])
  }

  @Test func theReasonOfARefusalIsStillThereWhenReturnAsks() throws {
    defer { program.remove() }
    let terminal = try prompt()
    try edit("editor", at: terminal)
    try terminal.send("\t700")
    let reason = "\"0\" cannot follow \"70\" in 0…150"
    try terminal.wait("the reason") { $0.text.contains(reason) }
    try terminal.send(Keys.control("S"))
    try terminal.wait("the question") {
      $0.text.contains("\"0\" was rejected; press Return again to keep")
        && $0.text.contains("in 0…150)")
    }
    try terminal.send("\r" + Keys.control("S"))
    try expectEqual(end("", at: terminal), ["Person/1 changed: age 70"])
  }

  @Test func aRequestToEndGivesTheScreenBack() throws {
    defer { program.remove() }
    let terminal = try prompt()
    try edit("editor", at: terminal)
    try expectEqual(terminal.terminate(), 143)
    #expect(!terminal.screen.isAlternate)
    #expect(!terminal.screen.isPasteBracketed)
  }

  @Test func withoutColoursNoneAreDrawn() throws {
    defer { program.remove() }
    for (environment, isColoured) in [(["NO_COLOR": "1"], false), ([:], true)] {
      let terminal = try prompt(environment)
      try edit("editor", at: terminal)
      try terminal.send(Keys.control("L") + Keys.control("S"))
      try terminal.wait("the refusal") { $0.line.hasPrefix(">!name:") }
      let written = String(decoding: terminal.raw, as: UTF8.self)
      expectEqual(written.contains(";31m"), isColoured)
      _ = try end(Keys.escape + Keys.escape, at: terminal)
    }
  }
}
