import Foundation
import TestSupport
import Testing
import Web

/// The history beside pages, and their past states.
@Suite struct PageHistoryTests {
  private typealias Message = FakeBrowser.Message

  private static let schema = """
    define Member { name: Text key, age: Integer? in 0...150, friend: Member? }
    define Line { what: Text, count: Integer = 1 }
    define Order { number: Integer key = next, by: Member?, lines: [Line] owned }
    new Member name="Ann" age=36
    new Member name="Bob" friend=Member/1
    new Order by=Member/1
    append Order/1.lines new Line what="bell"
    formatter job for Order "{{number}}: {{#lines}}{{what}} {{count}}{{/lines}}"
    formatter paper for Order html "<p>{{number}}</p>"
    screen Job for Order { formatter job; label who on by; menu edit }
    screen Orders for [Order] { columns number, by.name as member, (number * 2) as double; opens Job; menu add }
    set Line/1.count 3 --reason "two are missing"
    """

  /// Runs each line as a transaction of its own.
  private func database(_ more: String = "") throws -> ServedDatabase {
    let lines = (Self.schema + "\n" + more).split(separator: "\n").map(String.init)
    let database = try ServedDatabase(lines[0])
    for line in lines.dropFirst() { database.run(line) }
    return database
  }

  private func entries(_ screen: Message) throws -> [Message] {
    try #require(screen["history"] as? Message).list("entries")
  }

  private func history(of path: String, _ browser: FakeBrowser) throws -> [Message] {
    let page = try browser.open(path)
    #expect(page["history"] == nil)
    try browser.send(["t": "run", "what": "history", "on": true])
    return try entries(browser.screen())
  }

  @Test func aRecordShowsWhoChangedItWhenAndWhy() throws {
    let database = try database("set Member/1.age 37")
    let browser = database.browser()
    let entries = try history(of: "/Member/1", browser)
    expectEqual(entries.first?.texts("changes"), ["age 36 → 37"])
    expectEqual(entries.first?.text("actor"), "script")
    expectEqual(entries.first?.text("words"), "set Member/1.age 37")
    let now = Date().timeIntervalSince1970 * 1000
    let at = try #require(entries.first?["at"] as? Double)
    #expect((now - 600_000...now).contains(at))
    try browser.send(["t": "run", "what": "history", "on": false])
    #expect(try browser.screen()["history"] == nil)
  }

  @Test func theHistoryOfARecordHasTheChangesOfItsLines() throws {
    let database = try database()
    let changes = try history(of: "/Order/1", database.browser())
    expectEqual(changes.first?.texts("changes"), ["Line/1 count 1 → 3"])
    expectEqual(
      changes.first?.text("words"), "two are missing · set Line/1.count 3")
    #expect(changes.contains { $0.texts("changes").first?.contains("lines + ") == true })
  }

  @Test func aChangeIsUndoneByItself() throws {
    let database = try database("set Member/1.age 37\nset Member/2.age 5")
    let browser = database.browser()
    let number = try #require(try history(of: "/Member/1", browser).first?["txn"] as? Int)
    try browser.send(["t": "run", "what": "revert", "txn": number])
    let screen = try browser.screen()
    expectEqual(database.run("get Member/1.age\nget Member/2.age"), ["36", "5"])
    let change = try #require(try entries(screen).first)
    expectEqual(change.texts("changes"), ["age 37 → 36"])
    expectEqual(change.text("words"), "revert #\(number): set Member/1.age 37")
    try browser.send(["t": "run", "what": "undo"])
    expectEqual(try entries(browser.screen()).map { $0["undone"] != nil }.prefix(2), [false, true])
  }

  @Test func onlyWhatCanBeUndoneIsOffered() throws {
    let database = try database("set Member/1.age 37\nset Member/1.age 38")
    let browser = database.browser()
    let former = try history(of: "/Member/1", browser)
    let numbers = former.compactMap { $0["txn"] as? Int }
    expectEqual(
      former.map { $0.text("obstacle") },
      [
        nil, "Member/1.age was changed later, by #\(numbers[0])",
        "Member/1.age was changed later, by #\(numbers[0])",
      ])
    // Undone by another change, and back again.
    try browser.send(["t": "run", "what": "revert", "txn": numbers[0]])
    let reverted = try entries(browser.screen())
    let revert = try #require(reverted[0]["txn"] as? Int)
    expectEqual(
      reverted.prefix(3).map { $0.text("obstacle") },
      [nil, "already undone by #\(revert)", nil])
    try browser.send(["t": "run", "what": "revert", "txn": revert])
    expectEqual(
      try entries(browser.screen()).prefix(4).map { $0["obstacle"] == nil },
      [true, false, true, false])
    try browser.send(["t": "run", "what": "undo"])
    let undone = try entries(browser.screen())
    expectEqual(
      undone[1].text("obstacle"), "already undone by #\(undone[0]["txn"] as? Int ?? 0)")
  }

  @Test func aFormerStateIsRestored() throws {
    let database = try database("set Member/1.age 37\nset Member/1.age 38")
    let browser = database.browser()
    let number = try #require(try history(of: "/Member/1", browser).last?["txn"] as? Int)
    try browser.send(["t": "run", "what": "restore", "record": "Member/1", "txn": number])
    _ = try browser.screen()
    expectEqual(database.run("get Member/1.age"), ["36"])
  }

