import Replies
import Session
import TestSupport
import Testing

@Suite struct ScreenTests {
  @Test func itFollowsItsRecordAndSaysOnlyWhatHasChanged() throws {
    let talk = try Conversation(shows + details + "open Details echo")
    expectEqual(
      talk.tell("set echo.title \"Echo\""),
      [
        "t: Echo", "title: Show: Echo", "card: Echo",
      ])
    expectEqual(
      talk.tell("append echo.reviews new Review rating=2"),
      [
        "mean: 3", "Review/2", "ratings: anonymous: 2",
      ])
    expectEqual(
      talk.tell("remove echo.reviews 0"),
      [
        "notice: Review/1 deleted", "mean: 2", "ratings: gone: Courier: 4", "r: 2",
      ])
    expectEqual(talk.tell("set Show/1.title \"Echo\""), [])
    expectEqual(
      talk.tell("undo 2"),
      [
        "notice: undone #10 by ann: remove echo.reviews 0",
        "notice: undone #9 by ann: append echo.reviews new Review rating=2",
        "mean: 4", "ratings: gone: anonymous: 2", "ratings: Courier: 4", "r: 4",
      ])
  }

  @Test func itFollowsWhatAnotherProgramWrites() throws {
    let outsider = try Outsider()
    let talk = try Conversation(shows + details + "open Details echo", database: outsider.path)
    let other = try Conversation(database: outsider.path, actor: "bob")
    other.tell("set Show/1.title \"Echo\"\nset Review/1.rating 1")
    expectEqual(
      talk.tell("screens"),
      [
        "t: Echo", "mean: 1", "Details|Show/1", "title: Show: Echo", "card: Echo",
        "ratings: Courier: 1", "r: 1",
      ])
  }

  static let shop = """
    define Line { part: Text }
    define Order { status: Text = "received"; lines: [Line] owned }
    define Bin { n: Integer }
    command ready o when (:o.status = "received") { set o.status "ready" }
    command close o { set o.status "closed" }
    screen Desk for Order { menu add, ready, close }
    screen Bins for [Bin] { menu add }
    new Order
    new Bin n=1

    """

  @Test func theNamesOfAScreenAreItsOwnAndHideThoseOfTheSession() throws {
    let talk = try Conversation(
      shows + details + "label t on Review/1.source\nlabel x on echo.title")
    talk.tell("open Details echo")
    expectEqual(talk.tell("get t"), ["t: Silent Echo"])
    expectEqual(talk.tell("get x"), ["x: Silent Echo"])
    expectEqual(
      talk.tell("detach r"),
      [
        "error refused 1:8: r belongs to the open screen and cannot be detached (`back` leaves the screen)"
      ])
    talk.tell("back")
    expectEqual(talk.tell("get t"), ["t: Courier"])
    expectEqual(talk.tell("type r \"1\""), ["error name 1:6: there is no field or form \"r\""])
  }

