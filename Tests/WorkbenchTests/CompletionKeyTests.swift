import TestSupport
import Testing

@Suite(.waits) struct CompletionKeyTests {
  private let program: Program

  init() throws { program = try Program() }

  @Test(arguments: [
    ("sho", "show "), ("show Per", "show Person"), ("list Per", "list Person "),
    ("set ann.ag", "set ann.age "), ("get ann.co", "get ann.code "),
    ("include peop", "include people.wb "), ("type f \"1\" --tr", "type f \"1\" --trace "),
  ])
  func tabCompletesWhatCanBeOneThingOnly(typed: String, completed: String) throws {
    defer { program.remove() }
    let terminal = try program.promptWithAnn()
    // Text typed after a Tab follows the completion.
    try terminal.send(typed + "\t|")
    try terminal.wait("the line to be completed") { $0.beforeCursor.hasSuffix("|") }
    expectEqual(terminal.screen.beforeCursor, "> \(completed)|")
  }

  @Test func tabListsWhatCanBeSeveralThingsAndDrawsTheLineAgain() throws {
    defer { program.remove() }
    let terminal = try program.prompt()
    let depth = terminal.screen.depth
    try terminal.send("de\t")
    let screen = try terminal.wait("the candidates and the line") {
      $0.beforeCursor == "> de" && $0.depth > depth
    }
    let listed = (screen.scrolledOff + screen.lines)[depth...].joined(separator: " ")
    #expect(listed.contains("define"))
    #expect(listed.contains("delete"))
    try terminal.send("sc\t")
    try terminal.wait("the line to be completed") { $0.beforeCursor.hasPrefix("> describe") }
  }

  @Test func tabWithNothingToCompleteRingsTheBellAndLeavesTheLine() throws {
    defer { program.remove() }
    let terminal = try program.prompt()
    let before = terminal.screen
    try terminal.send("ec\t\"qqq\tz\"\r")
    let screen = try terminal.waitForPrompt(below: before.depth)
    expectEqual(screen.lines(aboveCursor: 1), ["qqqz"])
    expectEqual(screen.bells, before.bells + 1)
  }

  @Test(arguments: [
    ("list `Zo", "list `Zo o` "), ("list `Pl", "list `Pl"), ("list ", "list "),
  ])
  func aNameThatWouldSteerTheTerminalIsNotOffered(typed: String, completed: String) throws {
    defer { program.remove() }
    try program.write(
      """
      define `Zo\u{1B}[31mrl` { name: Text key }
      define `Pl\u{202E}ace` { name: Text key }
      define `Zo o` { name: Text key }
      """, to: "evil.wb")
    let terminal = try program.promptWithAnn()
    try expectEqual(terminal.run("include \"evil.wb\""), [])
    let start = terminal.raw.count
    try terminal.send(typed + "\t|")
    try terminal.wait("the line to be completed") { $0.beforeCursor.hasSuffix("|") }
    expectEqual(terminal.screen.beforeCursor, "> \(completed)|")
    let written = String(decoding: terminal.raw[start...], as: UTF8.self)
    #expect(!written.contains("\u{202E}") && !written.contains("[31m"))
  }
}
