import Foundation
import Replies
import Session
import TestSupport
import Testing
import Values
import Workspace

/// Performs an action in each field that is edited, then cancels.
private final class Person: Keyboard {
  private let acts: (EditingSession) -> Void

  init(_ acts: @escaping (EditingSession) -> Void) {
    self.acts = acts
  }

  func edit(_ editing: EditingSession) {
    acts(editing)
    if !editing.isEnded { _ = editing.type(.escape) }
  }
}

extension EditingSession {
  fileprivate func type(_ text: String) -> String {
    var refused = String.UnicodeScalarView()
    for scalar in text.unicodeScalars
    where !replace(caret..<caret, with: String(scalar), isTyped: true) {
      refused.append(scalar)
    }
    return String(refused)
  }
}

private final class Absent: Keyboard {
  func edit(_ editing: EditingSession) { _ = editing.type("!") }
}

private final class NarrowWindow: Keyboard {
  let obstacleToForms: String? = "a form needs more room"
  func edit(_ editing: EditingSession) { Issue.record("a form is drawn") }
}

@Suite struct EditTests {
  private func talk(_ acts: @escaping (EditingSession) -> Void) throws -> Conversation {
    try Conversation(people, keyboard: Person(acts))
  }

  @Test func theHintNamesTheFormInWhichADateIsWritten() throws {
    var hints: [String] = []
    let talk = try Conversation(
      "define Member { born: Date? }; let ann = new Member",
      keyboard: Person { editing in
        for text in ["3.", "7.1968"] {
          #expect(editing.type(text).isEmpty)
          hints.append(editing.hint)
        }
        #expect(editing.type(.enter))
      })
    expectEqual(talk.tell("edit ann.born"), ["ann.born: \"1968-07-03\" ann.born = 1968-07-03"])
    expectEqual(hints, ["dd.mm.yyyy: 6 more digits", "dd.mm.yyyy"])
  }

  @Test func whatIsTypedIsJudgedKeyByKeyAndStoredByReturn() throws {
    var refused = ""
    var hints: [String] = []
    let talk = try talk { editing in
      hints.append(editing.hint)
      _ = editing.type(.clear)
      refused = editing.type("1x29")
      hints.append(editing.hint)
      refused += editing.type("9")
      hints.append(editing.hint)
      expectEqual(editing.text, "129")
      expectEqual(editing.caret, 3)
      #expect(!editing.type(.enter))
      hints.append(editing.hint)
      #expect(editing.type(.enter))
      #expect(editing.isEnded)
    }
    expectEqual(talk.tell("edit ann.age"), ["ann.age: \"129\" ann.age = 129"])
    expectEqual(refused, "x9")
    expectEqual(
      hints,
      [
        "0 to 150", "0 to 150", "at most 3 digits",
        "\"9\" was rejected; press Return again to keep \"129\" (at most 3 digits)",
      ])
    expectEqual(talk.tell("count Person where age = 129"), ["1"])
    #expect(talk.tell("log limit 1")[0].contains("edit ann.age"))
  }