  @Test func aScreenWhoseRecordIsDeletedSaysSoAndGoesBack() throws {
    let talk = try Conversation(shows + details + "let other = put Show[\"Other\"]")
    talk.tell("open Details echo\nopen Details other")
    expectEqual(
      talk.tell("delete other"),
      [
        "warning refused: Show/2 was deleted; its screen Details is closed",
        "title: Show: Silent Echo", "card: Silent Echo", "card: «nil»", "ratings: Courier: 4",
        "t: Silent Echo", "mean: 4", "r: 4",
      ])
    #expect(
      talk.tell("delete echo").contains(
        "warning refused: Show/1 was deleted; its screen Details is closed"))
    expectEqual(talk.tell("screens"), [])
  }

  @Test func aFieldWhoseRecordAnotherProgramDeletesIsLeftAndFollowsItsPath() throws {
    let outsider = try Outsider()
    let talk = try Conversation(
      shows + details + "append echo.reviews new Review rating=2\nopen Details echo",
      database: outsider.path)
    talk.tell("type r \"<All>5\"")
    let other = try Conversation(database: outsider.path, actor: "bob")
    other.tell("delete Review/1")
    let lines = talk.tell("screens")
    #expect(
      lines.contains(
        "warning refused: Review/1 was deleted while r was edited; nothing was stored"))
    #expect(lines.contains("r: 2"))
    other.tell("undo")
    #expect(talk.tell("screens").contains("ratings: Courier: 4"))
    expectEqual(talk.tell("get Review/1.rating"), ["4"])
  }

  @Test(arguments: [
    ("menu fly", "error name 1:26: a menu has no command \"fly\""),
    (
      "menu remove reviews",
      "error syntax 1:33: \"remove\" applies to the selection, not to a list"
    ),
    (
      "menu add price",
      "error value 1:30: price is of kind Decimal; expected a list of records without \"by\""
    ),
    ("formatter nope", "error name 1:31: there is no formatter \"nope\""),
    (
      "label t on titel",
      "error name 1:32: no such property: Show has no \"titel\" (did you mean \"title\"?)"
    ),
    ("label t on title; field t on price", "error name 1:45: the screen already has \"t\""),
    ("field f on reviews", "error"),
    ("title \"{{x}}\"", "error name 1:28: Show has no property \"x\""),
    ("label t = (avg(x))", "error name"),
  ])
  func aMistakeIsToldWhereTheScreenIsDefined(entry: String, error: String) throws {
    let lines = try Conversation(shows).tell("screen S for Show { \(entry) }")
    expectEqual(lines.count, 1)
    expectEqual(lines.first?.hasPrefix(error), true, "\(lines)")
  }

  @Test(arguments: [
    ("open ", ["Details"]), ("drop formatter r", ["ratings"]), ("show echo with c", ["card"]),
    ("show Review/1 with c", ["card"]), ("do ", ["add", "show"]), ("type ", ["r"]),
    ("get t", ["t"]),
    ("screen S for Show { formatter ra", ["ratings"]),
    ("screen S for Show { label x on ti", ["title"]),
    ("screen S for Show { menu re", ["remove"]), ("screen S for Show { ti", ["title"]),
    ("formatter f for Sh", ["Show"]),
  ])
  func whatFitsIsOffered(line: String, candidates: [String]) throws {
    let talk = try Conversation(shows + details + "open Details echo")
    let found = talk.completions(in: line, at: line.unicodeScalars.count)
    expectEqual(found.candidates.map(\.text), candidates)
  }

  @Test func aFormatterThatAScreenUsesStays() throws {
    let talk = try Conversation(shows + details)
    expectEqual(
      talk.tell("drop formatter card"),
      [
        "error refused 1:16: the screen Details uses the formatter \"card\" (drop screen Details)"
      ])
    expectEqual(talk.tell("drop screen Details\ndrop formatter card"), [])
  }

  @Test func aLocaleIsThatOfTheWholeScreen() throws {
    let talk = try Conversation(shows + details + "set echo.price 12.5\nopen Details echo")
    expectEqual(talk.tell("option locale de_DE"), ["card: 12,50"])
  }

  @Test func aThousandItemsALongTitleAndStrangeTextAreShownWhole() throws {
    let title = String(repeating: "長", count: 5000) + String(repeating: "ש", count: 5000)
    let talk = try Conversation(
      shows + details + "set echo.title \"\(title)\"\nset Review/1.source \"<b>\\u{1b}[0m\\n\"")
    talk.tell(
      (1...999).map { "append echo.reviews new Review source=\"s\($0)\"\n" }.joined())
    let lines = talk.tell("open Details echo")
    expectEqual(lines[0], "title: Show: \(title)")
    expectEqual(lines[3], "ratings: <b>\\u{1b}[0m\\n: 4")
    expectEqual(lines.filter { $0.hasPrefix("ratings: ") }.count, 1000)
    expectEqual(
      talk.tell("set Review/500.rating 5").filter { $0.hasPrefix("ratings") },
      [
        "ratings: s499: 5"
      ])
  }

  @Test func aViewGetsTheWholeScreenAsAValue() throws {
    let talk = try Conversation(shows + details + "open Details echo\nselect Review/1")
    talk.tell("type r \"<All>\"")
    let content = try #require(talk.screenContent)
    expectEqual(content.title, "Show: Silent Echo")
    expectEqual(content.sections.map(\.title), ["card", "ratings"])
    expectEqual(content.sections[1].items.map(\.id), ["Review/1"])
    expectEqual(content.labels.map(\.name), ["t", "mean"])
    expectEqual(content.fields.map(\.name), ["r"])
    #expect(content.fields[0].isEditing)
    expectEqual(content.fields[0].expectation, "1 to 5")
    expectEqual(content.menu.map(\.isEnabled), [true, true, true])
    expectEqual(content.selection, ["Review/1"])
    expectEqual(content.depth, 1)
    talk.tell("back")
    #expect(talk.screenContent == nil)
  }
}
