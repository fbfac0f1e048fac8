import Foundation
import TestSupport
import Testing

/// An hour in a laboratory: a user enters an inventory, with typical typing errors.
@Suite(.waits) struct LabHourTests {
  private let program: Program
  private let terminal: PseudoTerminal

  init() throws {
    program = try Program()
    let lab = Program.root.appending(path: "Tests/WorkbenchTests/Fixtures/lab.wb")
    try program.write(try Data(contentsOf: lab), to: "lab.wb")
    let run = try program("lab.db", "--actor", "tester", "-f", "lab.wb")
    try #require(run.status == 0, "\(run.errors)")
    terminal = try program.prompt("lab.db")
  }

  @Test func nothingIsStoredThatWasNotMeant() throws {
    defer { program.remove() }
    let before = try lots()
    try editFields()
    try fillForm()
    try cancel()
    try mistypeCommands()

    var expected = before
    expected["Lot/1"]?["amount"] = "95.5"
    expected["Lot/1"]?["expires"] = "2027-02-28"
    expected["Lot/1"]?["location"] = "Place/1"
    expected["Lot/2"]?["opened"] = "2026-02-28"
    expected["Lot/2"]?["expires"] = "2026-08-31"
    expected["Lot/2"]?["amount"] = "260.0"
    expected["Lot/2"]?["owner"] = "Person/1"
    expected["Lot/3"]?["amount"] = "310.0"
    try expectEqual(lots(), expected)
    // One transaction for each intended field, form and command.
    let log = try program("lab.db", "--json", "-c", "log limit 5").objects.reversed()
    expectEqual(log.compactMap { $0["changes"] as? Int }, [1, 1, 1, 4, 1])
  }

  private func lots() throws -> [String: [String: String]] {
    let lots = try program("lab.db", "--json", "-c", "list Lot").objects
    return Dictionary(
      uniqueKeysWithValues: lots.map { lot in
        ("\(lot["ref"] ?? "")", lot.mapValues { $0 is NSNull ? "nil" : "\($0)" })
      })
  }

  private func editFields() throws {
    try terminal.run("let lot = Lot/1")
    let amount = try Editing("edit lot.amount", showing: "900.0", isKept: false, at: terminal)
    try amount.press("9x5,5")
    try amount.wait(for: "955")
    try amount.press("\r")
    try terminal.wait(for: "press Return again to keep")
    try amount.press(Keys.backspace + ".55")
    try amount.wait(for: "95.5")
    let lines = try amount.end("\r\r")
    #expect(lines.contains("lot.amount: \"95.5\" → lot.amount = 95.5"))
    expectEqual(lines.last?.hasPrefix("warning: Lot/1 breaks low"), true)

    let expires = try Editing(
      "edit lot.expires", showing: "2027-01-05", isKept: false, at: terminal)
    try expires.press("2027-02-30")
    try expires.wait(for: "2027-02-3")
    try expires.press("\r" + Keys.backspace + "28")
    try expires.wait(for: "2027-02-28")
    try expires.end("\r\r")

    // A reference is edited on a screen, which lists the candidates.
    try terminal.send("edit lot.location\r")
    try waitForField("lot.location", "")
    try terminal.send("Cellar" + Keys.control("L") + "Cold")
    try terminal.wait("the candidate") { $0.lines.contains { $0.hasSuffix(" Cold room A") } }
    try terminal.send("\t")
    try waitForField("lot.location", "Cold room A")
    try terminal.send("\r")
    try terminal.wait("the prompt") { !$0.isAlternate && $0.beforeCursor == "> " }
  }

  /// The dates of the second lot are in the wrong order at first.
  private func fillForm() throws {
    try terminal.send("edit Lot/2\r")
    try waitForField("code", "L-2024-0002")
    try terminal.send(Keys.down + Keys.down + Keys.down)
    try waitForField("opened", "")
    try terminal.send("2026-02-28\r")
    try waitForField("expires", "2026-01-05")
    try terminal.send(Keys.down)
    try waitForField("amount", "200.0")
    try terminal.send("260\r")
    try waitForField("owner", "安娜")
    try terminal.send("Marc\t")
    try waitForField("ok", "false")
    try terminal.send("\r")
    try terminal.wait(for: "opened before it expires")
    try terminal.send(Keys.up + Keys.up + Keys.up)
    try waitForField("expires", "2026-01-05")
    try terminal.send("2026-08-31\r\r\r\r")
    try terminal.wait("the prompt") { !$0.isAlternate && $0.beforeCursor == "> " }
  }

  private func cancel() throws {
    let amount = try Editing("edit lot.amount", showing: "95.5", isKept: false, at: terminal)
    try amount.press("1")
    try amount.wait(for: "1")
    try amount.end(Keys.escape)
    try terminal.send("edit Lot/3\r")
    try waitForField("code", "L-2024-0003 עברית")
    try terminal.send("L-2024-0001" + Keys.down + Keys.escape + Keys.escape)
    try terminal.wait("the prompt") { !$0.isAlternate && $0.beforeCursor == "> " }
  }

  private func mistypeCommands() throws {
    let slips = [
      ("set Lot/3 expires=2027-02-30", "February 2027 has 28 days"),
      ("set Lot/3 expires=2027-6-30", "2027-06-30"),
      ("set Lot/3 amount=31O", "letter O"),
      ("set Lot/3 amount=3,1", "error"),
      ("set Lot/3 amount=310 amount=310", "error"),
      ("set Lot/3 locaton=Place/1", "did you mean \"location\"?"),
      ("set Lot/3 location=Place[\"Cold room\"]", "did you mean"),
      ("set Lot[\"L-2024-0004\"] amount=1", "error"),
      ("new Lot code=\"L-2024-0001\" reagent=Reagent/1", "error"),
      ("delete Person[\"Marc Lefèvre\"]", "error"),
    ]
    for (command, hint) in slips {
      let lines = try terminal.run(command)
      #expect(lines.joined(separator: " ").contains(hint), "\(command): \(lines)")
    }
    try expectEqual(terminal.run("set Lot/3 amount=310"), [])
  }

  private func waitForField(
    _ field: String, _ text: String, sourceLocation location: SourceLocation = #_sourceLocation
  ) throws {
    try terminal.wait("the field \(field)", sourceLocation: location) {
      $0.isAlternate && $0.line.dropFirst(2).hasPrefix("\(field):")
        && $0.line.hasPrefix(">") && $0.beforeCursor.hasSuffix(text)
    }
  }
}
