import Foundation
import Replies
import Session
import TestSupport
import Testing

@Suite struct TypeTests {
  static let fields =
    people + """

      label age on ann.age
      field f on ann.age
      field g on ann.name
      """

  @Test func aLabelPrintsAtEveryKeyThatChangesItsText() throws {
    let talk = try Conversation(
      people + "\nset ann.age nil\nlabel age on ann.age\nfield f on ann.age")
    expectEqual(
      talk.tell("type f \"4x2<Return>\""),
      [
        "age: 4", "x rejected at 1: \"x\" is not a digit", "age: 42", "f: \"42\" ann.age = 42",
      ])
  }

  @Test func theStoreSeesOneChangeForOneEditing() throws {
    let talk = try Conversation(Self.fields)
    talk.tell("type f \"<Clear>4\"")
    expectEqual(
      talk.tell("get ann.age; count Person where age = 41; expect (:ann.age = 4)"), ["4", "1"])
    talk.tell("type f \"2<Return>\"")
    let history = talk.tell("history ann.age")
    expectEqual(history.count, 2)
    expectEqual(history.last?.hasSuffix("|age|41|42"), true)
    expectEqual(talk.tell("log limit 1").first?.contains("type f \"2<Return>\""), true)
  }

  @Test func anEditingThatEndsWithTheValueItBeganWithIsNoTransaction() throws {
    let talk = try Conversation(Self.fields)
    let count = talk.tell("log").count
    talk.tell("type f \"<BS>1<Return>\"")
    expectEqual(talk.tell("log").count, count)
  }

  @Test(arguments: ["", "<End>", "<Home>"])
  func returnIsRefusedForATextThatDoesNotFitAlsoAsTheFirstKey(keys: String) throws {
    let talk = try Conversation(
      """
      define Crate { d: Decimal(integer: 6, fraction: 1...3)? }
      let crate = new Crate d=1234.56
      field k on crate.d format Decimal(integer: 3, fraction: 0...1)
      """)
    let replies = talk.tell("type k \"\(keys)<Return>\"")
    expectEqual(replies.first?.hasPrefix("k: \"1234.56\" incomplete: at most 3 digits"), true)
    expectEqual(replies.last?.hasPrefix("error refused"), true)
    expectEqual(talk.tell("type k \"<Esc>\"; get crate.d").last, "1234.56")
  }

  @Test func anUnfinishedEditingSaysSo() throws {
    let talk = try Conversation(Self.fields)
    expectEqual(talk.tell("type f \"<Clear>4\"").last, "f: \"4\" ann.age = 4 (editing)")
    expectEqual(
      talk.tell("type g \"<Clear>\"").last?.hasPrefix("g: \"\" incomplete: name is required"), true)
  }

  @Test func escapeTakesBackTheEditing() throws {
    let talk = try Conversation(Self.fields)
    expectEqual(talk.tell("type f \"<BS><Esc>\""), ["age: 4", "age: 41", "f: \"41\" ann.age = 41"])
  }

  @Test func aRefusedReturnIsAnErrorAfterAllKeys() throws {
    let talk = try Conversation(Self.fields)
    expectEqual(
      talk.tell("type g \"<Clear><Return>x<BS>\""),
      [
        "g: \"\" incomplete: name is required (editing)",
        "error refused 1:8: g is incomplete: name is required",
      ])
    expectEqual(talk.tell("expect rejected { type g \"<Return>\" }").last?.hasPrefix("g: "), true)
  }

  @Test func aKeyThatIsTakenAlreadyIsRefusedAtReturnAndTheEditingGoesOn() throws {
    let talk = try Conversation(Self.fields + "\nnew Person name=Bob")
    expectEqual(
      talk.tell("type g \"<Clear>Bob<Return>\""),
      [
        "g: \"Bob\" ann.name = \"Bob\" (editing)",
        "error conflict 1:8: name \"Bob\" is taken by Person/2",
      ])
    expectEqual(talk.tell("type g \"by<Return>\""), ["g: \"Bobby\" ann.name = \"Bobby\""])
  }

  @Test func aSetOfTheEditedPropertyIsShownAndTheEditingGoesOn() throws {
    let talk = try Conversation(Self.fields)
    talk.tell("type f \"<Clear>4\"")
    expectEqual(talk.tell("set ann.age 7"), ["age: 7"])
    expectEqual(talk.tell("type f \"0<Return>\""), ["age: 70", "f: \"70\" ann.age = 70"])
  }

  @Test func anotherChangeOfTheRecordEndsAnAcceptableEditing() throws {
    let talk = try Conversation(Self.fields)
    talk.tell("type f \"<Clear>4\"")
    expectEqual(talk.tell("set ann.fee 2"), [])
    expectEqual(talk.tell("type f \"2<Esc>\"").last, "f: \"4\" ann.age = 4")
    expectEqual(talk.tell("history ann.age").last?.hasSuffix("|41|4"), true)
  }

