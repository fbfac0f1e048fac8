import Foundation
import Replies
import Session
import TestSupport
import Testing

@Suite struct FormTypingTests {
  private static let world = """
    define Person { name: Text key, age: Integer? in 0...150, role: Choice(admin, editor) = admin }
    let ann = new Person name=Ann age=41
    form editor on ann
    """

  private static let name = "editor.name: \"Ann\" ann.name = \"Ann\""
  private static let age = "editor.age: \"41\" ann.age = 41"
  private static let role = "editor.role: \"admin\" ann.role = \"admin\""

  @Test(arguments: [
    ("", [name]),
    ("<Tab>", [name, age]),
    ("<Down>", [name, age]),
    ("<Return>", [name, age]),
    ("<Tab><Up>", [name, age, name]),
    ("<Up>", [name]),
    ("<Tab><Tab><Tab>", [name, age, role]),
    ("<Return><Return><Return>", [name, age, role]),
    ("<Esc>", [name]),
    ("<Tab><Esc>", [name, age]),
    ("<Tab><Tab><Tab><Tab>", [name, age, role, name, age]),
    ("<Esc>", [name]),
    ("!<Esc><Esc>", [name]),
    // Esc asks before discarding changes; any other key answers no.
    (
      "!<Esc>",
      [
        "notice: 1 change; Esc again discards it",
        "editor.name: \"Ann!\" ann.name = \"Ann!\" (editing)",
      ]
    ),
    (
      "!<Esc><Tab><BS><Esc>",
      [
        "editor.name: \"Ann!\" ann.name = \"Ann!\"", "notice: 2 changes; Esc again discards them",
        "editor.age: \"4\" ann.age = 4 (editing)",
      ]
    ),
    ("!", ["editor.name: \"Ann!\" ann.name = \"Ann!\" (editing)"]),
    ("!<Up>", ["editor.name: \"Ann!\" ann.name = \"Ann!\""]),
    (
      "e<Tab><BS>x2<Return>",
      [
        "editor.name: \"Anne\" ann.name = \"Anne\"", "x rejected at 1: \"x\" is not a digit",
        "editor.age: \"42\" ann.age = 42", role,
      ]
    ),
    // An incomplete text is left as it is.
    (
      "<Tab><Tab><BS><Up>n",
      [
        name, age, "editor.role: \"admi\" incomplete: expected \"admin\" (editing)",
        "n rejected at 2: \"n\" is not a digit", "editor.age: \"41\" ann.age = 41 (editing)",
      ]
    ),
    (
      "<Tab><Tab><All>editor<Return>",
      [name, age, "editor.role: \"editor\" ann.role = \"editor\""]
    ),
  ])
  func keysGoFromFieldToField(keys: String, lines: [String]) throws {
    let talk = try Conversation(Self.world)
    expectEqual(talk.tell("type editor \"\(keys)\""), lines)
  }

  @Test func theQuestionNamesItsFieldInAForm() throws {
    let talk = try Conversation(Self.world)
    expectEqual(
      talk.tell("type editor \"<Tab><All>700<Return><Return>\"").last,
      "error refused 1:13: age: \"0\" was rejected; press Return again to keep \"70\"")
  }

  @Test func aDateIsTypedInTheFormOfTheLocale() throws {
    let talk = try Conversation(
      "define Member { born: Date? }; let ann = new Member; form editor on ann")
    expectEqual(
      talk.tell("type editor \"3.7.1968<Return>\""),
      ["editor.born: \"1968-07-03\" ann.born = 1968-07-03"])
    expectEqual(
      talk.tell("type editor \"<All>12/24/2025<Return>\""),
      ["editor.born: \"2025-12-24\" ann.born = 2025-12-24"])
    talk.tell("option locale en_GB")
    expectEqual(
      talk.tell("type editor \"<All>23/12/2025<Return>\""),
      ["editor.born: \"2025-12-23\" ann.born = 2025-12-23"])
  }

