import Foundation
import TestSupport
import Testing

/// Two tabs, and a tab and another program, that change the same records.
@Suite struct TabMeetingTests {
  private static let schema = """
    define Member { name: Text key, age: Integer? in 0...150, note: Text? };
    new Member name="Ann" age=36; new Member name="Bob";
    screen Sheet for Member { title "{{name}}"; field g on age; menu edit, delete };
    screen Members for [Member] order by name { columns name, age; opens Sheet; menu add, delete, edit }
    """

  enum Other: String, CaseIterable, Sendable { case tab, program }

  private struct Meeting {
    let database: ServedDatabase
    /// Ann's tab.
    let own: FakeBrowser
    /// Bob's tab, or nil for a program.
    let other: FakeBrowser?
    /// The name in the history.
    var otherName: String { other == nil ? "script" : "bob" }

    init(_ other: Other) throws {
      database = try ServedDatabase(TabMeetingTests.schema, actors: ["ann", "bob"])
      own = database.browser()
      self.other = other == .tab ? database.browser() : nil
      for (browser, name) in [(own, "ann"), (self.other, "bob")] {
        try browser?.send(["t": "actor", "name": name])
      }
    }

    func setByOther(_ age: Int) throws {
      guard let other else {
        expectEqual(database.run("set Member/1.age \(age)").filter { $0.hasPrefix("error") }, [])
        return
      }
      let id = try TabMeetingTests.openField(other)
      try other.send(["t": "key", "f": id, "p": "\(age)"])
      try other.send(["t": "key", "f": id, "k": "Return"])
      try other.wait(for: "formEnd")
    }

    func deleteByOther() throws {
      guard let other else {
        expectEqual(database.run("delete Member/1").filter { $0.hasPrefix("error") }, [])
        return
      }
      _ = try other.open("/Member/1")
      try other.send(["t": "do", "c": "delete"])
      try other.wait(for: "ask")
      try other.send(["t": "answer", "yes": true])
      _ = try other.screen()
    }

    /// Who set the age to what, the first one first.
    var ages: [String] {
      database.run(
        "sql \"select actor, new from history where property = 'age' and id = 1 order by change\"")
    }
  }

  /// Returns the id of the field.
  private static func openField(_ browser: FakeBrowser) throws -> String {
    let screen = try browser.open("/Member/1")
    let id = try #require(screen.list("fields").first?.text("id"))
    try browser.send(["t": "focus", "f": id])
    _ = try browser.field()
    return id
  }

  private func shows(_ age: String) -> (FakeBrowser.Message) -> Bool {
    { message in
      (message["screen"] as? FakeBrowser.Message)?.list("fields").first?.text("text") == age
    }
  }

  @Test(arguments: Other.allCases)
  func aStoredChangeIsSeen(by other: Other) throws {
    let meeting = try Meeting(other)
    _ = try meeting.own.open("/Member/1")
    try meeting.setByOther(41)
    try meeting.own.wait(for: "screen", shows("41"))
    // A field that has the keys keeps its text, and stores nothing that was not typed.
    let id = try Self.openField(meeting.own)
    try meeting.setByOther(42)
    try meeting.own.send(["t": "key", "f": id, "k": "Return"])
    try meeting.own.wait(for: ["formEnd", "field"]) {
      ($0["n"] as? Int ?? 0) >= meeting.own.number
    }
    expectEqual(meeting.ages.count, 3)
  }

  @Test(arguments: Other.allCases, ["Return", "Esc"])
  func whoStoresSecondIsToldAndAnswers(other: Other, answer: String) throws {
    let meeting = try Meeting(other)
    let id = try Self.openField(meeting.own)
    try meeting.own.send(["t": "key", "f": id, "c": "3"])
    _ = try meeting.own.field()
    try meeting.setByOther(2)
    try meeting.own.send(["t": "key", "f": id, "k": "Return"])
    let field = try meeting.own.field()
    expectEqual(
      field.list("refused").map { $0.text("reason") },
      ["set to 2 by \(meeting.otherName) meanwhile: Return keeps yours, Esc takes theirs"])
    expectEqual(field.text("text"), "3")
    try meeting.own.send(["t": "key", "f": id, "k": answer])
    try meeting.own.wait(for: "formEnd")
    _ = try meeting.own.wait(for: "screen", shows(answer == "Return" ? "3" : "2"))
    let first = ["script|36", "\(meeting.otherName)|2"]
    expectEqual(meeting.ages, answer == "Return" ? first + ["ann|3"] : first)
    // Nothing is lost: the other value can be had again.
    if answer == "Return" {
      try meeting.own.send(["t": "run", "what": "undo"])
      _ = try meeting.own.wait(for: "screen", shows("2"))
    }
  }