  @Test func anEqualSetOfTheEditedPropertyIsNoOtherProgram() throws {
    let talk = try Conversation(Self.fields)
    talk.tell("type f \"<Clear>7\"")
    expectEqual(talk.tell("set ann.age 7\ntype f \"8<Return>\"").last, "f: \"78\" ann.age = 78")
  }

  @Test func anEditingThatAnotherCommandEndsIsLoggedAsTyped() throws {
    let talk = try Conversation(Self.fields)
    talk.tell("type f \"<Clear>4\"\nset ann.fee 2")
    expectEqual(talk.tell("log limit 2").last?.contains("|type f \"<Clear>4\"|"), true)
    talk.tell("type f \"<Clear>5\"")
    expectEqual(talk.tell("undo").first?.hasSuffix("type f \"<Clear>5\""), true)
    expectEqual(talk.tell("get ann.age"), ["4"])
  }

  @Test(arguments: ["set ann.age 4", "put Person[\"Ann\"] age=4"])
  func whatWasSetWhileTheFieldShowedItIsNotLostByReturnNorByEscape(command: String) throws {
    let talk = try Conversation(Self.fields)
    talk.tell("type f \"<BS>\"\n\(command)\ntype f \"1<Return>\"")
    expectEqual(talk.tell("count Person where age = 41; get ann.age"), ["1", "41"])
    talk.tell("type f \"<BS>\"\n\(command)\ntype f \"<Esc>\"")
    expectEqual(talk.tell("count Person where age = 4; get ann.age"), ["1", "4"])
  }

  @Test func escapeAfterARollbackBringsBackWhatTheStoreHas() throws {
    let talk = try Conversation(Self.fields)
    talk.tell("begin\nset ann.age 5\ntype f \"<BS>41\"\nrollback\ntype f \"<Esc>\"")
    expectEqual(talk.tell("get ann.age; count Person where age = 41"), ["41", "1"])
  }

  @Test(arguments: [
    "type f \"<All>7\"\nbegin\nset ann.age 9", "begin\ntype f \"<All>7\"\nset ann.age 9",
    "begin\nset ann.age 9\ntype f \"<All>7<Undo>\"", "type f \"<All>7\"\nbegin\nset ann.age nil",
  ])
  func aValueThatIsRolledBackDoesNotStayInTheField(script: String) throws {
    let talk = try Conversation(Self.fields)
    talk.tell(script)
    expectEqual(talk.tell("rollback").last, "age: 41")
    expectEqual(talk.tell("type f \"<Return>\"").last, "f: \"41\" ann.age = 41")
    expectEqual(talk.tell("history ann.age").count, 1)
  }

  @Test func typingGoesOnOverARollbackOfSomethingElse() throws {
    let talk = try Conversation(Self.fields)
    talk.tell("begin\ntype f \"<BS>\"")
    expectEqual(talk.tell("rollback"), [])
    expectEqual(talk.tell("type f \"2<Return>\"").last, "f: \"42\" ann.age = 42")
  }

  @Test func typingIntoASecondFieldOfAPropertyEndsTheFirstEditing() throws {
    let talk = try Conversation(Self.fields + "\nfield h on ann.age")
    talk.tell("type f \"<BS>\"\ntype h \"2\"")
    expectEqual(talk.tell("count Person where age = 4"), ["1"])
    expectEqual(talk.tell("type h \"<Return>\"").last, "h: \"42\" ann.age = 42")
    expectEqual(talk.tell("count Person where age = 42; get age"), ["1", "age: 42"])
  }

  @Test(arguments: ["<Tab>", "<Down>", "<Up>"])
  func leavingByAKeyIsRefusedAsReturnForAnIncompleteText(key: String) throws {
    let talk = try Conversation(
      "define T { n: Integer in 18...65 }\nlet it = new T n=20\nfield f on it.n")
    expectEqual(
      talk.tell("type f \"<All>19<BS>\(key)\""),
      [
        "f: \"1\" incomplete: 1 is below 18; expected 8–9 (editing)",
        "error refused 1:8: f is incomplete: 1 is below 18; expected 8–9",
      ])
    expectEqual(talk.tell("type f \"<Esc>\"; get it.n").last, "20")
  }

  @Test func returnIsRefusedWhileAnotherFieldOfTheRecordIsIncomplete() throws {
    let talk = try Conversation(Self.fields)
    talk.tell("type g \"<Clear>\"")
    expectEqual(talk.tell("type f \"<BS><Return>\"").last?.contains("g is being edited"), true)
    expectEqual(talk.tell("count Person where age = 41"), ["1"])
    talk.tell("type g \"Bob\"")
    expectEqual(talk.tell("type f \"<Return>\"").last, "f: \"4\" ann.age = 4")
    expectEqual(talk.tell("count Person where age = 4 and name = 'Bob'"), ["1"])
  }

  @Test func anEditingKeepsThePlaceWhereItWasTyped() throws {
    let talk = try Conversation(Self.fields, files: ["typed": "\n\ntype f \"<BS>\""])
    talk.tell("include \"typed\"\nset ann.fee 2")
    expectEqual(talk.tell("log limit 2").last?.contains("|typed:3|"), true)
  }

