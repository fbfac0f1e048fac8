import Foundation
import TestSupport
import Testing

/// A month of the workshop by keys alone: from an empty file to a printed invoice.
@Suite(.waits) struct WorkshopMonthTests {
  private let program: Program
  private let terminal: PseudoTerminal
  private let store = Keys.control("S")

  init() throws {
    program = try Program()
    try FileManager.default.copyItem(
      at: Program.root.appendingPathComponent("Schemas"),
      to: program.folder.appendingPathComponent("Schemas"))
    terminal = try program.prompt("shop.db", "--actor", "vera")
  }

  /// Sends keys and waits until the screen has a text.
  private func press(
    _ keys: String..., seeing text: String,
    sourceLocation location: SourceLocation = #_sourceLocation
  ) throws {
    try terminal.send(keys.joined(), sourceLocation: location)
    try terminal.wait(text, sourceLocation: location) { $0.text.contains(text) }
  }

  /// Fills a form, stores it, and returns what is said.
  private func make(
    _ type: String, _ keys: String,
    sourceLocation location: SourceLocation = #_sourceLocation
  ) throws -> String {
    try terminal.send("edit new \(type)\r", sourceLocation: location)
    try terminal.wait("the form", sourceLocation: location) {
      $0.isAlternate && $0.lines[0] == type
    }
    try terminal.send(keys + store, sourceLocation: location)
    let screen = try terminal.wait("the prompt", sourceLocation: location) {
      !$0.isAlternate && $0.beforeCursor == "> " && $0.afterCursor.isEmpty
    }
    let lines = screen.lines[..<screen.cursor.row]
    let command = lines.lastIndex { $0.hasPrefix("> ") } ?? lines.startIndex
    return lines[(command + 1)...].joined(separator: " ")
  }

  @Test func theMonth() throws {
    defer { program.remove() }
    try terminal.run("include \"Schemas/workshop.wb\"")

    // What is in stock, by whom it is delivered, and who comes.
    try expectEqual(
      make("Supplier", "Nord\t0421555010"), "Supplier/1 created: name Nord, phone +49421555010")
    let chain = try make(
      "Part", "KM-0019-X\tKette Connex\t4524667123453\tnor\t24.9\t6\t4")
    #expect(
      chain.contains("barcode 4524667123453, supplier Nord, price 24.90, stock 6"), "\(chain)")
    _ = try make("Part", "BZ-1\tBremszug\t4006381333931\t\t4.2\t40\t10")
    try expectEqual(
      make("Customer", "\tUte Meier\t0421555123\t\tDeichweg 3"),
      "Customer/1 created: number 1, name Ute Meier, phone +49421555123, address Deichweg 3")
    _ = try make("Customer", "\tAda Okafor")
    let bike = try make("Bike", "WB4711\tTourer\tmei")
    #expect(bike.contains("owner Ute Meier (1)"), "\(bike)")

    // An order with lines: a part by a piece of its name, and one by barcode.
    try press("open Floor\r", seeing: "a add")
    try press("a", seeing: "customer:")
    try press("\tute\ttour\t\t5.12.26\t\tbrakes\t", seeing: "part is required")
    try press("ket", seeing: "Kette Connex (KM-0019-X)")
    try press("\t", seeing: "24.90")
    try press("\t\t\t4006381333931\t\t", "2", seeing: "33.30")
    try press(store, seeing: "Order/1 created")

    // The menu says what can be done, and u takes it back.
    try press("s", seeing: "status \"received\" → \"started\"")
    try terminal.wait("the notice") { $0.text.contains("u undoes") && $0.text.contains("Order 1") }
    try press("u", seeing: "undone: Order 1 status")
    try press("r", seeing: "only orders that are started")
    try press("s", seeing: "only orders that are received")
    try press("r", seeing: "\"started\" → \"ready\"")
    try press("w", seeing: "new Invoice 1")

    // Search, and an order that was invoiced.
    try press("/", "tour", seeing: "search: tour")
    try press("\r", "e", seeing: "lines")
    let quantity = String(repeating: "\t", count: 9)
    try press(quantity, Keys.control("L"), "9", store, seeing: "breaks")
    try press(Keys.escape, Keys.escape, seeing: "Orders")
    try terminal.send(Keys.escape + Keys.escape)
    try terminal.wait("the prompt") { !$0.isAlternate && $0.beforeCursor == "> " }

    // Over the counter, and the paper.
    let sold = try terminal.run("sell 4524667123453 3")
    #expect(sold.contains("Kette Connex: 2 left, order more"), "\(sold)")
    _ = try terminal.run("show Invoice[1] with invoice to \"invoice.html\"")
    let page = try String(
      contentsOf: program.folder.appendingPathComponent("invoice.html"), encoding: .utf8)
    #expect(page.contains("<p>Ute Meier<br>Deichweg 3</p>"))
    #expect(page.contains("<tr><td>2<td>Bremszug<td>2<td>4.20\u{A0}€<td>8.40\u{A0}€"))
    #expect(page.contains("<td>33.30\u{A0}€</tfoot>"))
    try expectEqual(terminal.run("get Order[1].lines[0].quantity"), ["1"])
    try expectEqual(terminal.run("check").count { $0.contains("breaks spare") }, 1)
  }
}