  @Test func aLabelPrintsBetweenTheOutcomes() throws {
    let talk = try Conversation(Self.world + "\nlabel l = (:ann.name || ' ' || :ann.age)")
    expectEqual(
      talk.tell("type editor \"a<Tab><BS>2<Tab>\""),
      [
        "l: Anna 41", "editor.name: \"Anna\" ann.name = \"Anna\"", "l: Anna 4", "l: Anna 42",
        "editor.age: \"42\" ann.age = 42", Self.role,
      ])
  }

  @Test func aRefusedSubmitGoesToTheFieldAndIsAnErrorWhenAllIsTyped() throws {
    let talk = try Conversation(Self.world)
    expectEqual(
      talk.tell("type editor \"<Clear><Return><Submit>Eve<Return>5\""),
      [
        "editor.name: \"\" incomplete: name is required (editing)",
        "editor.age: \"41\" ann.age = 41", "editor.name: \"Eve\" ann.name = \"Eve\"",
        "5 rejected at 2: \"5\" cannot follow \"41\" in 0…150",
        "editor.age: \"41\" ann.age = 41 (editing)",
        "error refused 1:13: editor.name is incomplete: name is required",
      ])
  }

  @Test func whatTheStoreRefusesKeepsTheFieldToo() throws {
    let talk = try Conversation(Self.world + "\nnew Person name=Bob")
    let lines = talk.tell("type editor \"<All>Bob<Submit>\"")
    let mark = "editor.name: \"Bob\" incomplete: name \"Bob\" is taken by Person/2 (editing)"
    expectEqual(lines.first, mark)
    expectEqual(lines.last?.hasSuffix(" 1:13: name \"Bob\" is taken by Person/2"), true)
    expectEqual(lines.count, 2)
    expectEqual(talk.tell("type editor \"<Tab>\"").first, mark)
    expectEqual(talk.tell("count Person where name = 'Bob'"), ["1"])
  }

  @Test func anEditingThatIsNotEndedGoesOnElseTheFirstFieldIsNext() throws {
    let talk = try Conversation(Self.world)
    talk.tell("type editor \"<Tab><BS>\"")
    expectEqual(
      talk.tell("type editor \"2<Tab>\""), ["editor.age: \"42\" ann.age = 42", Self.role])
    expectEqual(talk.tell("type editor \"<Tab>\""), [Self.role])
    expectEqual(talk.tell("type editor \"!\"").first?.hasPrefix("editor.name: \"Ann!\""), true)
  }

  @Test func aFormIsOneTransactionWithTheCommandThatEndedIt() throws {
    let talk = try Conversation(Self.world)
    talk.tell("type editor \"a<Tab><BS>2<Tab>\"")
    expectEqual(talk.tell("count Person where age = 42 or name = 'Anna'"), ["0"])
    talk.tell("type editor \"<Tab>\"")
    expectEqual(talk.tell("count Person where age = 42 and name = 'Anna'"), ["1"])
    expectEqual(talk.tell("undo"), ["notice: undone #3 by ann: type editor \"<Tab>\""])
    expectEqual(talk.tell("get ann.age; get ann.name"), ["41", "Ann"])
  }

  @Test func aFormThatHasChangedNothingIsNoTransaction() throws {
    let talk = try Conversation(Self.world)
    let before = talk.tell("log").count
    talk.tell("type editor \"<Tab><BS>1<Tab><Tab>\"")
    expectEqual(talk.tell("log").count, before)
  }

  @Test func cancelTakesBackAllThatTheFormHasChanged() throws {
    let talk = try Conversation(Self.world + "\nlabel l on ann.name")
    expectEqual(
      talk.tell("type editor \"a<Tab><BS>2<Esc><Esc>\""),
      [
        "l: Anna", "editor.name: \"Anna\" ann.name = \"Anna\"", "l: Ann",
        "editor.age: \"41\" ann.age = 41",
      ])
    expectEqual(talk.finish().lines, [])
  }

