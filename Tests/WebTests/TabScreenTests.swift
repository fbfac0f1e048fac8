import Foundation
import TestSupport
import Testing

/// What screens say of their fields, values and rows.
@Suite struct TabScreenTests {
  private typealias Message = FakeBrowser.Message

  private static let schema = """
    define Due { amount: Integer = 10 };
    define Member {
      name: Text key, age: Integer? in 0...150, level: Choice(junior, senior)?,
      paid: Boolean = false, note: Text? length 0...1000, born: Date?, fee: Decimal? in -9...9,
      dues: [Due] owned, total: Integer := (coalesce(sum(dues.amount), 0))
    };
    new Member name="Ann" age=36 note="one\\ntwo"; new Member name="Bob" age=3;
    """

  @Test func theFieldsOfAScreenHaveTheTraitsOfAForm() throws {
    let database = try ServedDatabase(Self.schema)
    let browser = database.browser()
    try browser.send(["t": "open", "to": "/Member/1"])
    let screen = try browser.wait(for: "screen") { $0["traits"] != nil }
    try browser.send(["t": "do", "c": "edit"])
    let form = try browser.wait(for: "form")
    let (shown, edited) = (
      try #require(screen["traits"] as? Message), try #require(form["traits"] as? Message)
    )
    expectEqual(shown.count, 7)
    for (id, traits) in shown {
      let other = try #require(edited[id] as? NSDictionary, "\(id)")
      #expect(traits as? NSDictionary == other, "\(id)")
    }
    let note = shown["Member/1.note"] as? Message
    #expect(note?["lines"] as? Bool == true)
    expectEqual((shown["Member/1.paid"] as? Message)?.texts("choices"), ["true", "false"])
    expectEqual((shown["Member/1.age"] as? Message)?.text("mode"), "numeric")
  }

  @Test func aPageMarksTheValuesThatRulesWarnOf() throws {
    let database = try ServedDatabase(
      Self.schema
        + "screen Sheet for Member {title \"{{name}}\"; label years on age; label sum on total; field paid on paid }"
    )
    database.run(
      """
        rule Member.grown "members are at least 18" severity warn : age >= 18;
        rule Member.paid "the first dues are not paid" severity warn : age >= 18 or paid;
        rule Member.dues severity warn : count(dues) > 0;
        rule Member.much "the total is low" severity warn : total > 5
      """)
    let browser = database.browser()
    var page = try browser.open("/Member/2")
    expectEqual(
      page.list("labels").map { $0.text("warning") },
      [
        "warning: members are at least 18; warning: the first dues are not paid",
        "warning: the total is low",
      ])
    expectEqual(
      page.list("fields").map { $0.text("warning") }, ["warning: the first dues are not paid"])
    // No value of the page is the cause.
    expectEqual(page.texts("warnings"), ["warning: breaks dues"])
    database.run("append Member/2.dues new Due; set Member/2.age 18")
    page = try browser.open("/Member/2")
    expectEqual((page.list("labels") + page.list("fields")).compactMap { $0.text("warning") }, [])
    expectEqual(page.texts("warnings"), [])
  }

  @Test func allRowsOfAListAreSavedAsItIsFilteredAndOrdered() throws {
    let database = try ServedDatabase(
      Self.schema + (1...1200).map { "new Member name=\"M\(10_000 + $0)\"; " }.joined())
    let browser = database.browser()
    _ = try browser.open("/-/type/Member")
    try browser.send([
      "t": "list", "find": "m", "order": "name desc",
      "where": [["property": "name", "op": "!=", "value": "M10600"]],
    ])
    _ = try browser.screen()
    try browser.send(["t": "save"])
    var names: [String] = []
    var isAtEnd = false
    while !isAtEnd {
      let message = try browser.wait(for: "file")
      #expect(message["from"] as? Int == names.count)
      names += (message["rows"] as? [[Any]] ?? []).compactMap { $0.first as? String }
      isAtEnd = message["end"] as? Bool ?? false
      #expect(message["more"] == nil)
    }
    expectEqual(
      names, (1...1200).reversed().filter { $0 != 600 }.map { "M\(10_000 + $0)" })
    // The list still shows its first rows.
    expectEqual(try browser.screen().list("rows").count, 100)
  }

  @Test func containsFoldsLettersAsFindDoes() throws {
    let database = try ServedDatabase(
      "define City { name: Text key, size: Integer?, built: Date? };"
        + "new City name=\"Évreux\" size=1234567; new City name=\"ÅRHUS\" built=2024-01-31;"
        + "new City name=\"Straße\"; new City name=\"Rome\"")
    let browser = database.browser()
    _ = try browser.open("/-/type/City")
    for (property, text, cities) in [
      ("name", "evre", ["Évreux"]), ("name", "århus", ["ÅRHUS"]), ("name", "arh", ["ÅRHUS"]),
      ("name", "STRASSE", ["Straße"]), ("name", "\"", []), ("size", "345", ["Évreux"]),
      ("built", "2024", ["ÅRHUS"]),
    ] {
      try browser.send([
        "t": "list", "where": [["property": property, "op": "contains", "value": text]],
      ])
      let screen = try browser.screen()
      expectEqual(screen.text("notice"), nil)
      expectEqual(screen.list("rows").compactMap { $0.texts("cells").first }, cities)
    }
  }

  @Test func errorsOfTheFileNameItWithoutItsFolder() throws {
    let database = try ServedDatabase(Self.schema)
    try FileManager.default.removeItem(atPath: database.path)
    try Data(
      "no database, but a text that is long enough to be one, as far as its size goes.\n".utf8
    )
    .write(to: URL(fileURLWithPath: database.path))
    let note = try database.browser().wait(for: "note")
    expectEqual(note.text("text"), "test.db is not a database")
  }
}