  @Test(arguments: ["edit ann.age", "edit ann"])
  func aValueTypedAgainIsNotGivenUpForThatOfAnotherProgram(command: String) throws {
    let file = try Outsider()
    var other: Conversation?
    var hint = ""
    let keyboard = Person { editing in
      while editing.name.hasSuffix("age") == false { #expect(editing.type(.tab)) }
      #expect(editing.type(.clear))
      #expect(editing.type("41").isEmpty)
      other?.tell("set Person/1.age 5")
      #expect(!editing.type(.submit))
      hint = editing.hint
      #expect(editing.type(.submit))
    }
    let talk = try Conversation(people, database: file.path, keyboard: keyboard)
    let program = try Conversation(database: file.path, actor: "bob")
    other = program
    talk.tell(command)
    #expect(hint.hasSuffix("set to 5 by bob meanwhile: Return keeps yours, Esc takes theirs"))
    expectEqual(program.tell("get Person/1.age"), ["41"])
  }

  @Test func aDeletedRowIsSaidWhenTheFormIsStoredAndTheNextKeyStoresTheRest() throws {
    let file = try Outsider()
    var other: Conversation?
    var hints: [String] = []
    let keyboard = Person { editing in
      #expect(editing.type("Lost").isEmpty)
      #expect(editing.type(.tab))
      #expect(editing.type("5").isEmpty)
      other?.tell("remove Show/1.reviews 0")
      #expect(!editing.type(.submit))
      hints.append(editing.hint)
      #expect(editing.type(.submit))
      #expect(editing.isEnded)
    }
    let talk = try Conversation(
      """
      define Review { rating: Integer? }
      define Show { title: Text, reviews: [Review] owned }
      append Show/1.reviews new Review rating=1
      """.replacing("append", with: "new Show\nappend"), database: file.path, keyboard: keyboard)
    let program = try Conversation(database: file.path, actor: "eve")
    other = program
    talk.tell("edit Show/1")
    expectEqual(
      hints,
      [
        "Review/1 was deleted by eve at 2026-11-21T10:00:00.000Z, but had changes in this form: "
          + "Return stores the rest, Esc discards everything"
      ])
    expectEqual(program.tell("get Show/1.title"), ["Lost"])
  }

  @Test func cancelTakesTheEditingBack() throws {
    let talk = try talk {
      $0.move(to: $0.caret)
      _ = $0.type("2")
    }
    talk.tell("set ann.age 4; label age on ann.age")
    expectEqual(talk.tell("edit ann.age"), ["age: 42", "age: 4", "ann.age: \"4\" ann.age = 4"])
    expectEqual(talk.tell("interactors").count, 1)
  }

  @Test func aFieldGoesOnWhereItsKeysHaveStopped() throws {
    let talk = try talk { editing in
      expectEqual(editing.text, "4")
      editing.move(to: editing.caret)
      _ = editing.type("3")
      _ = editing.type(.enter)
    }
    talk.tell("field f on ann.age; type f \"<BS>\"")
    expectEqual(talk.tell("edit f"), ["f: \"43\" ann.age = 43"])
  }

  @Test func aRefusedReturnKeepsTheFieldAndIsNoErrorLater() throws {
    let talk = try talk { editing in
      _ = editing.type(.clear)
      #expect(!editing.type(.enter))
      #expect(!editing.isEnded)
      expectEqual(editing.hint, "name is required")
      _ = editing.type("Bob")
      #expect(editing.type(.enter))
    }
    expectEqual(talk.tell("edit ann.name"), ["ann.name: \"Bob\" ann.name = \"Bob\""])
  }

  @Test func whatOnlyTheStoreKnowsRefusesReturnToo() throws {
    let talk = try talk { editing in
      _ = editing.type(.clear)
      _ = editing.type("Bob")
      #expect(!editing.type(.enter))
      #expect(editing.hint.contains("Bob"))
    }
    talk.tell("new Person name=Bob")
    expectEqual(talk.tell("edit ann.name").last, "ann.name: \"Ann\" ann.name = \"Ann\"")
  }

  @Test func undoAndRedoGoBackAndForth() throws {
    var texts: [String] = []
    let talk = try talk { editing in
      editing.move(to: editing.caret)
      _ = editing.type("0")
      _ = editing.replace(0..<2, with: "", isTyped: false)
      for key in [Key.undo, .undo, .redo] {
        _ = editing.type(key)
        texts.append(editing.text)
      }
    }
    talk.tell("set ann.age 15; edit ann.age")
    expectEqual(texts, ["150", "15", "150"])
  }

  /// Terminals count scalars and move by scalars.
  @Test func aCharacterOfSeveralScalarsIsOneForTheCaretAndForDeletion() throws {
    var carets: [Int] = []
    var texts: [String] = []
    let talk = try talk { editing in
      _ = editing.type(.clear)
      _ = editing.replace(0..<0, with: "aq\u{301}b", isTyped: false)
      for place in [3, 2, 1, 2, 9] {
        editing.move(to: place)
        carets.append(editing.caret)
      }
      editing.move(to: 3)
      _ = editing.replace(2..<3, with: "", isTyped: false)
      texts.append(editing.text)
    }
    talk.tell("edit ann.name")
    expectEqual(carets, [3, 1, 1, 3, 4])
    expectEqual(texts, ["ab"])
  }

  @Test func noTextTakesTheCharacterZero() throws {
    let talk = try talk { editing in
      #expect(!editing.replace(0..<0, with: "a\0", isTyped: false))
      expectEqual(editing.hint, "a text cannot contain the character U+0000")
      expectEqual(editing.text, "Ann")
    }
    expectEqual(
      talk.tell("expect rejected { edit ann.name }"), ["ann.name: \"Ann\" ann.name = \"Ann\""])
  }

  @Test func withoutATerminalThereIsNothingToEditAt() throws {
    let talk = try Conversation(people)
    expectEqual(
      talk.tell("edit ann.age"),
      [
        "error refused 1:6: edit needs a terminal "
          + "(`type FIELD \"42<Return>\"` sends keys to a field)"
      ])
  }

  @Test(arguments: [
    ("edit nobody", "there is no field or form \"nobody\""),
    ("let limit = 3; edit limit", "\"limit\" is a value, not a field or form"),
    ("edit Person/9", "there is no Person/9"),
    ("form x on ann; edit x.agee", "x has no part \"agee\""),
    ("form x on ann; deactivate x; edit x", "x is deactivated"),
    ("edit ann.agee", "no such property: Person has no \"agee\""),
    ("field f on ann.age; deactivate f; edit f", "f is deactivated"),
    ("edit Person/9.age", "there is no Person/9"),
  ])
  func whatCannotBeEditedIsAnError(script: String, message: String) throws {
    let talk = try talk { _ in Issue.record("nothing is edited") }
    expectEqual(talk.tell(script).last?.contains(message), true)
  }

  // MARK: Forms

  @Test func aFormIsEditedFieldAfterField() throws {
    var steps: [String] = []
    let talk = try talk { editing in
      func note() { steps.append("\(editing.name) \(editing.text) \(editing.hint)") }
      note()
      editing.move(to: editing.caret)
      _ = editing.type("e")
      #expect(editing.type(.enter))
      note()
      _ = editing.type(.clear)
      _ = editing.type("1x")
      note()
      #expect(editing.type(.tab))
      note()
      #expect(editing.type(.up))
      note()
      // It asks before it discards.
      #expect(!editing.type(.escape))
      expectEqual(editing.hint, "2 changes; Esc again discards them")
      #expect(!editing.isEnded)
      #expect(editing.type(.escape))
      #expect(editing.isEnded)
    }
    expectEqual(
      talk.tell("form f on ann; edit f"),
      [
        "f.name: \"Anne\" ann.name = \"Anne\"", "f.age: \"1\" ann.age = 1",
        "f.fee: \"0.00\" ann.fee = 0.00", "f.age: \"41\" ann.age = 41",
        "notice: the form f was cancelled and changed nothing",
      ])
    expectEqual(
      steps,
      [
        "f.name Ann 1 character or more", "f.age 41 0 to 150", "f.age 1 \"x\" is not a digit",
        "f.fee 0.00 5 digits, 2 decimals", "f.age 1 0 to 150",
      ])
  }

  @Test(arguments: ["ann", "Person/1", "Person[\"Ann\"]"])
  func aRecordGetsAFormForThisOnce(record: String) throws {
    var names: [String] = []
    let talk = try talk { editing in
      while !editing.isEnded {
        names.append(editing.name)
        if names.count == 2 { _ = editing.type("5") }
        _ = editing.type(names.count == 2 ? .clear : .enter)
        if names.count == 2 {
          _ = editing.type("5")
          _ = editing.type(.enter)
        }
      }
    }
    let lines = talk.tell("edit \(record)")
    let properties = ["name", "age", "fee", "weight", "active", "code"]
    expectEqual(names, properties.map { "\(record).\($0)" })
    expectEqual(lines.count, 6)
    expectEqual(lines[1], "\(record).age: \"5\" \(record).age = 5")
    expectEqual(talk.tell("interactors; get ann.age"), ["5"])
    expectEqual(talk.finish().lines, [])
  }

  @Test func ofAFormThatWasTypedIntoTheEditingGoesOn() throws {
    var name = ""
    let talk = try talk { editing in
      name = editing.name
      editing.move(to: editing.caret)
      _ = editing.type("2")
      _ = editing.type(.enter)
    }
    talk.tell("form x on ann; type x \"<Tab><BS>\"")
    expectEqual(talk.tell("edit x").first, "x.age: \"42\" ann.age = 42")
    expectEqual(name, "x.age")
  }

  @Test func whatAKeyboardLeavesOpenIsNotStored() throws {
    let talk = try Conversation(people, keyboard: Absent())
    expectEqual(talk.tell("edit ann"), ["ann.name: \"!\" ann.name = \"!\" (editing)"])
    expectEqual(talk.tell("get ann.name; count Person where name = 'Ann'"), ["Ann", "1"])
  }

  @Test func aFieldOfAFormIsEditedAlone() throws {
    let talk = try talk { editing in
      expectEqual(editing.name, "x.age")
      _ = editing.type("x")
      #expect(editing.type(.up))
      #expect(editing.isEnded)
    }
    expectEqual(talk.tell("form x on ann; edit x.age"), ["x.age: \"41\" ann.age = 41"])
  }

  @Test func theRowOfARecordThatAnotherProgramDeletesIsPassedOver() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "form-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "x.db").path
    var other: Conversation?
    var steps: [String] = []
    let keyboard = Person { editing in
      func press(_ key: Key) {
        let isTaken = editing.type(key)
        steps.append("\(editing.name) \(isTaken ? "" : editing.hint)")
      }
      for _ in 1...3 { press(.tab) }
      other?.tell("remove Show/1.reviews 1")
      _ = editing.type("5")
      // The first end of the form is refused, the next asks once.
      for key in [Key.tab, .tab, .submit, .submit] { press(key) }
    }
    let talk = try Conversation(
      """
      define Review { rating: Integer? }
      define Show { reviews: [Review] owned, title: Text, year: Integer? }
      let show = new Show
      append show.reviews new Review rating=1
      append show.reviews new Review rating=2
      """, database: path, keyboard: keyboard)
    other = try Conversation(database: path)
    let lines = talk.tell("form x on show; edit x")
    expectEqual(
      steps,
      [
        "x.year ", "x.reviews[0].rating ", "x.reviews[1].rating ",
        "x.reviews[0].rating Review/2 was deleted by ann at 2026-11-21T10:00:00.000Z",
        "x.reviews[0].rating ",
        "x.reviews[0].rating Review/2 was deleted by ann at 2026-11-21T10:00:00.000Z, but had "
          + "changes in this form: Return stores the rest, Esc discards everything",
        "x.reviews[0].rating ",
      ])
    expectEqual(
      lines,
      [
        "x.title: \"\" show.title = \"\"", "x.year: \"\" show.year = nil",
        "x.reviews[0].rating: \"1\" show.reviews[0].rating = 1",
        "x.reviews[0].rating: \"1\" show.reviews[0].rating = 1",
      ])
  }

  // MARK: Forms that are offered

  @Test func aFormIsNotOfferedWhereItCannotBeDrawn() throws {
    let talk = try Conversation(
      "define P { name: Text key, day: Date }", keyboard: NarrowWindow(),
      confirm: {
        Issue.record("asked: \($0)")
        return true
      })
    expectEqual(
      talk.enter("new P"),
      [
        "notice: a form needs more room", "error rule 1:5: name and day are required",
      ])
    expectEqual(talk.enter("new P name=a day=2026-01-01"), ["P/1"])
  }

  @Test(arguments: [
    (1, "property1 is required"), (3, "property1, property2 and property3 are required"),
    (
      40,
      "property1, property2, property3, property4, property5, property6, property7, property8, "
        + "property9 and 31 more are required"
    ),
  ])
  func aFormIsOfferedInTwoLines(count: Int, question: String) throws {
    let properties = (1...count).map { "property\($0): Date" }.joined(separator: ", ")
    var asked: [String] = []
    let talk = try Conversation(
      "define P { \(properties) }", keyboard: Absent(),
      confirm: {
        asked.append($0)
        return false
      })
    talk.enter("new P")
    expectEqual(asked, [question + ": fill in a form?"])
  }
}
