import Foundation
import TestSupport
import Testing

@Suite struct TabTests {
  private static let type = """
    define Member { name: Text key, age: Integer? in 0...150, paid: Boolean = false };
    new Member name="Ann" age=36; new Member name="Bob"
    """
  private static let schema =
    type + """
      ;
      screen Sheet for Member { title "{{name}}"; label years on age; field g on age; menu edit, delete };
      screen Members for [Member] order by name { columns name, age; opens Sheet; menu add, delete, edit }
      """

  @Test func aListShowsItsRowsAndOpensARecord() throws {
    let database = try ServedDatabase(Self.schema)
    let browser = database.browser()
    let hello = try browser.wait(for: "hello")
    #expect(hello.text("actor") == "tester" && hello["readOnly"] as? Bool == false)
    expectEqual(hello.list("pages").map { $0.text("path") }, ["/Members"])
    let list = try browser.open("/")
    expectEqual(list.text("path"), "/Members")
    expectEqual(list.list("rows").map { $0.texts("cells").first }, ["Ann", "Bob"])
    try browser.send(["t": "select", "ids": ["Member/1"]])
    expectEqual(try browser.screen().texts("selection"), ["Member/1"])
    try browser.send(["t": "do", "c": "open"])
    let record = try browser.screen()
    #expect(record.text("path") == "/Member/1" && record.text("title") == "Ann")
    try browser.send(["t": "back"])
    expectEqual(try browser.screen().text("path"), "/Members")
  }

  @Test func aFieldOnAScreenIsEditedInPlace() throws {
    let database = try ServedDatabase(Self.schema)
    let browser = database.browser()
    let record = try browser.open("/Member/1")
    let id = try #require(record.list("fields").first?.text("id"))
    try browser.send(["t": "focus", "f": id])
    var field = try browser.field()
    #expect(field.text("f") == id && field.text("text") == "36")
    expectEqual(field["sel"] as? [Int], [0, 2])
    try browser.send(["t": "key", "f": id, "c": "4"])
    try browser.send(["t": "key", "f": id, "c": "x"])
    field = try browser.field()
    #expect(field.text("text") == "4")
    expectEqual(field.list("refused").map { $0["n"] as? Int }, [browser.number])
    try browser.send(["t": "key", "f": id, "k": "Esc"])
    try browser.wait(for: "formEnd")
    try browser.send(["t": "focus", "f": id])
    _ = try browser.field()
    try browser.send(["t": "key", "f": id, "p": "41"])
    try browser.send(["t": "key", "f": id, "k": "Return"])
    try browser.wait(for: "formEnd")
    expectEqual(database.run("get Member/1.age"), ["41"])
    expectEqual(database.run("log limit 1").first?.contains("tester"), true)
  }

  @Test func aFormAddsARecord() throws {
    let database = try ServedDatabase(Self.schema)
    let browser = database.browser()
    _ = try browser.open("/Members")
    try browser.send(["t": "do", "c": "add"])
    let form = try browser.wait(for: "form")
    let shape = try #require(form["form"] as? FakeBrowser.Message)
    let ids = shape.list("sections").flatMap { $0.texts("parts") }
    let field = try browser.field()
    expectEqual(ids.first, field.text("f"))
    for letter in "Cleo" { try browser.send(["t": "key", "f": ids[0], "c": String(letter)]) }
    try browser.send(["t": "key", "f": ids[0], "k": "Tab"])
    try browser.send(["t": "key", "f": ids[1], "c": "7"])
    try browser.send(["t": "key", "f": ids[1], "k": "Submit"])
    let end = try browser.wait(for: "formEnd")
    expectEqual(end["stored"] as? Bool, true)
    expectEqual(try browser.screen().list("rows").count, 3)
    expectEqual(database.run("get Member[\"Cleo\"].age"), ["7"])
    try browser.send(["t": "run", "what": "undo"])
    expectEqual(try browser.screen().list("rows").count, 2)
  }

  @Test func aRecordOf300PropertiesAndALongTextAreEdited() throws {
    let properties = (1..<299).map { "p\($0): Integer? in 0...9" }
    let text = String(repeating: "lorem ipsum ", count: 4000)
    let database = try ServedDatabase(
      "define W { name: Text key, \(properties.joined(separator: ", ")), note: Text? };"
        + "new W name=w note=\"\(text)\"; screen Ws for [W] { columns name; menu add, edit }")
    let browser = database.browser()
    _ = try browser.open("/Ws")
    try browser.send(["t": "select", "ids": ["W/1"]])
    try browser.send(["t": "do", "c": "edit"])
    let form = try browser.wait(for: "form")
    let shape = try #require(form["form"] as? FakeBrowser.Message)
    let ids = shape.list("sections").flatMap { $0.texts("parts") }
    expectEqual(ids.count, 300)
    _ = try browser.field()
    try browser.send(["t": "focus", "f": ids[298]])
    try browser.send(["t": "key", "f": ids[298], "c": "7"])
    try browser.send(["t": "key", "f": ids[298], "k": "Tab"])
    expectEqual(
      try browser.wait(for: "field") { $0.text("f") == ids[299] }.text("text")?.count, text.count)
    try browser.send(["t": "key", "f": ids[299], "k": "End"])
    try browser.send(["t": "key", "f": ids[299], "c": "x"])
    try browser.send(["t": "key", "f": ids[299], "k": "Submit"])
    expectEqual(try browser.wait(for: "formEnd")["stored"] as? Bool, true)
    expectEqual(database.run("get W/1.p298"), ["7"])
    expectEqual(database.run("get W/1.note"), [text + "x"])
  }

