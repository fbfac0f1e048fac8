import TestSupport
import Testing

@Suite(.waits) struct EntryTests {
  private let program: Program

  init() throws { program = try Program() }

  private func prompt(isVi: Bool = false) throws -> PseudoTerminal {
    if isVi { try program.write("bind -v\n", to: ".editrc") }
    return try program.promptWithAnn("age=41")
  }

  @Test(arguments: [false, true])
  func allOfTheTextIsSelectedAndWhatIsTypedReplacesIt(isVi: Bool) throws {
    defer { program.remove() }
    let terminal = try prompt(isVi: isVi)
    let editing = try Editing("edit ann.age", showing: "41", isKept: false, at: terminal)
    try terminal.wait("the selection") { $0.inverse == "41" && $0.beforeCursor.hasSuffix("41") }
    try editing.press("4")
    try terminal.wait("the key alone") { $0.line.hasPrefix("ann.age: 4 ") && $0.inverse.isEmpty }
    try editing.press("2")
    try expectEqual(editing.end().last, "ann.age: \"42\" → ann.age = 42")
    #expect(terminal.screen.unknown.isEmpty)
  }

  @Test(arguments: [
    (Keys.end, "14", ""), (Keys.right, "14", ""), (Keys.home, "", "14"), (Keys.left, "", "14"),
    (Keys.control("E"), "14", ""), (Keys.control("A"), "", "14"),
  ])
  func aMoveKeepsTheText(key: String, before: String, after: String) throws {
    defer { program.remove() }
    let terminal = try program.promptWithAnn("age=14")
    let editing = try Editing("edit ann.age", showing: "14", isKept: false, at: terminal)
    try terminal.wait("the selection") { $0.inverse == "14" }
    try editing.press(key)
    try terminal.wait("no selection") { $0.inverse.isEmpty }
    try editing.press("1")
    try editing.wait(for: before + "1", after)
    try expectEqual(editing.end().last?.hasSuffix("ann.age = \(before)1\(after)"), true)
  }

  @Test func theEscapeOfViIsAMoveToo() throws {
    defer { program.remove() }
    let terminal = try prompt(isVi: true)
    let editing = try Editing("edit ann.age", showing: "41", isKept: false, at: terminal)
    try terminal.wait("the selection") { $0.inverse == "41" }
    try editing.press(Keys.escape)
    try terminal.wait("no selection") { $0.inverse.isEmpty && $0.beforeCursor.hasSuffix("4") }
    try editing.press("x")
    try expectEqual(editing.end().last, "ann.age: \"4\" → ann.age = 4")
  }

  @Test(arguments: [Keys.backspace, Keys.delete, Keys.control("U"), Keys.control("W")])
  func aDeletionTakesAllThatIsSelected(key: String) throws {
    defer { program.remove() }
    let terminal = try prompt()
    let editing = try Editing("edit ann.age", showing: "41", isKept: false, at: terminal)
    try terminal.wait("the selection") { $0.inverse == "41" }
    try editing.press(key)
    try terminal.wait("an empty field") { $0.beforeCursor == editing.prompt && $0.inverse.isEmpty }
    try expectEqual(editing.end().last, "ann.age: \"\" → ann.age = nil")
  }

  @Test func aPasteReplacesTheTextAndUndoBringsTheSelectionBack() throws {
    defer { program.remove() }
    let terminal = try prompt()
    let editing = try Editing("edit ann.age", showing: "41", isKept: false, at: terminal)
    try editing.press(Keys.paste("77"))
    try terminal.wait("the paste") { $0.beforeCursor.hasSuffix(": 77") && $0.inverse.isEmpty }
    try editing.press(Keys.control("_"))
    try terminal.wait("the selection") { $0.inverse == "41" }
    try editing.end(Keys.escape)
  }

