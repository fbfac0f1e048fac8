import Foundation
import TestSupport
import Testing

/// The pages of the schemas in `Schemas/`, without screens.
@Suite(.waits) struct SchemaPageTests {
  private static let schemas = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Schemas")

  static func schema(_ name: String) throws -> String {
    try String(contentsOf: schemas.appendingPathComponent("\(name).wb"), encoding: .utf8) + "\n"
  }

  private static let cases: [(schema: String, type: String, new: String, change: String)] = [
    ("club", "Boat", "new Boat name=\"Elbe\" seats=4", "set Boat/1.seats 5"),
    ("contacts", "Person", "new Person name=\"Ann\" age=36", "set Person/1.age 37"),
    ("inventory", "Place", "new Place code=\"B04-12\"", "set Place/1.load 200"),
    (
      "samples", "Site", "new Site code=\"ELB\" name=\"Elbe\" latitude=53.5 longitude=10",
      "set Site/1.name \"Elbe, km 620\""
    ),
    (
      "shows", "Venue", "new Venue name=\"Barn\" town=\"Bremen\" seats=90", "set Venue/1.seats 95"
    ),
    ("workshop", "Supplier", "new Supplier name=\"Nord\"", "set Supplier/1.days 3"),
  ]

  @Test func everySchemaIsTried() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.schemas.path)
    expectEqual(
      files.filter { $0.hasSuffix(".wb") }.sorted(), Self.cases.map { "\($0.schema).wb" })
  }

  @Test(arguments: cases.indices) func aSchemaWithoutScreensHasAllPages(index: Int) throws {
    let (schema, type, new, change) = Self.cases[index]
    let text = try Self.schema(schema)
    // Lists name the screens of their records.
    let screens = text.matches(of: #/(?m)^screen (\w+) for (\[?)/#)
      .sorted { $0.output.2.count > $1.output.2.count }.map { "drop screen \($0.output.1)\n" }
    let shown = try ShownPage(text + screens.joined() + new + "\n")
    defer { shown.close() }
    let page = shown.page
    try shown.press(type, in: "#main")
    try shown.wait(rows: 1)
    try shown.press("Open")
    try page.wait(for: "location.pathname === '/\(type)/1' && document.querySelector('.field')")

    // Each property is a field, a label or a list.
    let described = try shown.program.run(["--json", "-c", "describe \(type)"])
    let names = described.matches(of: #/"property":"([^"]+)"/#).map { String($0.output.1) }
    #expect(!names.isEmpty)
    for name in names { try shown.wait(text: name, in: "#main") }

    try shown.press("edit")
    try page.wait(
      for: "document.querySelector('#main input') && document.querySelector('#menu .main')")
    try shown.press("Cancel")
    try page.wait(for: "document.querySelector('.screen')")

    try shown.press("History")
    try page.wait(for: "document.querySelectorAll('#past ol > li').length === 1")
    try shown.program.run(["-c", change])
    try page.wait(for: "document.querySelectorAll('#past ol > li').length === 2")
    try page.evaluate(
      """
      { const slider = document.getElementById("slider");
        slider.value = "0";
        slider.dispatchEvent(new Event("input")); }
      """)
    try page.wait(
      for: "location.search.startsWith('?at=') && !document.querySelector('#bar').hidden")
    try page.wait(for: "document.querySelector('#reply table')")
    try shown.press("Back to now")
    try page.wait(for: "location.search === '' && document.querySelector('.field')")
    try shown.press("Undo this", in: "#past li:first-child")
    try page.wait(for: "document.querySelectorAll('#past ol > li').length === 3")
    // The undo is undone.
    try shown.press("Undo", in: "#tools")
    try page.wait(for: "document.querySelectorAll('#past ol > li').length === 4")
    #expect(try page.errors().isEmpty)
  }
}
