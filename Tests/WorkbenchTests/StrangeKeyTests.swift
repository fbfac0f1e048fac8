import Foundation
import TestSupport
import Testing

@Suite(.waits) struct StrangeKeyTests {
  private let program: Program

  init() throws { program = try Program() }

  private static let quote = Keys.control("V")
  private static let unknown = "\u{1B}[99~"

  /// Whether the program has written C1 control characters, which terminals would obey.
  private func hasWrittenControls(at terminal: PseudoTerminal) -> Bool {
    String(decoding: terminal.raw, as: UTF8.self).unicodeScalars
      .contains { (0x80...0x9F).contains($0.value) }
  }

  // MARK: Quoted

  /// The text after `Annx` and a key quoted with Ctrl-V; nil resizes the window.
  @Test(arguments: [
    (Keys.control("L"), ""), (Keys.control("_"), "Ann"), (unknown, "Annx"), (nil, "Annx"),
    (Keys.paste("pp"), "Annxpp"),
  ])
  func aKeyThatIsQuotedInAFieldDoesWhatItAlwaysDoes(key: String?, text: String) throws {
    defer { program.remove() }
    let terminal = try program.promptWithAnn()
    let editing = try Editing("edit ann.name", showing: "Ann", at: terminal)
    try editing.press("x")
    try editing.wait(for: "Annx")
    try editing.press(Self.quote)
    if let key { try editing.press(key) } else { try terminal.resize(columns: 70, rows: 24) }
    try editing.press("y")
    try editing.wait(for: text + "y")
    try expectEqual(editing.end().last, "ann.name: \"\(text)y\" → ann.name = \"\(text)y\"")
    try expectEqual(terminal.run("get ann.name"), [text + "y"])
    #expect(!hasWrittenControls(at: terminal))
  }

  /// The output of `a`, a key quoted with Ctrl-V, and `b`; nil resizes the window.
  @Test(arguments: [
    (Keys.control("L"), "a\\u{c}b"), (Keys.control("_"), "a\\u{1f}b"), (unknown, "ab"),
    (nil, "ab"), (Keys.paste("pp"), "appb"),
  ])
  func aKeyThatIsQuotedAtThePromptIsTextOrDoesWhatItAlwaysDoes(key: String?, text: String) throws {
    defer { program.remove() }
    let terminal = try program.prompt()
    let depth = terminal.screen.depth
    try terminal.send("echo \"a" + Self.quote)
    if let key {
      try terminal.send(key)
    } else {
      try terminal.wait("the line") { $0.line.hasPrefix("> echo \"a") }
      try terminal.resize(columns: 70, rows: 24)
    }
    try terminal.send("b\"\r")
    let screen = try terminal.waitForPrompt(below: depth)
    expectEqual(screen.lines(aboveCursor: 1), [text])
    #expect(!hasWrittenControls(at: terminal))
  }

  // MARK: Bytes

  @Test func bytesThatAreNoCharacterTakeNoKeyWithThem() throws {
    defer { program.remove() }
    let terminal = try program.promptWithAnn()
    let before = terminal.screen
    try terminal.send(
      bytes: Array("echo \"a".utf8) + [0xFF, 0x62, 0xE2, 0x82] + Array("c\"\r".utf8))
    let screen = try terminal.waitForPrompt(below: before.depth)
    expectEqual(screen.lines(aboveCursor: 1), ["abc"])
    expectEqual(screen.bells, before.bells + 2)
    let editing = try Editing("edit ann.name", showing: "Ann", at: terminal)
    try terminal.send(bytes: [0xFF, 0x62, 0xE2, 0x82, 0x63])
    try editing.wait(for: "Annbc")
    try expectEqual(editing.end().last, "ann.name: \"Annbc\" → ann.name = \"Annbc\"")
  }

  @Test func aLineThatIsNotUTF8IsRefusedWhereItCannotBeEdited() throws {
    defer { program.remove() }
    let terminal = try program.prompt(environment: ["TERM": "dumb"])
    let depth = terminal.screen.depth
    try terminal.send(bytes: Array("echo \"a".utf8) + [0xFF] + Array("b\"\r".utf8))
    let screen = try terminal.waitForPrompt(below: depth)
    expectEqual(screen.lines(aboveCursor: 1), ["this line is not UTF-8"])
    try expectEqual(terminal.run("echo \"c\""), ["c"])
  }

  // MARK: Ctrl-D

  @Test func ctrlDInAnEmptyFieldRingsTheBell() throws {
    defer { program.remove() }
    let terminal = try program.promptWithAnn()
    let editing = try Editing("edit ann.age", at: terminal)
    let bells = terminal.screen.bells
    try editing.press(Keys.control("D"))
    try terminal.wait("the bell") { $0.bells == bells + 1 }
    try editing.press("12" + Keys.left + Keys.control("D"))
    try editing.wait(for: "1")
    try expectEqual(editing.end().last, "ann.age: \"1\" → ann.age = 1")
  }

  @Test func ctrlDBehindTextEntersItWhereItCannotBeEdited() throws {
    defer { program.remove() }
    let terminal = try program.prompt(environment: ["TERM": "dumb"])
    try terminal.send("echo \"d\"" + Keys.control("D"))
    let isDone = { (screen: Screen) in screen.beforeCursor == "> " && screen.text.contains("d\n") }
    // The first Ctrl-D may only submit the line, as for any plain program.
    if (try? terminal.wait("the line to be run", within: 1, until: isDone)) == nil {
      try terminal.send(Keys.control("D"))
    }
    let screen = try terminal.wait("the line to be run", until: isDone)
    expectEqual(screen.lines(aboveCursor: 1), ["> echo \"d\"d"])
    try terminal.send(Keys.control("D"))
    try expectEqual(terminal.exitStatus(), 0)
  }

  // MARK: Names

  @Test func theKeysThatWereRefusedAreNamedAsTypeNamesThem() throws {
    defer { program.remove() }
    try program.write(Program.definition, to: "people.wb")
    let terminal = try PseudoTerminal(program, ["--json"], columns: 800)
    try terminal.waitForPrompt()
    try terminal.run("include \"people.wb\"; let ann = new Person name=\"Ann\"; field f on ann.age")
    let typed = try terminal.run("type f \"<lt><gt><Paste:a<lt>b<gt>>x<Return>\"")
    let editing = try Editing("edit f", at: terminal)
    try editing.press("<>" + Keys.paste("a<b>") + "x")
    try expectEqual(editing.end().last, typed.last?.replacing("\"<gt>\"", with: "\">\""))
    expectEqual(typed.last?.contains("\"key\":\"<lt>\""), true)
    expectEqual(typed.last?.contains("\"key\":\"<Paste:a<lt>b<gt>>\""), true)
  }
}