  @Test func aFormIsLeftOnlyAfterAQuestion() throws {
    let database = try ServedDatabase(Self.schema)
    let browser = database.browser()
    _ = try browser.open("/Members")
    try browser.send(["t": "do", "c": "add"])
    let id = try #require(browser.field().text("f"))
    try browser.send(["t": "key", "f": id, "c": "D"])
    try browser.send(["t": "open", "to": "/Member/1"])
    try browser.wait(for: "ask")
    try browser.send(["t": "key", "f": id, "c": "x"])
    try browser.wait(for: "note") { $0.text("text") == "answer the question first" }
    try browser.send(["t": "answer", "yes": false])
    expectEqual(try browser.field().text("text"), "D")
    try browser.send(["t": "open", "to": "/Member/1"])
    try browser.wait(for: "ask")
    try browser.send(["t": "answer", "yes": true])
    expectEqual(
      try browser.wait(for: "screen") {
        ($0["screen"] as? FakeBrowser.Message)?.text("path") == "/Member/1"
      }["n"] as? Int, browser.number)
  }

  @Test func aDeletionAsksFirst() throws {
    let database = try ServedDatabase(
      "define P { n: Integer key }; new P n=1; "
        + "screen Ps for [P] { columns n; menu delete }")
    let browser = database.browser()
    _ = try browser.open("/Ps")
    try browser.send(["t": "select", "ids": ["P/1"]])
    _ = try browser.screen()
    try browser.send(["t": "do", "c": "delete"])
    try browser.wait(for: "ask")
    try browser.send(["t": "answer", "yes": false])
    expectEqual(try browser.screen().list("rows").count, 1)
    try browser.send(["t": "do", "c": "delete"])
    try browser.wait(for: "ask")
    try browser.send(["t": "answer", "yes": true])
    expectEqual(try browser.screen().list("rows").count, 0)
  }

  @Test func otherTabsAndProgramsAreFollowed() throws {
    let database = try ServedDatabase(Self.schema)
    let (one, other) = (database.browser(), database.browser())
    _ = try one.open("/Members")
    _ = try other.open("/Members")
    database.run("new Member name=\"Zoe\"")
    for browser in [one, other] {
      try browser.wait(for: "screen") {
        ($0["screen"] as? FakeBrowser.Message)?.list("rows").count == 3
      }
    }
  }

  @Test func aMessageIsTakenOnceAndATabSurvivesItsConnection() throws {
    let database = try ServedDatabase(Self.schema)
    let browser = database.browser()
    _ = try browser.open("/Members")
    try browser.send(["t": "do", "c": "add"])
    let id = try #require(browser.field().text("f"))
    let key = #"{"t":"key","n":3,"f":"\#(id)","c":"D"}"#
    try browser.sendRaw(key)
    try browser.sendRaw(key)
    browser.disconnect()
    let again = database.browser(browser.tab)
    let hello = try again.wait(for: "hello")
    expectEqual(hello.text("tab"), browser.tab)
    expectEqual(try again.wait(for: "field").text("text"), "D")
  }

