import Foundation
import TestSupport
import Testing

/// A day at the counter of the bicycle workshop.
@Suite(.waits) struct WorkshopDayTests {
  private static let stock = """
    new Supplier name="Nord" phone="0421 555010" days=3
    new Part number="KM-0019-X" name="Kette Connex" barcode="4524667123453" price=24.90 stock=6 least=4
    new Part number="BZ-1" name="Bremszug" barcode="4006381333931" price=4.20 stock=40 least=10
    new Part number="SL-28" name="Schlauch 28 Zoll" price=6.50 stock=12 least=5
    new Part number="AW-1" name="Arbeitswert, 15 Minuten" price=14 stock=nil
    new Customer name="Ute Meier" phone="0421 555123" address="Deichweg 3, 28203 Bremen"
    new Customer name="Ada Okafor"
    new Bike frame=WB4711 model="Tourer" owner=Customer[1]

    """

  @Test func anOrderIsTakenInDoneBilledAndPrinted() throws {
    let shown = try ShownPage(SchemaPageTests.schema("workshop") + Self.stock)
    defer { shown.close() }
    let (page, program) = (shown.page, shown.program)
    func values(_ command: String) throws -> String {
      try program.run(["-c", command]).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    // No order yet: the page says what to do.
    try shown.wait(text: "No orders yet.", in: ".empty")
    try shown.press("Add one")
    try shown.focus("customer")
    try shown.type("meier<Tab>")
    // Parts by a piece of their name, one by its barcode, as a scanner types it.
    for (row, keys) in ["kette", "zug", "28 z", "4006381333931<Return>"].enumerated() {
      try shown.press("Add a row")
      try shown.focus("part, row \(row + 1)")
      try shown.type(keys.hasSuffix(">") ? keys : keys + "<Tab>")
    }
    try shown.type("<Submit>")
    try shown.wait(rows: 1)
    expectEqual(
      try values("list Line part.number as part, price"),
      try values("list Line part.number as part, price where id <= 4"))
    #expect(try values("get Order[1].total").contains("39.80"))
    #expect(try values("get Order[1].customer.name").contains("Ute Meier"))

    // A wrong tap is undone.
    try shown.choose("Ute Meier")
    try shown.press("Start work")
    try shown.wait(text: "started", in: "tbody")
    try shown.press("Undo", in: "#tools")
    try shown.wait(text: "received", in: "tbody")

    for (command, state) in [("Start work", "started"), ("Ready for pick-up", "ready")] {
      try shown.press(command)
      try shown.wait(text: state, in: "tbody")
    }
    try shown.press("Write the invoice")
    try page.wait(
      for: "[...document.querySelectorAll('#menu button')].some(e => "
        + "e.textContent === 'Collected' && e.ariaDisabled !== 'true')")
    #expect(try values("get Part[\"BZ-1\"].stock").contains("38"))

    // Over the counter.
    try shown.press("All lists")
    try shown.press("Sale", in: "#pages")
    try shown.wait(text: "No sale yet.", in: ".empty")
    try shown.press("Add one")
    try shown.focus("part")
    try shown.type("4524667123453<Return>")
    try shown.focus("quantity")
    try shown.type("<All>2<Submit>")
    try shown.wait(rows: 1)
    #expect(try values("get Sale[1].amount").contains("49.80"))

    // The invoice.
    try shown.press("All lists")
    try shown.press("Invoice", in: "#pages")
    try shown.wait(rows: 1)
    try shown.choose("Ute Meier")
    try shown.press("Open")
    try page.wait(for: "document.querySelector('#prints a')")
    let link = try page.text(
      """
      (a => [a.textContent, a.target, a.pathname + a.search].join(" "))(
        document.querySelector("#prints a"))
      """)
    expectEqual(link, "Print invoice _blank /-/print/Invoice/1?with=invoice")
    #expect(try page.errors().isEmpty)
    try page.go(to: "http://127.0.0.1:\(program.port)/-/print/Invoice/1?with=invoice")
    for text in ["Ute Meier", "Invoice 1", "Kette Connex", "39.80"] {
      try shown.wait(text: text)
    }
  }

  @Test func printingARecordShowsItsFormattersAlone() throws {
    let shown = try ShownPage(
      SchemaPageTests.schema("workshop") + Self.stock
        + "new Order customer=Customer[1]\nappend Order[1].lines new Line part=Part[\"BZ-1\"]\n")
    defer { shown.close() }
    try shown.open("/Order/1", until: "document.querySelector('.formatted')")
    try shown.press("History")
    try shown.page.call("Emulation.setEmulatedMedia", ["media": "print"])
    let visible = try shown.page.text("document.body.innerText")
    #expect(visible.contains("Bremszug") && visible.contains("Ute Meier"))
    for hidden in ["Undo", "History", "Orders", "edit", "Start work"] {
      #expect(!visible.contains(hidden), "\(hidden) in \(visible)")
    }
  }
}