  @Test func whatIsRefusedLeavesTheSelection() throws {
    defer { program.remove() }
    let terminal = try prompt()
    let editing = try Editing("edit ann.age", showing: "41", isKept: false, at: terminal)
    try editing.press("x")
    try terminal.wait("the reason") {
      $0.inverse == "41" && $0.line.hasSuffix("\"x\" is not a digit")
    }
    try editing.end(Keys.escape)
  }

  @Test func aTextOfSeveralLinesIsSelectedWhole() throws {
    defer { program.remove() }
    let terminal = try program.promptWithAnn("age=41", columns: 20)
    let long = String(repeating: "abcdefghi ", count: 5) + "é世"
    try terminal.run("set ann.name \"\(long)\"")
    let editing = try Editing("edit ann.name", showing: "é世", isKept: false, at: terminal)
    try terminal.wait("the selection") { $0.inverse == long }
    try editing.press(Keys.end)
    try terminal.wait("no selection") { $0.inverse.isEmpty && $0.beforeCursor.hasSuffix("é世") }
    try editing.end(Keys.escape)
  }

  @Test(arguments: [false, true])
  func altUpAndAltDownStep(isVi: Bool) throws {
    defer { program.remove() }
    let terminal = try prompt(isVi: isVi)
    let editing = try Editing("edit ann.age", showing: "41", isKept: false, at: terminal)
    try editing.press(Keys.altUp + Keys.altUp)
    try terminal.wait("two steps up") { $0.beforeCursor.hasSuffix(": 43") }
    try editing.press(Keys.altDown)
    try terminal.wait("a step down") { $0.beforeCursor.hasSuffix(": 42") }
    try editing.press(Keys.control("_"))
    try terminal.wait("the step undone") { $0.beforeCursor.hasSuffix(": 43") }
    try expectEqual(editing.end().last, "ann.age: \"43\" → ann.age = 43")
  }

  @Test func tabListsWhatATextCanBecomeAndStays() throws {
    defer { program.remove() }
    let terminal = try program.prompt()
    try terminal.run("define T { role: Choice(admin, adviser, editor)? }")
    try terminal.run("let it = new T")
    let editing = try Editing("edit it.role", at: terminal)
    try editing.press("ad\t")
    try terminal.wait("the list") {
      $0.beforeCursor == editing.prompt + "ad" && $0.lines.contains("admin    adviser")
    }
    try editing.press("m")
    try terminal.wait("the name") {
      $0.beforeCursor == editing.prompt + "admin" && $0.inverse == "in"
    }
    try expectEqual(editing.end("\t").last, "it.role: \"admin\" → it.role = \"admin\"")
  }

  @Test func theReasonStaysBesideTheFieldUntilItIsAnswered() throws {
    defer { program.remove() }
    let terminal = try program.promptWithAnn()
    let editing = try Editing("edit ann.age", at: terminal)
    let reason = "\"0\" cannot follow \"70\" in 0…150"
    try editing.press("7x00")
    try terminal.wait("the reason") { $0.line.hasSuffix(reason) }
    try editing.press(Keys.left)
    try terminal.wait("the reason still") {
      $0.beforeCursor == editing.prompt + "7" && $0.line.hasSuffix(reason)
    }
    try editing.press(Keys.delete + "5")
    try terminal.wait("what is expected") { $0.line.hasSuffix(" 0 to 150") }
    try expectEqual(editing.end().last, "ann.age: \"75\" → ann.age = 75")
  }

  @Test func aPrefixStandsBeforeTheText() throws {
    defer { program.remove() }
    let terminal = try program.prompt()
    try terminal.run("define Item { price: Decimal(integer: 5, fraction: 2)? prefix \"$\" }")
    try terminal.run("let it = new Item")
    let editing = try Editing("edit it.price", at: terminal)
    expectEqual(editing.prompt, "it.price: $")
    try editing.press(Keys.paste("12.5 $"))
    try terminal.wait("the number") { $0.beforeCursor == editing.prompt + "12.5" }
    try expectEqual(editing.end().last, "it.price: \"12.50\" → it.price = 12.50")
    try expectEqual(terminal.run("label p on it.price"), ["p: $12.50"])
  }
}
