import Foundation
import TestSupport
import Testing

@Suite(.waits) struct ViewTests {
  private static let commands = [
    "types", "describe Lot", "list Lot", "list Lot --long", "list Reagent",
    "list Lot code, reagent.name, amount, owner where ok order by amount desc", "show Lot/1",
    "show Reagent[\"Acetone, HPLC grade\"]", "count Lot by reagent", "log", "log limit 1 --long",
    "history Lot", "history Lot/1.amount", "blame Lot/1", "why Lot/1.amount", "diff #14",
    "stats Lot.amount", "stats Reagent.hazard", "stats Lot.expires", "plot Lot.amount by expires",
    "explain list Lot where reagent = Reagent/1", "label a on Lot/1.amount; interactors",
    "sql \"select code, amount, expires from Lot\"", "check", "help", "help all", "help list",
    "help kinds",
    "list Lot where code = \"a text that is too long for a small screen\" and amont > 3",
  ]

  struct Size: CustomTestStringConvertible {
    var columns: Int
    var rows: Int
    var testDescription: String { "\(rows)x\(columns)" }
  }

  @Test(arguments: [
    Size(columns: 80, rows: 24), Size(columns: 200, rows: 50), Size(columns: 20, rows: 24),
  ])
  func everyViewFitsTheScreen(size: Size) throws {
    let program = try Program()
    defer { program.remove() }
    let lab = Program.root.appending(path: "Tests/WorkbenchTests/Fixtures/lab.wb")
    try program.write(try Data(contentsOf: lab), to: "lab.wb")
    try expectEqual(program("lab.db", "--actor", "tester", "-f", "lab.wb").status, 0)
    var text = ""
    for command in Self.commands {
      let terminal = try PseudoTerminal(
        program, ["lab.db", "--color", "never", "-c", command],
        columns: size.columns, rows: size.rows)
      _ = try terminal.exitStatus()
      let seen = String(decoding: terminal.raw, as: UTF8.self).replacing("\r\n", with: "\n")
      text += "> \(command)\n\(seen)"
    }
    text = text.replacing(/\d{4}-\d\d-\d\d \d\d:\d\d/, with: "2026-11-21 10:00")
    try Transcript.verify(text, as: "views-\(size.rows)x\(size.columns)")
  }
}