  @Test(arguments: Other.allCases, ["Return", "Esc"])
  func aFormToldOfAnotherChangeStoresTheRest(other: Other, answer: String) throws {
    let meeting = try Meeting(other)
    _ = try meeting.own.open("/Member/1")
    try meeting.own.send(["t": "do", "c": "edit"])
    _ = try meeting.own.field()
    let (age, note) = ("Member/1.age", "Member/1.note")
    try meeting.own.send(["t": "focus", "f": age])
    try meeting.own.send(["t": "key", "f": age, "p": "3"])
    try meeting.own.send(["t": "focus", "f": note])
    try meeting.own.send(["t": "key", "f": note, "p": "late"])
    _ = try meeting.own.field()
    try meeting.setByOther(2)
    try meeting.own.send(["t": "key", "k": "Submit"])
    let field = try meeting.own.field()
    #expect(
      field.text("hint")?.contains("age was set to 2 by \(meeting.otherName) meanwhile") == true
        || field.list("refused").contains {
          $0.text("reason")?.contains("age was set to 2 by \(meeting.otherName) meanwhile") == true
        }, "\(field)")
    // What is typed stays when the records are read again.
    meeting.database.run("set Member/1.name \"Anne\"")
    try meeting.own.wait(for: ["parts", "form"]) { "\($0)".contains("Anne") }
    try meeting.own.send(["t": "key", "k": answer == "Return" ? "Submit" : answer])
    if answer == "Esc" {
      let next = try meeting.own.wait(for: ["formEnd", "field"])
      if next.text("t") == "field" {
        try meeting.own.send(["t": "key", "k": answer])
        try meeting.own.wait(for: "formEnd")
      }
    } else {
      expectEqual(try meeting.own.wait(for: "formEnd")["stored"] as? Bool, true)
    }
    let first = ["script|36", "\(meeting.otherName)|2"]
    expectEqual(meeting.ages, answer == "Return" ? first + ["ann|3"] : first)
    expectEqual(meeting.database.run("get Member/1.note"), [answer == "Return" ? "late" : "nil"])
  }

  @Test(arguments: Other.allCases)
  func aFieldOfADeletedRecordEnds(other: Other) throws {
    let meeting = try Meeting(other)
    let id = try Self.openField(meeting.own)
    try meeting.own.send(["t": "key", "f": id, "c": "3"])
    _ = try meeting.own.field()
    try meeting.deleteByOther()
    try meeting.own.wait(for: "formEnd")
    try meeting.own.send(["t": "key", "f": id, "c": "4"])
    try meeting.own.send(["t": "key", "f": id, "k": "Return"])
    try meeting.own.send(["t": "open", "to": "/Members"])
    let screen = try meeting.own.screen()
    expectEqual(screen.list("rows").map { $0.texts("cells").first }, ["Bob"])
    // Nothing was stored, and what was deleted comes back whole.
    expectEqual(meeting.ages, ["script|36", "\(meeting.otherName)|nil"])
    let number = meeting.database.run("log limit 1").first?.split(separator: "|").first
    meeting.database.run("revert #\(number ?? "")")
    try meeting.own.wait(for: "screen") {
      ($0["screen"] as? FakeBrowser.Message)?.list("rows").first?.texts("cells") == ["Ann", "36"]
    }
  }

  @Test(arguments: Other.allCases)
  func aFormOnADeletedRecordEndsAndSaysWhy(other: Other) throws {
    let meeting = try Meeting(other)
    _ = try meeting.own.open("/Members")
    try meeting.own.send(["t": "select", "ids": ["Member/1"]])
    try meeting.own.send(["t": "do", "c": "edit"])
    let id = try #require(meeting.own.field().text("f"))
    try meeting.own.send(["t": "key", "f": id, "p": "Anna"])
    _ = try meeting.own.field()
    try meeting.deleteByOther()
    try meeting.own.send(["t": "key", "k": "Submit"])
    expectEqual(try meeting.own.wait(for: "formEnd")["stored"] as? Bool, false)
    let screen = try meeting.own.wait(for: "screen") {
      let notice = ($0["screen"] as? FakeBrowser.Message)?.text("notice")
      return notice?.contains("Member/1 was deleted") == true
    }
    expectEqual(
      (screen["screen"] as? FakeBrowser.Message)?.list("rows").map { $0.texts("cells").first },
      ["Bob"])
    let after = try meeting.own.open("/Members")
    expectEqual(after.list("rows").map { $0.texts("cells").first }, ["Bob"])
  }

  @Test(arguments: Other.allCases)
  func oneUndoesWhatTheOtherStored(other: Other) throws {
    let meeting = try Meeting(other)
    try meeting.setByOther(2)
    _ = try meeting.own.open("/Member/1")
    let number = try #require(
      meeting.database.run("log limit 1").first?.split(separator: "|").first.flatMap { Int($0) })
    // The change of another is undone by its number alone.
    try meeting.own.send(["t": "run", "what": "undo"])
    let notice = try meeting.own.screen().text("notice")
    #expect(notice?.contains("#\(number)") == true, "\(notice ?? "nil")")
    expectEqual(meeting.ages.count, 2)
    try meeting.own.send(["t": "run", "what": "revert", "txn": number])
    _ = try meeting.own.wait(for: "screen", shows("36"))
    if let browser = meeting.other { try browser.wait(for: "screen", shows("36")) }
    expectEqual(meeting.ages, ["script|36", "\(meeting.otherName)|2", "ann|36"])
  }
}
