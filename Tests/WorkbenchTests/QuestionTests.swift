import TestSupport
import Testing

@Suite(.waits) struct QuestionTests {
  private let program: Program

  init() throws { program = try Program() }

  private static let command = "set Person where age > 20 : age=(age + 1)"
  private static let question = "change 1 record? [y/N] "

  @Test(arguments: [
    ("y\r", "12\n42"), ("YES\r", "12\n42"), ("n\r", "12\n41"), ("\r", "12\n41"),
    ("sure\r", "12\n41"),
    (Keys.control("C"), "12\n41"), (Keys.control("D"), "12\n41"),
  ])
  func onlyAYesIsAYes(answer: String, ages: String) throws {
    defer { program.remove() }
    let terminal = try program.promptWithAnn("age=41")
    try terminal.run("new Person name=\"Bob\" age=12")
    try terminal.send(Self.command + "\r")
    try terminal.wait("the question") { $0.flow.contains(Self.question) }
    #expect(terminal.screen.flow.contains("Person/1 age 41 → 42"))
    let depth = terminal.screen.depth
    try terminal.send(answer)
    try terminal.waitForPrompt(below: depth)
    try expectEqual(
      terminal.run("get Person/2.age; get ann.age").suffix(2).joined(separator: "\n"), ages)
  }

  @Test func nobodyIsAskedInAScriptNorWithNoInput() throws {
    defer { program.remove() }
    try program.writeStore()
    let script = try program("x.db", "-c", Self.command)
    expectEqual(script.status, 0)
    expectEqual(script.output, "")
    expectEqual(script.errors, "1 record changed\n  Person/1 age 41 → 42\n")
    let terminal = try program.prompt("x.db", "--no-input")
    #expect(try terminal.run(Self.command).contains("1 record changed"))
    try expectEqual(program.storedAge(), "43\n")
  }
}
