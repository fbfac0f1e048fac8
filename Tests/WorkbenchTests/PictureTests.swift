import Foundation
import TestSupport
import Testing

/// A picture of a session, drawn from a terminal screen.
///
/// `WORKBENCH_RECORD=1 swift test` redraws it; review the result like a transcript.
@Suite(.waits) struct PictureTests {
  private static let file = Program.root.appending(
    path: "Sources/Session/Session.docc/Resources/prompt.svg")

  private static let lines = [
    "include \"lab.wb\"",
    "list Lot code, reagent, amount, expires where amount < 500 order by expires",
    "set Lot/2.amount 21O",
    "set Lot/2.amount 210",
    "history Lot/2.amount",
    "undo",
    "get Lot/2.amount at #15",
  ]

  @Test func thePictureIsWhatTheTerminalShows() throws {
    let program = try Program()
    defer { program.remove() }
    let lab = Program.root.appending(path: "Tests/WorkbenchTests/Fixtures/lab.wb")
    try program.write(try Data(contentsOf: lab), to: "lab.wb")
    let terminal = try program.prompt(
      "--actor", "marc", "--color", "never", "--no-init", columns: 80, rows: 60)
    for line in Self.lines { try terminal.run(line) }
    let screen = terminal.screen
    let shown = screen.transcript.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { !$0.hasPrefix("> list Lot") }
      .map { String($0).replacing(/\d{4}-\d\d-\d\d \d\d:\d\d/, with: "2026-11-21 10:00") }
    let picture = Self.picture(of: Array(shown))
    if ProcessInfo.processInfo.environment["WORKBENCH_RECORD"] == "1" {
      try Data(picture.utf8).write(to: Self.file)
    }
    try expectEqual(String(contentsOf: Self.file, encoding: .utf8), picture)
  }

  private static func picture(of lines: [String]) -> String {
    let (width, lineHeight, margin) = (720, 18, 16)
    let height = lines.count * lineHeight + 2 * margin
    let rows = lines.enumerated().map { number, line in
      let text = line.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      let y = margin + (number + 1) * lineHeight - 5
      let colour = line.hasPrefix(">") ? "#ffffff" : line.contains("error:") ? "#ef6b6b" : "#c9d1d9"
      return "<text x=\"\(margin)\" y=\"\(y)\" fill=\"\(colour)\">\(text)</text>"
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" \
      font-family="ui-monospace, Menlo, Consolas, monospace" font-size="14" xml:space="preserve">
      <title>The prompt of the workbench</title>
      <rect width="\(width)" height="\(height)" rx="8" fill="#0d1117"/>
      \(rows.joined(separator: "\n"))
      </svg>

      """
  }
}