  @Test func aValueSaysWhoSetIt() throws {
    let database = try database("set Order/1.by Member/2")
    let browser = database.browser()
    var page = try browser.open("/Order/1")
    var origin = try #require(page.list("labels").first?["origin"] as? Message)
    expectEqual(origin.text("words"), "set Order/1.by Member/2")
    page = try browser.open("/Member/1")
    database.run("set Member/1.age 37")
    page = try browser.wait(for: "screen") {
      (($0["screen"] as? Message)?.list("fields").dropFirst().first)?.text("text") == "37"
    }
    let screen = try #require(page["screen"] as? Message)
    origin = try #require(screen.list("fields")[1]["origin"] as? Message)
    expectEqual(origin.text("words"), "set Member/1.age 37")
  }

  @Test func aListShowsTheChangesOfItsRecords() throws {
    let database = try database()
    let browser = database.browser()
    let changes = try history(of: "/Orders", browser)
    expectEqual(changes.count, 3)
    // Another program's change is followed.
    database.run("set Order/1.by nil")
    try browser.wait(for: "screen") { message in
      ((message["screen"] as? Message)?["history"] as? Message)?.list("entries").count == 4
    }
  }

  @Test func theLogUndoesAndFollows() throws {
    let database = try database()
    let browser = database.browser()
    let log = try browser.open("/-/log")
    let number = try #require(try entries(log).first?["txn"] as? Int)
    try browser.send(["t": "run", "what": "revert", "txn": number])
    let count = try entries(log).count
    try browser.wait(for: "screen") { message in
      ((message["screen"] as? Message)?["history"] as? Message)?.list("entries").count
        == count + 1
    }
    expectEqual(database.run("get Line/1.count"), ["1"])
    database.run("set Line/1.count 7")
    try browser.wait(for: "screen") { message in
      ((message["screen"] as? Message)?["history"] as? Message)?.list("entries").count
        == count + 2
    }
  }

  @Test func aDeletedRecordShowsHowToGetItBack() throws {
    let database = try database("delete Member/2")
    let browser = database.browser()
    let page = try browser.open("/Member/2")
    let change = try #require(try entries(page).first)
    expectEqual(change.texts("changes").last, "deleted")
    let number = try #require(change["txn"] as? Int)
    try browser.send(["t": "run", "what": "revert", "txn": number])
    _ = try browser.screen()
    expectEqual(database.run("get Member/2.name"), ["Bob"])
  }

  @Test func pastStatesShowWhatTheScreensShow() throws {
    let database = try database()
    let browser = database.browser()
    let number = try #require(try history(of: "/Order/1", browser)[1]["txn"] as? Int)
    try browser.send(["t": "at", "at": number])
    let past = try browser.screen()
    let state = try #require(past["past"] as? Message)
    #expect(state["txn"] as? Int == number && state["time"] as? Int != nil)
    expectEqual(past.list("sections").first?.list("items").map { $0.text("text") }, ["1: bell 1"])
    _ = try browser.open("/Orders?at=\(number)")
    let table = try browser.wait(for: "table")
    expectEqual(
      table.list("columns").map { $0.text("name") }, ["ref", "number", "member", "double"])
    expectEqual(try browser.wait(for: "row").texts("cells").suffix(3), ["1", "Ann", "2"])
  }

  @Test func aRecordNamesTheFormattersThatPrintIt() throws {
    let database = try database()
    let page = try database.browser().open("/Order/1")
    expectEqual(page.list("prints").map { $0.text("path") }, ["/-/print/Order/1?with=paper"])
    let visitor = PageVisitor(tab: "", user: nil, languages: [])
    let printed = DispatchSemaphore(value: 0)
    database.pages.printout(["Order", "1"], formatter: "paper", visitor) { text in
      #expect(text?.contains("<p>1</p>") == true)
      printed.signal()
    }
    expectEqual(printed.wait(timeout: .now() + 60), .success)
  }

  @Test func columnsThatArePathsAndExpressionsOrderAndNarrow() throws {
    let database = try database("new Order by=Member/2\nnew Order")
    let browser = database.browser()
    _ = try browser.open("/Orders")
    func numbers(_ members: Message) throws -> [String] {
      try browser.send(["t": "list"].merging(members) { $1 })
      let screen = try browser.screen()
      #expect(screen.text("notice") == nil)
      return screen.list("rows").compactMap { $0.texts("cells").first }
    }
    func condition(_ property: String, _ op: String, _ value: String) -> Message {
      ["where": [["property": property, "op": op, "value": value]]]
    }
    expectEqual(try numbers(["order": "member desc"]).prefix(2), ["2", "1"])
    expectEqual(try numbers(["order": "double desc"]), ["3", "2", "1"])
    expectEqual(try numbers(condition("member", "=", "Bob")), ["2"])
    expectEqual(try numbers(condition("member", "contains", "NN")), ["1"])
    expectEqual(try numbers(condition("member", "=", "")), ["3"])
    expectEqual(try numbers(condition("double", ">", "3")), ["2", "3"])
    expectEqual(try numbers(condition("by", "=", "Ann")), ["1"])
    expectEqual(try numbers(condition("by", "contains", "bo")), ["2"])
    // The conditions are still said after a record was opened and left.
    try browser.send(["t": "select", "ids": ["Order/2"]])
    try browser.send(["t": "do", "c": "open"])
    expectEqual(try browser.screen().text("path"), "/Order/2")
    try browser.send(["t": "back"])
    let list = try browser.screen()
    expectEqual(list.list("where").map { $0.text("value") }, ["bo"])
    expectEqual(list.list("rows").count, 1)
  }
}