  @Test func aRefusalIsSaidOnceAndAsWhatItIs() throws {
    let talk = try Conversation(Self.fields + "\nnew Person name=Bob")
    talk.tell("type g \"<Clear>Bob\"")
    expectEqual(
      talk.tell("set ann.fee 2").first?.hasPrefix("error conflict 1:1: g is being edited"), true)
    expectEqual(
      talk.tell("type g \"<Clear><Return>\"").last,
      "error refused 1:8: g is incomplete: name is required")
  }

  @Test func anEditingInWhichEveryKeyWasRefusedHasNothingToLose() throws {
    let talk = try Conversation(Self.fields)
    talk.tell("type f \"x\"")
    expectEqual(talk.finish().lines, [])
  }

  @Test func anotherChangeOfTheRecordIsRefusedWhileAnEditingIsIncomplete() throws {
    let talk = try Conversation(Self.fields)
    talk.tell("type g \"<Clear>\"")
    expectEqual(
      talk.tell("set ann.fee 2"),
      [
        "error refused 1:1: g is being edited and cannot be left: name is required"
      ])
    expectEqual(talk.tell("get ann.fee"), ["0.00"])
    expectEqual(talk.tell("delete ann").first?.hasPrefix("error refused"), true)
    expectEqual(talk.tell("undo").first?.hasPrefix("error refused"), true)
  }

  @Test func theEndOfASessionCancelsAnEditingWithAWarning() throws {
    let talk = try Conversation(Self.fields)
    talk.tell("type f \"<Clear>4\"")
    let (status, lines) = talk.finish()
    expectEqual(status, 0)
    expectEqual(lines.first?.hasPrefix("warning refused: the edit of f"), true, "\(lines)")
    expectEqual(lines.last, "age: 41")
  }

  @Test func whatWasCutInOneFieldIsPastedInAnother() throws {
    let talk = try Conversation(Self.fields)
    talk.tell("type g \"<All><Copy><Esc>\"")
    expectEqual(
      talk.tell("type g \"<End><Paste><Esc>\" --trace").last, "g: \"Ann\" ann.name = \"Ann\"")
    talk.tell("type f \"<All><Cut><Esc>\"")
    expectEqual(
      talk.tell("field h on ann.code\ntype h \"<Paste><Return>\"").last,
      "h: \"41\" ann.code = \"41\"")
  }

  @Test func aTraceNamesEveryKeyAndWhatBecameOfIt() throws {
    let talk = try Conversation(Self.fields)
    let replies = talk.replies(to: "type f \"<Left>x0<lt>\" --trace")
    guard case .typed(let result)? = replies.last else {
      Issue.record("\(replies)")
      return
    }
    let keys = result.keys ?? []
    expectEqual(keys.map(\.key), ["<Left>", "x", "0", "<lt>"])
    expectEqual(keys.map(\.outcome), [.moved, .rejected, .accepted, .rejected])
    expectEqual(keys.map(\.text), ["41", "41", "401", "401"])
    expectEqual(keys.map(\.caret), [1, 1, 2, 2])
    #expect(keys[2].incomplete != nil)
    expectEqual(result.rejected.map(\.at), [1, 2])
  }

  @Test func whatAnotherProgramWroteMeanwhileRefusesReturnOnce() throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(UUID().uuidString).db").path
    defer {
      for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
    }
    let mine = try Conversation(Self.fields, database: path)
    let theirs = try Conversation(database: path, actor: "bob")
    mine.tell("type f \"<Clear>7\"")
    theirs.tell("set Person/1.age 5")
    expectEqual(
      mine.tell("type f \"<Return>\""),
      [
        "f: \"7\" ann.age = 7 (editing)",
        "error conflict 1:8: set to 5 by bob meanwhile: Return keeps yours, Esc takes theirs",
      ])
    expectEqual(mine.tell("type f \"<Return>\""), ["f: \"7\" ann.age = 7"])
    mine.tell("type f \"<Clear>8\"")
    theirs.tell("set Person/1.age 6")
    mine.tell("type f \"<Return>\"")
    expectEqual(mine.tell("type f \"<Esc>\""), ["age: 6", "f: \"6\" ann.age = 6"])
    expectEqual(theirs.tell("get Person/1.age"), ["6"])
    theirs.tell("set Person/1.age 9")
    expectEqual(mine.tell("echo \"x\""), ["age: 9", "x"])
    mine.tell("type f \"<BS>8\"")
    theirs.tell("set Person/1.age 3")
    expectEqual(mine.tell("type f \"<Esc>\"").last, "f: \"3\" ann.age = 3")
    expectEqual(mine.tell("get ann.age"), ["3"])
    mine.tell("type f \"1\"")
    theirs.tell("delete Person/1")
    expectEqual(
      mine.tell("type f \"<Esc>\""),
      [
        "age: «nil»", "error name 1:6: Person/1 was deleted by bob at 2026-11-21T10:00:00.000Z",
      ])
  }
}
