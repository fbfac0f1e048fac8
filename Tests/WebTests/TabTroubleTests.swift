import FaultyDisk
import Foundation
import Synchronization
import TestSupport
import Testing
import Web

/// Tabs whose surroundings change: the clock, the file, the disk, definitions.
@Suite struct TabTroubleTests {
  private static let schema = """
    define Member { name: Text key, age: Integer? in 0...150 };
    new Member name="Ann" age=36; new Member name="Bob";
    screen Sheet for Member { title "{{name}}"; field g on age; menu edit, delete };
    screen Members for [Member] order by name { columns name, age; opens Sheet; menu add, delete, edit }
    """

  /// A clock that tests advance.
  private final class Clock: Sendable {
    private let time = Mutex(1_000_000)
    var now: Int { time.withLock(\.self) }
    func advance(seconds: Int) { time.withLock { $0 += seconds * 1000 } }
  }

  private static func beginForm(_ browser: FakeBrowser, typing text: String) throws -> String {
    _ = try browser.open("/Members")
    try browser.send(["t": "do", "c": "add"])
    let id = try #require(browser.field().text("f"))
    try browser.send(["t": "key", "f": id, "p": text])
    _ = try browser.field()
    return id
  }

  /// Waits until a tab gets in where only one is allowed.
  private func expectRoom(
    in database: ServedDatabase, sourceLocation location: SourceLocation = #_sourceLocation
  ) throws {
    try wait("a free session", sourceLocation: location) {
      try database.browser().wait(for: ["hello", "full"]).text("t") == "hello"
    }
  }

  // MARK: Tabs that vanish

  @Test(arguments: [(false, 60), (true, 30 * 60)])
  func aTabThatVanishesFreesItsSession(hasWork: Bool, seconds: Int) throws {
    let clock = Clock()
    let database = try ServedDatabase(Self.schema, sessions: 1, clock: { clock.now })
    let browser = database.browser()
    _ = try browser.open("/Members")
    if hasWork { _ = try Self.beginForm(browser, typing: "Cleo") }
    browser.disconnect()
    clock.advance(seconds: seconds)
    // In time, it is the same tab.
    let again = database.browser(browser.tab)
    expectEqual(try again.wait(for: "hello").text("tab"), browser.tab)
    if hasWork { expectEqual(try again.wait(for: "field").text("text"), "Cleo") }
    try database.browser().wait(for: "full")
    again.disconnect()
    clock.advance(seconds: seconds + 1)
    try expectRoom(in: database)
    expectEqual(database.run("count Member"), ["2"])
  }