  @Test func aRuleOfTheObjectIsJudgedWhenTheFormEnds() throws {
    let talk = try Conversation(
      """
      define Person { name: Text key, boss: Boolean, age: Integer }
      rule Person.grown "must be 18 to lead" : not boss or age >= 18
      let ann = new Person name=Ann age=3
      form editor on ann
      """)
    expectEqual(
      talk.tell("type editor \"<Tab><All>true<Tab><All>1<Tab>\"").last,
      "error rule 1:13: Person/1 breaks grown, must be 18 to lead: boss is true, age is 1")
    expectEqual(talk.tell("type editor \"<All>18<Tab>\""), ["editor.age: \"18\" ann.age = 18"])
    expectEqual(talk.tell("count Person where boss and age = 18"), ["1"])
  }

  @Test(arguments: [
    "undo", "redo", "delete ann", "delete Person where age = 41", "detach editor.age",
    "set Person where age = 41 : role=editor", "deactivate editor", "unnest editor.name",
    "attach editor to ann", "type f \"1\"",
  ])
  func aCommandThatNeedsTheRecordStoredIsRefusedUntilTheFormEnds(command: String) throws {
    let talk = try Conversation(Self.world + "\nfield f on ann.name\nset ann.age 40; undo")
    talk.tell("type editor \"a<Tab>\"")
    let line = talk.tell(command).last
    expectEqual(line?.hasPrefix("error refused"), true, "\(line ?? "")")
    expectEqual(line?.contains("finish the form editor"), true, "\(line ?? "")")
    talk.tell("type editor \"<Tab><Tab>\"")
    #expect(talk.tell(command).last?.contains("finish") != true)
  }

  @Test func aChangeFromElsewhereInTheSessionPassesIntoTheForm() throws {
    let talk = try Conversation(Self.world)
    talk.tell("type editor \"a<Tab>\"; set ann.age 7; set ann.role editor")
    expectEqual(talk.tell("count Person where age = 7 and name = 'Ann'"), ["1"])
    // An edited field of the form accepts the other value.
    talk.tell("set ann.name Eve")
    expectEqual(
      talk.tell("type editor \"<Tab><Tab>\"; get ann.name; count Person where name = 'Eve'"),
      [
        "editor.age: \"7\" ann.age = 7", "editor.role: \"editor\" ann.role = \"editor\"", "Eve",
        "1",
      ])
  }

  @Test func theTraceOfAFieldHasTheKeysThatWentToIt() throws {
    let talk = try Conversation(Self.world)
    var results: [TypeResult] = []
    for case .typed(let result) in talk.replies(to: "type editor \"a<Tab>x<BS>\" --trace") {
      results.append(result)
    }
    expectEqual(results.map(\.field), ["editor.name", "editor.age"])
    expectEqual(results.map(\.path), ["ann.name", "ann.age"])
    expectEqual(results.map { $0.keys?.map(\.key) }, [["a", "<Tab>"], ["x", "<BS>"]])
    expectEqual(
      results.map { $0.keys?.map(\.outcome) }, [[.accepted, .accepted], [.rejected, .accepted]])
    expectEqual(results.map { $0.rejected.map(\.field) }, [[], ["editor.age"]])
    expectEqual(results.map(\.isEditing), [false, true])
  }

  @Test func aFieldOfAFormIsTypedIntoByItsName() throws {
    let talk = try Conversation(Self.world)
    expectEqual(talk.tell("type editor.age \"<BS>5<Tab>\""), ["editor.age: \"45\" ann.age = 45"])
    expectEqual(talk.tell("expect rejected { type editor.age \"x<Esc>\" }").count, 2)
  }

  @Test func aFieldThatRestsIsPassedOver() throws {
    let talk = try Conversation(Self.world + "\ndeactivate editor.age")
    expectEqual(talk.tell("type editor \"<Tab>\""), [Self.name, Self.role])
  }

  @Test func twoFieldsOfOnePropertyEndEachOthersEditing() throws {
    let talk = try Conversation(Self.world + "\nfield f on ann.age\nnest f in editor")
    talk.tell("type f \"<BS>\"")
    expectEqual(
      talk.tell("type editor \"<Tab><Tab><Tab>2<Return>\""),
      [
        Self.name, "editor.age: \"4\" ann.age = 4", Self.role, "f: \"42\" ann.age = 42",
      ])
    expectEqual(talk.tell("get editor.age"), ["42"])
  }

