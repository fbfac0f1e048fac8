import Foundation
import Replies
import Session
import TestSupport
import Testing

@Suite struct FormRowTests {
  private static let world = """
    define Review { rating: Integer in 1...5 = 3, text: Text }
    define Show { title: Text key, reviews: [Review] owned }
    let show = new Show title=Lost
    append show.reviews new Review rating=4 text=fine
    append show.reviews new Review rating=2 text=bad
    form sheet on show
    """

  // MARK: Rows

  @Test func rowsAreMadeChangedAndTakenOutAndUndoneInOneStep() throws {
    let talk = try Conversation(Self.world)
    talk.tell("type sheet \"<Tab><All>5<Tab><AddRow><Tab>new<Tab><RemoveRow><Submit>\"")
    expectEqual(talk.tell("type sheet \"<Esc>\"").first?.hasPrefix("sheet.title"), true)
    let after = ["rating=5 text=fine", "rating=3 text=new"]
    expectEqual(rows(talk), after)
    talk.tell("undo")
    expectEqual(rows(talk), ["rating=4 text=fine", "rating=2 text=bad"])
    talk.tell("redo")
    expectEqual(rows(talk), after)
    expectEqual(talk.tell("check"), [])
  }

  @Test func cancelTakesRowsBackToo() throws {
    let talk = try Conversation(Self.world + "\nlabel n on show.reviews")
    let lines = talk.tell("type sheet \"<Tab><RemoveRow><AddRow><AddRow><Esc><Esc>\"")
    expectEqual(lines.filter { $0.hasPrefix("n:") }, ["n: 1", "n: 2", "n: 3", "n: 2"])
    expectEqual(rows(talk), ["rating=4 text=fine", "rating=2 text=bad"])
    expectEqual(talk.tell("interactors").count, 10)
    expectEqual(talk.finish().lines, [])
  }

  @Test func aRowIsMadeAfterTheOneWithTheFocusElseAfterTheLast() throws {
    let talk = try Conversation(Self.world)
    talk.tell("type sheet \"<Tab><AddRow><All>1<Submit>\"")
    expectEqual(rows(talk), ["rating=4 text=fine", "rating=1 text=", "rating=2 text=bad"])
    talk.tell("type sheet \"<AddRow><All>5<Submit>\"")
    expectEqual(rows(talk).last, "rating=5 text=")
  }

  @Test func aScannerMakesARowOfEachBarcode() throws {
    let talk = try Conversation(
      """
      define Part { number: Text key, barcode: Text? unique matching /[0-9]{8,14}/ }
      define Line { note: Text?, part: Part, quantity: Integer = 1 }
      define Order { by: Text?, lines: [Line] owned }
      new Part number="KM-1" barcode="4524667123453"
      new Part number="BZ-12345678" barcode="4006381333931"
      let o = new Order
      form f on o
      """)
    talk.tell(
      "type f \"<AddRow><Tab>4006381333931<Return>4524667123453<Return>4006381333931<Return><Submit>\""
    )
    expectEqual(
      talk.tell("list Line part.number, quantity"),
      ["Line/1|BZ-12345678|1", "Line/2|KM-1|1", "Line/3|BZ-12345678|1"])
    // A key is typed by a person, who goes on to the quantity.
    talk.tell("type f \"<AddRow><Tab>KM-1<Return><All>5<Submit>\"")
    expectEqual(talk.tell("list Line part.number, quantity").last, "Line/4|KM-1|5")
    expectEqual(talk.tell("check"), [])
  }

  @Test func whereThereIsNoRowTheKeyIsRefused() throws {
    let talk = try Conversation(Self.world + "\nfield f on show.title\nform x on Review/1")
    expectEqual(
      talk.tell("type sheet \"<RemoveRow><Esc>\"").first,
      "<RemoveRow> rejected at 4: the field is not in a row of a list")
    expectEqual(
      talk.tell("type x \"<AddRow><Esc>\"").first,
      "<AddRow> rejected at 1: the form has no list to add a row to")
    expectEqual(
      talk.tell("type f \"<AddRow><Esc>\"").first,
      "<AddRow> rejected at 4: f is not edited as a part of a form")
  }