  @Test func aTabThatSleptForADayBeginsAnew() throws {
    let clock = Clock()
    let database = try ServedDatabase(Self.schema, sessions: 1, clock: { clock.now })
    let browser = database.browser()
    _ = try Self.beginForm(browser, typing: "Cleo")
    browser.disconnect()
    clock.advance(seconds: 24 * 60 * 60)
    usleep(300_000)
    var again = browser
    wait("a new session") {
      again = database.browser(browser.tab)
      let message = try? again.wait(for: "hello")
      if message != nil, again.tab != browser.tab { return true }
      again.disconnect()
      clock.advance(seconds: 24 * 60 * 60)
      // Long enough for the server to look at its tabs.
      usleep(300_000)
      return false
    }
    // Its messages are numbered from where they were.
    try again.sendRaw(#"{"t":"open","n":400,"to":"/Members"}"#)
    try again.wait(for: "screen") { $0["n"] as? Int == 400 }
  }

  @Test func sixtyTabsWhereFiftyAreAllowed() throws {
    let database = try ServedDatabase(Self.schema)
    let tabs = (0..<60).map { _ in database.browser() }
    for tab in tabs[..<50] { try tab.wait(for: "hello") }
    for tab in tabs[50...] {
      try tab.wait(for: "full")
      expectEqual(tab.closeCode, 1013)
    }
    database.pages.end()
    for tab in tabs[..<50] { expectEqual(try tab.waitForClose(), 1001) }
  }

  @Test func rowsBeyondAllNumbersAreNone() throws {
    let database = try ServedDatabase(Self.schema)
    let browser = database.browser()
    _ = try browser.open("/Members")
    try browser.sendRaw(
      #"{"t":"rows","n":900,"rows":[9223372036854775800,9223372036854775807]}"#)
    try browser.wait(for: "screen") { $0["n"] as? Int == 900 }
  }

  @Test func aPingIsAnsweredWithItsTimeAlone() throws {
    let database = try ServedDatabase(Self.schema)
    let browser = database.browser()
    try browser.sendRaw(#"{"t":"ping","at":12.5,"other":0.5.5}"#)
    let answer = try browser.wait(for: "ping")
    #expect(answer["at"] as? Double == 12.5 && answer["other"] == nil, "\(answer)")
  }

  // MARK: Clocks

  @Test func aProgramWithAnotherClockIsFollowed() throws {
    let database = try ServedDatabase(Self.schema)
    let browser = database.browser()
    _ = try browser.open("/Members")
    for (index, year) in [1.0, 60, 100].enumerated() {
      database.run(
        "new Member name=\"Of \(index)\"", at: Date(timeIntervalSince1970: year * 365 * 86_400))
      try browser.wait(for: "screen") {
        ($0["screen"] as? FakeBrowser.Message)?.list("rows").count == 3 + index
      }
      _ = try Self.beginForm(browser, typing: "Own \(index)")
      try browser.send(["t": "key", "k": "Submit"])
      expectEqual(try browser.wait(for: "formEnd")["stored"] as? Bool, true)
      try browser.send(["t": "run", "what": "undo"])
      expectEqual(try browser.screen().list("rows").count, 3 + index)
    }
    expectEqual(database.run("check").filter { $0.hasPrefix("error") }, [])
  }

  // MARK: The file

  enum Loss: CaseIterable, Sendable { case deleted, moved, replaced, overwritten }

  @Test(arguments: Loss.allCases)
  func aFileThatIsLostTakesNothingMore(loss: Loss) throws {
    let database = try ServedDatabase(Self.schema)
    let backup = database.path + ".backup"
    try FileManager.default.copyItem(atPath: database.path, toPath: backup)
    database.run("new Member name=\"Zoe\"")
    let (browser, viewer) = (database.browser(), database.browser())
    _ = try viewer.open("/Members")
    let id = try Self.beginForm(browser, typing: "Cleo")
    let files = FileManager.default
    switch loss {
    case .deleted:
      for end in ["", "-wal", "-shm"] { try? files.removeItem(atPath: database.path + end) }
    case .moved: try files.moveItem(atPath: database.path, toPath: database.path + ".moved")
    case .replaced:
      try files.removeItem(atPath: database.path)
      try files.moveItem(atPath: backup, toPath: database.path)
    case .overwritten:
      // As `cp` does.
      let bytes = try Data(contentsOf: URL(fileURLWithPath: backup))
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: database.path))
      try file.truncate(atOffset: 0)
      try file.write(contentsOf: bytes)
      try file.close()
    }
    try browser.send(["t": "key", "f": id, "k": "Submit"])
    guard loss != .overwritten else {
      // The log has the changes since, so that it is the same database, unless the server has seen it
      // while it was empty.
      let end = try? browser.wait(for: "formEnd")
      let counts = end == nil ? ["2", "3"] : ["4"]
      #expect(counts.contains(database.run("count Member").first ?? ""))
      expectEqual(database.run("check").filter { $0.hasPrefix("error") }, [])
      return
    }
    // No page is told that its form has ended, or it would forget what was typed.
    let end = try? browser.wait(for: "formEnd")
    #expect(end == nil, "\(end ?? [:])")
    expectEqual(try viewer.waitForClose(), 1001)
    expectEqual(try browser.waitForClose(), 1001)
    if loss == .replaced {
      var late = browser
      wait("a session of the new file") {
        late = database.browser(browser.tab)
        return (try? late.wait(for: "hello")) != nil
      }
      _ = try Self.beginForm(late, typing: "Dan")
      try late.send(["t": "key", "k": "Submit"])
      expectEqual(try late.wait(for: "formEnd")["stored"] as? Bool, true)
      #expect(database.run("list Member").contains { $0.contains("Dan") })
      expectEqual(database.run("check").filter { $0.hasPrefix("error") }, [])
    } else {
      let late = database.browser()
      expectEqual(try late.waitForClose(), 1001)
      #expect(!files.fileExists(atPath: database.path), "no other file is made")
    }
  }

  @Test(arguments: [FAULTY_DISK_FULL, FAULTY_DISK_HICCUP])
  func aFullDiskLeavesTheFormOpen(kind: faulty_disk_kind) throws {
    let database = try ServedDatabase(Self.schema)
    // Connections that exist already have no faults.
    let disk = try #require(faulty_disk_begin(database.path, kind, 1))
    let browser = database.browser()
    let id = try Self.beginForm(browser, typing: "Cleo")
    try browser.send(["t": "key", "f": id, "k": "Submit"])
    let field = try browser.wait(for: ["field", "formEnd"]) {
      ($0["n"] as? Int ?? 0) >= browser.number
    }
    expectEqual(
      field.list("refused").map { $0.text("reason") },
      [kind == FAULTY_DISK_FULL ? "database or disk is full" : "disk I/O error"])
    expectEqual(field.text("text"), "Cleo")
    expectEqual(database.run("count Member"), ["2"])
    try browser.send(["t": "key", "f": id, "k": "Submit"])
    let next = try browser.wait(for: ["field", "formEnd"]) {
      ($0["n"] as? Int ?? 0) >= browser.number
    }
    expectEqual(next.text("t"), kind == FAULTY_DISK_HICCUP ? "formEnd" : "field")
    browser.disconnect()
    database.pages.end()
    expectEqual(database.run("count Member"), [kind == FAULTY_DISK_HICCUP ? "3" : "2"])
    expectEqual(database.run("check").filter { $0.hasPrefix("error") }, [])
    faulty_disk_end(disk)
  }

  // MARK: What a page may not do

  @Test func aTextThatIsNotAcceptedIsDiscardedOnlyAfterAQuestion() throws {
    let database = try ServedDatabase(Self.schema)
    let browser = database.browser()
    let id = try #require(browser.open("/Member/1").list("fields").first?.text("id"))
    for answer in [false, true] {
      try browser.send(["t": "focus", "f": id])
      try browser.send(["t": "key", "f": id, "k": "Clear"])
      for letter in "7,5" { try browser.send(["t": "key", "f": id, "c": String(letter)]) }
      _ = try browser.field()
      try browser.send(["t": "open", "to": "/Members"])
      try browser.wait(for: "ask")
      // The second half of a tap, which must not count as an answer.
      try browser.send(["t": "open", "to": "/Members"])
      try browser.send(["t": "answer", "yes": answer])
      if !answer { expectEqual(try browser.field().text("text"), "75") }
      expectEqual(database.run("get Member/1.age"), ["36"])
    }
    expectEqual(try browser.screen().text("path"), "/Members")
  }

  @Test func aRequiredFieldThatWasEmptiedIsLeftWithItsReason() throws {
    let database = try ServedDatabase("define P { name: Text key }; new P name=a")
    let browser = database.browser()
    let id = try #require(browser.open("/P/1").list("fields").first?.text("id"))
    try browser.send(["t": "focus", "f": id])
    try browser.send(["t": "key", "f": id, "k": "Clear"])
    _ = try browser.field()
    try browser.send(["t": "open", "to": "/-/type/P"])
    #expect(try browser.wait(for: "note").text("text")?.contains("name") == true)
    expectEqual(try browser.screen().text("path"), "/-/type/P")
    expectEqual(database.run("get P/1.name"), ["a"])
  }

  @Test(arguments: [
    #"{"t":"zzz""#, #"{"t":"open","to":5"#, #"{"t":"do","c":"zzz""#, #"{"t":"run","what":"sql""#,
    #"{"t":"open""#, #"{"x":1"#,
  ])
  func aMessageThatIsNotUnderstoodEndsNoEdit(message: String) throws {
    let database = try ServedDatabase(Self.schema)
    let browser = database.browser()
    let id = try #require(browser.open("/Member/1").list("fields").first?.text("id"))
    try browser.send(["t": "focus", "f": id])
    try browser.send(["t": "key", "f": id, "c": "7"])
    _ = try browser.field()
    try browser.sendRaw(message + ",\"n\":\(browser.number + 1)}")
    expectEqual(
      try browser.wait(for: "note").text("text"), "this page does not support this action")
    expectEqual(database.run("get Member/1.age"), ["36"])
  }

  @Test func definitionsAreNotUndone() throws {
    let database = try ServedDatabase(Self.schema)
    let browser = database.browser()
    for path in ["/Members", "/-/log"] {
      for action in [["what": "undo"], ["what": "revert", "txn": 1]] as [FakeBrowser.Message] {
        _ = try browser.open(path)
        try browser.send(action.merging(["t": "run"]) { $1 })
        let words = "the transaction changed definitions; use the prompt instead"
        try browser.wait(for: ["note", "screen"]) {
          ($0.text("text") ?? ($0["screen"] as? FakeBrowser.Message)?.text("notice")) == words
        }
      }
    }
    expectEqual(database.run("count Member where age = 36"), ["1"])
  }

  @Test func theKeyForUndoAsksFirst() throws {
    let database = try ServedDatabase(Self.schema)
    let browser = database.browser()
    let id = try Self.beginForm(browser, typing: "Zoe")
    try browser.send(["t": "key", "f": id, "k": "Submit"])
    try browser.wait(for: "formEnd")
    for answer in [false, true] {
      try browser.send(["t": "run", "what": "undo", "on": true])
      let question = try browser.wait(for: "ask").text("text") ?? ""
      #expect(question.hasPrefix("Undo "), "\(question)")
      try browser.send(["t": "answer", "yes": answer])
      expectEqual(try browser.screen().list("rows").count, answer ? 2 : 3)
    }
  }

  @Test(arguments: [true, false])
  func nothingIsEditedIfItIsReadOnlyOrBeforeSomebodyIsThere(isReadOnly: Bool) throws {
    let database = try ServedDatabase(
      Self.schema, readOnly: isReadOnly, actors: isReadOnly ? [] : ["ann"])
    let browser = database.browser()
    let id = try #require(browser.open("/Member/1").list("fields").first?.text("id"))
    let messages: [FakeBrowser.Message] = [
      ["t": "focus", "f": id], ["t": "run", "what": "undo"], ["t": "do", "c": "edit"],
    ]
    for message in messages.dropLast(isReadOnly ? 1 : 0) {
      try browser.send(message)
      expectEqual(
        try browser.wait(for: "note").text("text"),
        isReadOnly ? "the database is open read-only" : "first choose who you are")
    }
    guard !isReadOnly else { return }
    try browser.send(["t": "actor", "name": "ann"])
    try browser.send(["t": "focus", "f": id])
    _ = try browser.field()
  }

  // MARK: Definitions

  @Test func aScreenIsAlteredAndDroppedWhileItIsOpen() throws {
    let database = try ServedDatabase(Self.schema)
    let browser = database.browser()
    _ = try browser.open("/Members")
    database.run("screen Members for [Member] order by name desc { columns name; menu add }")
    // Menu and columns are those that are shown.
    try browser.send(["t": "select", "ids": ["Member/1"]])
    expectEqual(try browser.screen().texts("selection"), ["Member/1"])
    expectEqual(
      try browser.open("/Members").list("rows").map { $0.texts("cells") }, [["Bob"], ["Ann"]])
    database.run("drop screen Members")
    // The start page takes the place of a screen that is gone.
    try browser.wait(for: "screen") {
      ($0["screen"] as? FakeBrowser.Message)?.text("path") == "/"
    }
    let gone = try browser.open("/Members")
    #expect(gone.text("title") == "/Members cannot be shown", "\(gone)")
    expectEqual(try browser.open("/-/type/Member").list("rows").count, 2)
  }

  @Test(arguments: [
    "alter Member { drop age }", "alter Member { rename age to years }",
    "alter Member { add b: Text? }", "alter Member { change age: Text? }",
    "drop screen Sheet; drop screen Members; drop type Member",
  ])
  func aTypeIsAlteredWhileAFormIsOpen(change: String) throws {
    let database = try ServedDatabase(Self.schema)
    let browser = database.browser()
    _ = try browser.open("/Member/1")
    try browser.send(["t": "do", "c": "edit"])
    let id = try #require(browser.field().text("f"))
    try browser.send(["t": "key", "f": id, "p": "Anna"])
    _ = try browser.field()
    let isRefused = database.run(change).contains { $0.hasPrefix("error") }
    try browser.send(["t": "key", "f": id, "k": "End"])
    try browser.send(["t": "key", "k": "Submit"])
    let answer = try browser.wait(for: ["field", "formEnd", "screen", "note"]) {
      ($0["n"] as? Int ?? 0) >= browser.number
    }
    let hasType = !database.run("types").isEmpty
    if hasType {
      #expect(answer.text("t") == "formEnd" && answer["stored"] as? Bool == true, "\(answer)")
      expectEqual(database.run("count Member where name = \"Anna\""), ["1"])
    } else {
      #expect(!isRefused && answer["stored"] as? Bool != true, "\(answer)")
    }
    try browser.send(["t": "open", "to": "/-/log"])
    try browser.wait(for: "screen") {
      ($0["screen"] as? FakeBrowser.Message)?.text("path") == "/-/log"
    }
    expectEqual(database.run("check").filter { $0.hasPrefix("error") }, [])
  }
}
