import TestSupport
import Testing

@Suite(.waits) struct EditrcTests {
  private let program: Program

  init() throws { program = try Program() }

  @Test func editingThatIsSwitchedOffIsOnAllTheSame() throws {
    defer { program.remove() }
    try program.write("edit off\n", to: ".editrc")
    let terminal = try program.promptWithAnn()
    try terminal.send("echo \"ac\"" + Keys.left + Keys.left + "b")
    try terminal.wait("the line") { $0.beforeCursor == "> echo \"ab" && $0.afterCursor == "c\"" }
    let depth = terminal.screen.depth
    try terminal.send(Keys.control("C"))
    try terminal.waitForPrompt(below: depth)
    let editing = try Editing("edit ann.age", at: terminal)
    try editing.press("1x3" + Keys.left + "2")
    try editing.wait(for: "12", "3")
    try expectEqual(editing.end().last, "ann.age: \"123\" → ann.age = 123")
  }

  @Test func whatIsWrongIsSaidOnceAndTheRestCounts() throws {
    defer { program.remove() }
    try program.write("bind ^A nonsense\nbind ^B ed-move-to-beg\n", to: ".editrc")
    let terminal = try program.promptWithAnn()
    #expect(terminal.screen.lines.contains("bind: Invalid command `nonsense'."))
    let editing = try Editing("edit ann.age", at: terminal)
    try editing.press("23" + Keys.control("B") + "1")
    try editing.wait(for: "1", "23")
    try editing.end()
    expectEqual(terminal.screen.text.ranges(of: "nonsense").count, 1)
  }

  /// Keys bound to commands that would start an external editor.
  @Test(arguments: [
    ("bind y vi-histedit", "1y2", "12"), ("bind -v\nbind y vi-histedit", "1y2", "12"),
    ("bind -v", "12\u{1B}vx", "1"), ("bind -v\nbind -a y vi-histedit", "12\u{1B}yx", "1"),
  ])
  func noEditorIsStartedInAField(editrc: String, keys: String, text: String) throws {
    defer { program.remove() }
    try program.write(editrc + "\n", to: ".editrc")
    let editor = try program.writeScript("touch started; echo 99 >$1", to: "editor")
    let terminal = try program.promptWithAnn(environment: ["EDITOR": editor])
    let editing = try Editing("edit ann.age", at: terminal)
    try editing.press(keys)
    try expectEqual(editing.end().last, "ann.age: \"\(text)\" → ann.age = \(text)")
    #expect(!program.hasFile("started"))
  }

  // MARK: vi at the prompt

  /// The line after some keys at a vi prompt with two lines of history. The final key types a dot,
  /// to reveal the cursor.
  @Test(arguments: [
    ("types.", "types."), ("types\u{1B}i.", "type.s"), ("types\u{1B}xi.", "typ.e"),
    ("types\u{1B}0xi.", ".ypes"), ("types\u{1B}0xihe.", "he.ypes"), ("types\u{1B}hrxi.", "typ.xs"),
    ("types\u{1B}A x.", "types x."), ("types\u{1B}ddi.", "."), ("types\u{1B}ddihelp.", "help."),
    ("types\u{1B}ddpi.", ".types"), ("ty pes\u{1B}bDi.", "ty."), ("ty pes\u{1B}0cwx.", "x. pes"),
    ("types\u{1B}xui.", "type.s"), (Keys.up + ".", ".echo \"b\""),
    (Keys.up + Keys.up + ".", ".echo \"a\""), ("\u{1B}ki.", ".echo \"b\""),
    ("\u{1B}kkxi.", ".cho \"a\""), ("\u{1B}kkji.", ".echo \"b\""),
  ])
  func theKeysOfViWorkAtThePrompt(keys: String, line: String) throws {
    defer { program.remove() }
    try program.write("bind -v\n", to: ".editrc")
    let terminal = try program.prompt()
    try terminal.run("echo \"a\"")
    try terminal.run("echo \"b\"")
    try terminal.send(keys)
    let screen = try terminal.wait("a dot to be typed") { $0.beforeCursor.hasSuffix(".") }
    expectEqual(screen.beforeCursor + screen.afterCursor, "> " + line)
  }

  @Test func aLineOfViRunsAndIsRecalled() throws {
    defer { program.remove() }
    try program.write("bind -v\n", to: ".editrc")
    let terminal = try program.prompt()
    try expectEqual(terminal.run("ecko \"x\"\u{1B}0llrh"), ["x"])
    try expectEqual(terminal.run(Keys.up + "\u{1B}$i yz"), ["x yz"])
  }
}