  @Test func aCommandThatChangesTheRecordLetsTheFormGoOn() throws {
    let talk = try Conversation(Self.world)
    talk.tell("type editor \"a<Tab><BS>\"; set ann.role editor")
    expectEqual(
      talk.tell("type editor \"<Tab><Tab>\"").last, "editor.role: \"editor\" ann.role = \"editor\"")
    expectEqual(talk.tell("count Person where age = 4"), ["1"])
  }

  @Test func whatIsStillEditedAtTheEndIsCancelledAndSaid() throws {
    let talk = try Conversation(Self.world)
    talk.tell("type editor \"<Tab><BS>\"")
    expectEqual(talk.openWork, "The unfinished edit of editor")
    expectEqual(
      talk.finish().lines,
      [
        "warning refused: the form editor was not finished; its changes were discarded"
      ])
  }

  @Test func aReferenceIsTypedAsAKeyThatMayBeNewSinceTheFormWasMade() throws {
    let talk = try Conversation(
      """
      define Person { name: Text key, boss: Person? }
      let ann = new Person name=Ann
      form editor on ann
      new Person name=Bob
      """)
    expectEqual(
      talk.tell("type editor \"<Tab>Bob<Return>\"").last, "editor.boss: \"Bob\" ann.boss = Person/2"
    )
  }

  @Test func returnInOneFieldOfANewRecordLeavesItToTheForm() throws {
    let talk = try Conversation(Self.world)
    talk.tell("edit new Person as p")
    expectEqual(talk.tell("type p.name \"Bob<Return>\""), ["p.name: \"Bob\" p.name = \"Bob\""])
    expectEqual(talk.tell("type p.age \"7<Return>\""), ["p.age: \"7\" p.age = 7"])
    expectEqual(talk.tell("count Person"), ["1"])
    talk.tell("type p \"<Submit>\"")
    expectEqual(talk.tell("list Person where name = 'Bob'").last, "Person/2|Bob|7|admin")
  }

  /// - Parameter isBegun: Whether the form receives keys before its field.
  @Test(arguments: [false, true])
  func submitInOneFieldOfANewRecordEndsTheForm(isBegun: Bool) throws {
    let talk = try Conversation(Self.world)
    talk.tell("edit new Person name=Bob as p")
    if isBegun { talk.tell("type p \"<Tab>\"") }
    expectEqual(talk.tell("type p.age \"7<Submit>\"").last, "Person/2")
    expectEqual(talk.tell("get p.age; interactors").first, "7")
    expectEqual(
      talk.tell("log limit 1").last?.contains("type p.age \"7<Submit>\""), true)
    expectEqual(talk.finish().lines, [])
  }

  @Test func escInOneFieldOfANewRecordThatWasBegunEndsTheForm() throws {
    let talk = try Conversation(Self.world)
    talk.tell("edit new Person as p\ntype p \"Bob<Tab>7\"\ntype p.role \"<Esc><Esc>\"")
    expectEqual(talk.tell("show p").first?.hasPrefix("error"), true)
    expectEqual(talk.finish().lines, [])
  }

  @Test func escAfterReturnInOneFieldOfANewRecordMakesNone() throws {
    let talk = try Conversation(Self.world)
    talk.tell("edit new Person as p\ntype p.name \"Bob<Return>\"\ntype p \"<Esc><Esc>\"")
    expectEqual(talk.tell("count Person"), ["1"])
  }

  @Test func whatAnotherProgramHasWrittenRefusesToLeaveOnce() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "form-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "x.db").path
    let talk = try Conversation(Self.world, database: path)
    let other = try Conversation(database: path, actor: "eve")
    talk.tell("type editor \"<Tab><BS>\"")
    other.tell("set Person/1.age 30")
    let lines = talk.tell("type editor \"<Tab><Tab>\"")
    expectEqual(lines.last?.contains("age was set to 30 by eve meanwhile"), true, "\(lines)")
    expectEqual(talk.tell("type editor \"<Tab>\""), [Self.role])
    expectEqual(other.tell("get Person/1.age"), ["4"])
  }
}