  @Test func whatAReplacedConnectionStillBringsIsNotTaken() throws {
    let database = try ServedDatabase(Self.schema)
    let browser = database.browser()
    _ = try browser.open("/Members")
    let again = database.browser(browser.tab)
    expectEqual(try again.wait(for: "hello")["n"] as? Int, 1)
    try browser.send(["t": "open", "to": "/Member/1"])
    try again.sendRaw(#"{"t":"open","n":2,"to":"/Member/2"}"#)
    try again.wait(for: "screen") { $0["n"] as? Int == 2 && $0["screen"] != nil }
    expectEqual(again.lastScreen.text("path"), "/Member/2")
  }

  @Test func aRefusalIsSaidAgainOverANewConnection() throws {
    let database = try ServedDatabase(Self.schema)
    let browser = database.browser()
    _ = try browser.open("/Members")
    try browser.send(["t": "do", "c": "add"])
    let id = try #require(browser.field().text("f"))
    try browser.send(["t": "key", "f": id, "k": "Submit"])
    let refused = try browser.field().list("refused")
    expectEqual(refused.map { $0["n"] as? Int }, [3])
    let again = database.browser(browser.tab)
    expectEqual(
      try again.wait(for: "field").list("refused").map { $0["n"] as? Int }, [3])
    try again.sendRaw(#"{"t":"key","n":4,"f":"\#(id)","c":"D"}"#)
    try again.wait(for: "field") { $0["n"] as? Int == 4 && $0.list("refused").isEmpty }
  }

  @Test func whatIsNotUnderstoodIsTakenAndAnswered() throws {
    let database = try ServedDatabase(Self.schema)
    let browser = database.browser()
    _ = try browser.open("/Members")
    for text in [
      #"{"t":"nonsense","n":2}"#, #"{"t":"do","c":7,"n":3}"#, #"{"n":4}"#, "[]", "", "{",
      #"{"t":"rows","rows":[-5,9223372036854775807],"n":5}"#,
      #"{"t":"run","what":"sql","n":6}"#, #"{"t":"select","ids":["Member/99"],"n":7}"#,
    ] { try browser.sendRaw(text) }
    try browser.wait(for: "screen") { $0["n"] as? Int == 7 }
  }

  @Test func noMoreTabsThanAllowedHaveASession() throws {
    let database = try ServedDatabase(Self.schema, sessions: 1)
    let first = database.browser()
    _ = try first.open("/Members")
    let second = database.browser()
    try second.wait(for: "full")
    expectEqual(second.closeCode, 1013)
  }

  @Test func aReadOnlyServerChangesNothing() throws {
    let database = try ServedDatabase(Self.schema, readOnly: true)
    let browser = database.browser()
    _ = try browser.open("/Members")
    try browser.send(["t": "select", "ids": ["Member/1"]])
    let list = try browser.screen()
    for entry in list.list("menu") where entry.text("command") != "open" {
      #expect(entry.text("reason")?.contains("read-only") == true, "\(entry)")
    }
  }

  @Test func aTypeWithoutScreensHasAListAndRecords() throws {
    let database = try ServedDatabase(
      "define Line { what: Text, price: Decimal = 0 };"
        + "define Order { number: Integer key = next, by: Text?, tags: [Text], lines: [Line] owned,"
        + " total: Decimal := (sum(lines.price)) };"
        + "new Order by=\"Ann\"; append Order/1.lines new Line what=\"bell\" price=3.5")
    let browser = database.browser()
    let hello = try browser.wait(for: "hello")
    expectEqual(hello.list("types").map { $0.text("path") }, ["/-/type/Order"])
    let list = try browser.open("/-/type/Order")
    expectEqual(list.text("path"), "/-/type/Order")
    expectEqual(
      list.list("headings").map { $0.text("name") }, ["number", "by", "tags", "lines", "total"])
    try browser.send(["t": "select", "ids": ["Order/1"]])
    _ = try browser.screen()
    try browser.send(["t": "do", "c": "open"])
    let record = try browser.screen()
    #expect(record.text("path") == "/Order/1" && record.text("title") == "1", "\(record)")
    expectEqual(record.list("fields").map { $0.text("name") }, ["number", "by"])
    expectEqual(record.list("labels").map { $0.text("name") }, ["tags", "total"])
    expectEqual(record.list("sections").map { $0.text("title") }, ["lines"])
    expectEqual(
      record.list("sections").first?.list("items").map { $0.text("text") }, ["bell, 3.5"])
    expectEqual(
      record.list("menu").filter { $0["shown"] as? Bool == true }.map { $0.text("command") },
      ["edit", "delete", "add"])
  }

  @Test func aListIsNarrowedByConditionsThatFieldsJudge() throws {
    let database = try ServedDatabase(
      Self.schema + "; new Member name=\"Cleo\" age=50 paid=true")
    let browser = database.browser()
    _ = try browser.open("/Members")
    func names(_ members: FakeBrowser.Message) throws -> [String] {
      try browser.send(["t": "list"].merging(members) { $1 })
      return try browser.screen().list("rows").compactMap { $0.texts("cells").first }
    }
    func condition(_ property: String, _ op: String, _ value: String) -> FakeBrowser.Message {
      ["where": [["property": property, "op": op, "value": value]]]
    }
    expectEqual(try names(["order": "name desc"]), ["Cleo", "Bob", "Ann"])
    expectEqual(try names(condition("age", ">", "40")), ["Cleo"])
    expectEqual(try names(condition("age", "=", "")), ["Bob"])
    expectEqual(try names(condition("paid", "=", "true")), ["Cleo"])
    expectEqual(try names(condition("name", "contains", "N")), ["Ann"])
    expectEqual(try names([:]), ["Ann", "Bob", "Cleo"])
    expectEqual(try names(["find": "eo"]), ["Cleo"])
    for (property, op, value) in [
      ("age", ">", "x"), ("age", ">", "1000"), ("wage", "=", "1"), ("age", "or 1 =", "1"),
      ("name", ">", ""),
    ] {
      try browser.send(["t": "list"].merging(condition(property, op, value)) { $1 })
      #expect(try browser.screen().text("notice") != nil, "\(property) \(op) \(value)")
    }
    // The address leads to the same rows again.
    let path = try #require(browser.lastScreen.text("path"))
    expectEqual(path, "/Members?find=eo")
    // A text is never read as a command.
    expectEqual(try names(condition("name", "contains", "\") > 0; delete Member/1; (\"")), [])
    expectEqual(database.run("list Member").count, 3)
    try browser.send(
      ["t": "list", "find": "n", "order": "name desc"].merging(condition("age", "<", "40")) { $1 })
    let narrowed = try #require(browser.screen().text("path"))
    let other = database.browser()
    expectEqual(
      try other.open(narrowed).list("rows").compactMap { $0.texts("cells").first }, ["Ann"])
    expectEqual(try other.open("/Members?where=%5B").list("rows").count, 3)
  }

  @Test func aPageSaysWhatUndoAndRedoWouldDo() throws {
    let database = try ServedDatabase(Self.schema)
    let browser = database.browser()
    _ = try browser.open("/Members")
    database.run("set Member/1.age 37")
    try browser.wait(for: "screen") {
      ($0["screen"] as? FakeBrowser.Message)?.text("undoLast")?.contains("37") == true
    }
    try browser.send(["t": "run", "what": "undo"])
    // Another author's change is not undone without its number.
    let screen = try browser.screen()
    #expect(screen.text("notice") != nil, "\(screen)")
  }

  @Test func thePastIsShownAndLeft() throws {
    let database = try ServedDatabase(Self.schema)
    for age in [37, 38] { database.run("set Member/1.age \(age)") }
    let browser = database.browser()
    _ = try browser.open("/Member/1")
    let number = try #require(
      database.run("log limit 1").first?.split(separator: "|").first.flatMap { Int($0) })
    try browser.send(["t": "at", "at": number - 1])
    let past = try browser.screen()
    expectEqual(past.text("path"), "/Member/1?at=\(number - 1)")
    try browser.wait(for: "row") { $0.texts("cells") == ["age", "37"] }
    try browser.send(["t": "at", "at": NSNull()])
    expectEqual(try browser.screen().text("path"), "/Member/1")
  }

  @Test func thePersonWhoIsThereChangesTheRecords() throws {
    let database = try ServedDatabase(Self.schema, actors: ["ann", "bob"])
    let browser = database.browser()
    #expect(try browser.wait(for: "hello").text("actor") == nil)
    let record = try browser.open("/Member/1")
    try browser.send(["t": "actor", "name": "mallory"])
    #expect(try browser.wait(for: "hello").text("actor") == nil)
    try browser.send(["t": "actor", "name": "bob"])
    expectEqual(try browser.wait(for: "hello").text("actor"), "bob")
    let id = try #require(record.list("fields").first?.text("id"))
    try browser.send(["t": "focus", "f": id])
    try browser.send(["t": "key", "f": id, "p": "40"])
    try browser.send(["t": "key", "f": id, "k": "Return"])
    try browser.wait(for: "formEnd")
    expectEqual(database.run("log limit 1").first?.contains("|bob|"), true)
  }

  @Test func aCommandThatUsesFilesIsDisabledWithTheReason() throws {
    let database = try ServedDatabase(
      Self.type + "; save command out m: Member { list Member to \"out.txt\" };"
        + "save command both m: Member { out :m };"
        + "screen Files for Member { title \"{{name}}\"; menu out, both }")
    let browser = database.browser()
    let record = try browser.open("/Member/1")
    for entry in record.list("menu") {
      expectEqual(
        entry.text("reason"), "it uses list … to FILE, which cannot be used in a browser")
      try browser.send(["t": "do", "c": entry.text("command") ?? ""])
      #expect(try browser.screen().text("notice")?.contains("cannot be used in a browser") == true)
    }
  }

  @Test func theTextsOfACommandAreShownTogether() throws {
    let database = try ServedDatabase(
      Self.type + "; save command two m: Member { echo \"one\"; echo \"two\" };"
        + "screen Says for Member { title \"{{name}}\"; menu two }")
    let browser = database.browser()
    _ = try browser.open("/Member/1")
    try browser.send(["t": "do", "c": "two"])
    for text in ["one", "two"] {
      try browser.wait(for: "row") { $0.texts("cells") == [text] }
    }
  }
}