  @Test func rowsThatAnotherProgramHasMadeAndRemovedStayWithOnesOwn() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "rows-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "x.db").path
    let talk = try Conversation(Self.world, database: path)
    let other = try Conversation(database: path)
    talk.tell("type sheet \"<Tab><AddRow><All>1\"")
    other.tell("insert Show/1.reviews 0 new Review rating=5 text=first; delete Review/2")
    talk.tell("type sheet \"<Tab>mine\"")
    expectEqual(talk.tell("get sheet.reviews[2].text"), ["mine"])
    talk.tell("type sheet \"<Submit>\"")
    expectEqual(rows(talk), ["rating=5 text=first", "rating=4 text=fine", "rating=1 text=mine"])
    expectEqual(talk.tell("check"), [])
  }

  @Test func aListWhoseRowsAFormHasChangedIsNobodyElses() throws {
    let talk = try Conversation(Self.world + "\nform other on show")
    talk.tell("type sheet \"<AddRow>\"")
    for command in [
      "move show.reviews 0 1", "insert show.reviews 0 new Review", "remove show.reviews 0",
      "append show.reviews new Review", "type other \"<AddRow>\"",
    ] {
      expectEqual(
        talk.tell(command).last?.contains("finish the form sheet first"), true, "\(command)")
    }
    expectEqual(talk.openWork, "The unfinished edit of sheet")
    expectEqual(
      talk.finish().lines,
      [
        "warning refused: the form sheet was not finished; its changes were discarded"
      ])
  }

  @Test func aRowThatTakesTheKeyOfARemovedOneIsNotRefused() throws {
    let talk = try Conversation(
      """
      define Part { code: Text key }
      define Box { parts: [Part] owned, size: Integer }
      let box = new Box
      append box.parts new Part code=a
      form x on box
      """)
    talk.tell("type x \"<Tab><RemoveRow><AddRow>a<Submit>\"")
    expectEqual(talk.tell("list Part; undo; count Part where code = 'a'").last, "1")
    expectEqual(talk.tell("check"), [])
  }

  private func rows(_ talk: Conversation) -> [String] {
    var rows: [String] = []
    while true {
      let item = "show.reviews[\(rows.count)]"
      let lines = talk.tell("get \(item).rating; get \(item).text")
      guard lines.count == 2 else { return rows }
      rows.append("rating=\(lines[0]) text=\(lines[1])")
    }
  }

  // MARK: Records that a form makes

  private static let person = """
    define Person { name: Text key, age: Integer in 0...150, joined: Date }
    rule Person.grown "too young" : age > 2
    new Person name=Ann age=12 joined=2020-01-01
    """

  @Test func aFormOfANewRecordMakesItWhenItEnds() throws {
    let talk = try Conversation(Self.person)
    expectEqual(talk.tell("edit new Person age=41 as bob"), [])
    talk.tell("type bob \"Bob<Tab><Tab>2026-01-02\"")
    expectEqual(talk.tell("count Person; get bob.age"), ["1", "41"])
    expectEqual(
      talk.tell("type bob \"<Return>\""),
      [
        "bob.joined: \"2026-01-02\" bob.joined = 2026-01-02", "Person/2",
      ])
    expectEqual(
      talk.tell("get bob.name; count Person where name = 'Bob' and age = 41"), ["Bob", "1"])
    expectEqual(talk.tell("undo; count Person").last, "1")
  }

  @Test func aNewRecordIsRefusedAsAWholeUntilItsFieldsAndRulesAreKept() throws {
    let talk = try Conversation(Self.person)
    talk.tell("edit new Person as bob")
    expectEqual(
      talk.tell("type bob \"Ann<Tab><Tab>2026-01-01<Tab>\"").last,
      "error conflict 1:10: name \"Ann\" is taken by Person/1")
    expectEqual(
      talk.tell("type bob \"<All>Bob<Tab><All>1<Submit>\"").last,
      "error rule 1:10: Person/2 breaks grown, too young: age is 1")
    talk.tell("type bob \"<All>3<Tab><Tab>\"")
    expectEqual(talk.tell("count Person where name = 'Bob' and age = 3"), ["1"])
  }

  @Test func aFormOfANewRecordThatIsCancelledMakesNoneAndItsNameIsFree() throws {
    let talk = try Conversation(Self.person)
    talk.tell("edit new Person as bob")
    talk.tell("type bob \"Bob<Tab>3<Esc><Esc>\"")
    expectEqual(talk.tell("count Person; let bob = 3; interactors"), ["1"])
    talk.tell("edit new Person as eve")
    expectEqual(
      talk.finish().lines,
      [
        "warning refused: the form eve was not finished; no Person was created"
      ])
  }

  @Test func aRollbackLeavesAFormOfANewRecordAlone() throws {
    let talk = try Conversation(Self.person)
    talk.tell("edit new Person as bob")
    talk.tell("type bob \"Bob<Tab>7\"")
    expectEqual(talk.tell("begin; rollback"), [])
    talk.tell("type bob \"<Tab>2026-01-02<Tab>\"")
    expectEqual(talk.tell("count Person where name = 'Bob' and age = 7"), ["1"])
  }

  @Test(arguments: ["Tab", "Down", "Return"])
  func aRequiredFieldThatIsEmptyIsLeftAndRefusedAtTheEnd(key: String) throws {
    let talk = try Conversation(Self.person)
    talk.tell("edit new Person as bob")
    expectEqual(talk.tell("type bob \"<\(key)>\"").last?.hasPrefix("bob.age"), true)
    expectEqual(
      talk.tell("type bob \"<Submit>\"").last, "error rule 1:10: name and joined are required")
    expectEqual(talk.tell("type bob \"\"").last?.hasPrefix("bob.name"), true)
  }

  @Test func withoutATerminalAFormOfANewRecordNeedsAName() throws {
    let talk = try Conversation(Self.person)
    expectEqual(talk.tell("edit new Person").first?.contains("edit new Person as NAME"), true)
    expectEqual(talk.tell("new Person"), ["error rule 1:5: name and joined are required"])
  }
}
