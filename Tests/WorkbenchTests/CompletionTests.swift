import Testing

/// The Tab key at the prompt.
@Suite struct CompletionTests {
  private let program: Program

  init() throws { program = try Program() }

  @Test(arguments: [
    ("sho", "show "), ("show Per", "show Person"), ("list Per", "list Person"),
    ("set ann.ag", "set ann.age"), ("get ann.co", "get ann.code"),
    ("include peop", "include people.wb"),
    ("type f \"1\" --tr", "type f \"1\" --trace"),
  ])
  func tabCompletesWhatCanBeOneThingOnly(typed: String, completed: String) throws {
    defer { program.remove() }
    let terminal = try program.promptWithAnn()
    try terminal.send(typed + "\t")
    try terminal.wait("the line to be completed") { $0.beforeCursor.hasPrefix("> \(completed)") }
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

  @Test func tabWithNothingToCompleteLeavesTheLine() throws {
    defer { program.remove() }
    let terminal = try program.prompt()
    let depth = terminal.screen.depth
    try terminal.send("echo \"qqq\tz\"\r")
    let screen = try terminal.waitForPrompt(below: depth)
    #expect(screen.lines(aboveCursor: 1) == ["qqqz"])
  }
}
