import TestSupport
import Testing

@Suite(.waits) struct LongTextTests {
  private let program: Program

  init() throws { program = try Program() }

  /// Five hundred characters in unique groups.
  private let groups = (100..<225).map { "\($0)." }

  private func edit() throws -> PseudoTerminal {
    try program.write(
      "define Remark { text: Text }\nnew Remark text=\"\(groups.joined())\"\n", to: "remark.wb")
    _ = try program("x.db", "-f", "remark.wb")
    let terminal = try program.prompt("x.db", columns: 40, rows: 8)
    try terminal.send("edit Remark/1.text\r")
    try waitForEnd("224.", at: terminal)
    return terminal
  }

  private func wait(_ before: String, _ after: String, at terminal: PseudoTerminal) throws {
    try terminal.wait("\(before)|\(after)") { screen in
      let place = screen.cursor.row * screen.columns + screen.cursor.column
      let flow = Array(screen.flow)
      return String(flow[..<place]).hasSuffix(before)
        && String(flow[place...]).hasPrefix(after)
    }
  }

  private func waitForEnd(_ text: String, at terminal: PseudoTerminal) throws {
    try wait(text, " ", at: terminal)
  }

  private func stored(_ terminal: PseudoTerminal) throws -> String {
    try terminal.send("\r")
    try terminal.waitForPrompt()
    return try program("x.db", "-c", "get Remark/1.text").output
  }

  @Test func theScreenShowsAWindowAroundTheCaret() throws {
    defer { program.remove() }
    let terminal = try edit()
    #expect(!terminal.screen.flow.contains("100."))
    try terminal.send(Keys.home)
    try wait("Remark/1.text: ", "100.101.102.", at: terminal)
    #expect(!terminal.screen.flow.contains("224."))
    try terminal.send(Keys.end)
    try waitForEnd("222.223.224.", at: terminal)
    #expect(!terminal.screen.flow.contains("100."))
    try expectEqual(stored(terminal), groups.joined() + "\n")
  }

  @Test func whatIsTypedAtTheEndsComesToTheEnds() throws {
    defer { program.remove() }
    let terminal = try edit()
    try terminal.send(Keys.home + "A")
    try wait("Remark/1.text: A", "100.101.", at: terminal)
    try terminal.send(Keys.control("E") + "Z")
    try waitForEnd("224.Z", at: terminal)
    try terminal.send(Keys.control("A") + Keys.delete + "B" + Keys.end + Keys.backspace + "Y")
    try waitForEnd("224.Y", at: terminal)
    try expectEqual(stored(terminal), "B\(groups.joined())Y\n")
  }

  /// Moves the cursor from either end to the middle, beyond the edges of the window.
  @Test(arguments: [(Keys.home, Keys.right), (Keys.end, Keys.left)])
  func whatIsTypedInTheMiddleComesToItsPlace(end: String, step: String) throws {
    defer { program.remove() }
    let terminal = try edit()
    // Sixty groups from the start, or sixty-five from the end.
    let count = end == Keys.home ? 240 : 260
    try terminal.send(end + String(repeating: step, count: count))
    try wait("158.159.", "160.161.", at: terminal)
    try terminal.send("XY")
    try wait("159.XY", "160.", at: terminal)
    try terminal.send(Keys.backspace)
    try wait("159.X", "160.", at: terminal)
    try terminal.send(Keys.right + Keys.delete + Keys.backspace + Keys.backspace)
    try wait("159.", "0.161.", at: terminal)
    let text = groups[..<60].joined() + "0." + groups[61...].joined()
    try expectEqual(stored(terminal), text + "\n")
  }
}
