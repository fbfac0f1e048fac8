import Foundation
import Replies
import Session
import TestSupport
import Testing

@Suite struct ListsOfRecordsTests {
  private static let script = """
    define Show { title: Text key, reviews: [Review] owned }
    define Review { source: Text, stars: Integer in 1...5 = 3 }
    new Show title=A as a
    append a.reviews new Review source=one as one
    append a.reviews new Review source=two stars=5 as two
    """

  private func conversation() throws -> Conversation { try Conversation(Self.script) }

  private func list(_ numbers: Int...) -> String {
    "[" + numbers.map { "Review/\($0)" }.joined(separator: ", ") + "]"
  }

  @Test func bothListsOfTheSameTypeAreInTheHistory() throws {
    let talk = try Conversation(
      """
      define Part { size: Integer }
      define Box { parts: [Part] owned, spare: [Part] owned }
      new Box
      append Box/1.parts new Part
      append Box/1.spare new Part
      """)
    expectEqual(talk.tell("check"), [])
    expectEqual(talk.tell("sql \"select property, new from history where new = 1\"").count, 5)
    talk.tell("undo 2")
    expectEqual(talk.tell("list Box"), ["Box/1|[]|[]"])
  }

  @Test func itIsDefinedBeforeItsRecordsAndDescribedAsItWasWritten() throws {
    let talk = try conversation()
    expectEqual(
      talk.tell("describe Show"),
      [
        "title|Text|title: Text key", "reviews|[Review]|reviews: [Review] owned",
      ])
    let count = talk.tell("log").count
    expectEqual(talk.tell("define Show { title: Text key; reviews: [Review] owned }"), [])
    expectEqual(talk.tell("log").count, count)
  }

  @Test func itemsComeGoMoveAndChange() throws {
    let talk = try conversation()
    func after(_ command: String) -> [String] { talk.tell("\(command); get a.reviews") }
    expectEqual(after("append a.reviews new Review source=c"), ["Review/3", list(1, 2, 3)])
    expectEqual(after("insert a.reviews 1 new Review source=d"), ["Review/4", list(1, 4, 2, 3)])
    expectEqual(after("insert a.reviews 4 new Review source=e"), ["Review/5", list(1, 4, 2, 3, 5)])
    expectEqual(after("move a.reviews 0 3"), [list(4, 2, 3, 1, 5)])
    expectEqual(after("move a.reviews 4 0"), [list(5, 4, 2, 3, 1)])
    expectEqual(after("remove a.reviews 1"), ["notice: Review/4 deleted", list(5, 2, 3, 1)])
    expectEqual(after("delete Review/3"), [list(5, 2, 1)])
    expectEqual(
      talk.tell("set a.reviews[1].stars 1; get two.stars; get a.reviews[1].source"), ["1", "two"])
    // A record outside all lists can be inserted; an item has one owner.
    expectEqual(
      after("new Review source=f as f; insert a.reviews 0 f"), ["Review/6", list(6, 5, 2, 1)])
    expectEqual(
      talk.tell("new Show title=B as b; append b.reviews f"),
      [
        "Show/2",
        "error refused 1:41: Review/6 is in Show/1.reviews, and a record has only one owner",
      ])
    _ = talk.tell("undo 5")
    expectEqual(talk.tell("get a.reviews"), [list(5, 2, 3, 1)])
    _ = talk.tell("undo 3")
    expectEqual(talk.tell("get a.reviews"), [list(1, 4, 2, 3, 5)])
    _ = talk.tell("redo 3")
    expectEqual(talk.tell("get a.reviews; check"), [list(5, 2, 3, 1)])
  }

  @Test func aListIsShownListedAndGivenToPrograms() throws {
    let talk = try conversation()
    expectEqual(talk.tell("show a"), ["ref=Show/1 title=A reviews=[Review/1, Review/2]"])
    expectEqual(talk.tell("list Show"), ["Show/1|A|[Review/1, Review/2]"])
    expectEqual(talk.tell("list Review"), ["Review/1|one|3", "Review/2|two|5"])
    let items = [Datum.text("Review/1"), .text("Review/2")]
    expectEqual(talk.replies(to: "get a.reviews"), [.value(.list(items))])
    expectEqual(talk.replies(to: "get a.reviews[1]"), [.value(items[1])])
    expectEqual(talk.tell("echo \":a.reviews\""), ["[Review/1, Review/2]"])
    expectEqual(talk.tell("count Review where Show_reviews_of = :a and stars > 3"), ["1"])
    expectEqual(
      talk.tell("count Show where count(Review where Show_reviews_of = Show.id) = 2"), ["1"])
  }

  @Test func labelsFollowTheListAndWhatItsItemsHave() throws {
    let talk = try conversation()
    expectEqual(talk.tell("label n on a.reviews; label s on a.reviews[0].stars"), ["n: 2", "s: 3"])
    expectEqual(talk.tell("move a.reviews 1 0"), ["s: 5"])
    expectEqual(talk.tell("set two.stars 4"), ["s: 4"])
    expectEqual(
      talk.tell("remove a.reviews 0").sorted(), ["n: 1", "notice: Review/2 deleted", "s: 3"])
    expectEqual(
      talk.tell("delete a").sorted(),
      [
        "n: «nil»", "notice: deleted with Show/1: Review/1", "s: «nil»",
      ])
    expectEqual(talk.tell("undo").sorted().filter { !$0.hasPrefix("notice") }, ["n: 1", "s: 3"])
  }

  @Test func aFieldEditsWhatAnItemHasAndNotTheList() throws {
    let talk = try conversation()
    expectEqual(talk.tell("field f on a.reviews").first?.hasPrefix("error"), true)
    expectEqual(
      talk.tell("field f on a.reviews[0]"),
      [
        "error refused 1:12: expected a property; a.reviews[0] is an item of a list"
      ])
    expectEqual(
      talk.tell("field f on a.reviews[1].stars\ntype f \"<All>9<Esc><All>2<Return>\""),
      [
        "9 rejected at 1: \"9\" cannot start a number in 1…5; expected 1–5",
        "f: \"2\" a.reviews[1].stars = 2",
      ])
    expectEqual(talk.tell("get two.stars"), ["2"])
  }

  @Test func theHistoryHasOwnerAndPositionAndUndoBringsBothBack() throws {
    let talk = try conversation()
    _ = talk.tell("move a.reviews 1 0; remove a.reviews 1")
    let changes = talk.tell("history a.reviews").map { line in
      line.split(separator: "|", omittingEmptySubsequences: false).suffix(6).joined(separator: " ")
    }
    expectEqual(
      changes,
      [
        "Review 1 set Show.reviews nil Show/1", "Review 1 set Show.reviews.at nil 0",
        "Review 2 set Show.reviews nil Show/1", "Review 2 set Show.reviews.at nil 65536",
        "Review 2 set Show.reviews.at 65536 -65536", "Review 1 set Show.reviews Show/1 nil",
        "Review 1 set Show.reviews.at 0 nil",
      ])
    _ = talk.tell("delete a")
    expectEqual(talk.tell("count Review; count Show"), ["0", "0"])
    _ = talk.tell("undo 2")
    expectEqual(talk.tell("get a.reviews; get Review/1.source; check"), [list(2, 1), "one"])
    _ = talk.tell("redo 2")
    expectEqual(talk.tell("count Review; check"), ["0"])
  }

  @Test func theFileHasOwnerAndPositionAndGivesThemBack() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "rows-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "store.db").path
    let before = try Conversation(Self.script, database: path)
    _ = before.tell("insert a.reviews 1 new Review source=c")
    let sql = "sql \"select id, Show_reviews_of, Show_reviews_at from Review order by id\""
    expectEqual(before.tell(sql), ["1|1|0", "2|1|65536", "3|1|32768"])
    expectEqual(before.tell("sql \"select name from pragma_table_info('Show')\""), ["id", "title"])
    expectEqual(before.finish().status, 0)
    let talk = try Conversation(database: path)
    expectEqual(talk.tell("get Show/1.reviews"), [list(1, 3, 2)])
    expectEqual(
      talk.tell("remove Show/1.reviews 0; get Show/1.reviews; check"),
      [
        "notice: Review/1 deleted", list(3, 2),
      ])
  }

  @Test(arguments: [
    ("set a.reviews []", "refused 1:15: Show/1.reviews owns its records, so set can only reorder"),
    (
      "new Show title=B reviews=[]",
      "rule 1:18: reviews is a list of Review records; use append, in"
    ),
    ("set a.reviews[0] two", "refused 1:5: an item of this list of records cannot be set; insert"),
    ("append a.reviews new Show title=B", "value 1:22: reviews is a list of Review records, not "),
    ("append a.reviews a", "value 1:18: reviews cannot be Show/1; expected a record of Review"),
    ("append a.reviews nil", "value 1:18: "),
    ("append a.reviews new Review stars=6", "rule 1:35: "),
    ("remove a.reviews 2", "name 1:18: Show/1.reviews has no position 2; expected one from 0 to 1"),
    ("move a.reviews 0 2", "name 1:"), ("insert a.reviews 3 new Review", "name 1:18: "),
    (
      "get a.reviews[2].stars",
      "name 1:15: Show/1.reviews has no position 2; expected one from 0 to"
    ),
    (
      "get a.reviews.stars",
      "name 1:7: reviews is a list; expected the position of an item, as in re"
    ),
  ])
  func whatDoesNotFitIsRefused(command: String, message: String) throws {
    let talk = try conversation()
    let before = talk.tell("log; list Show; list Review")
    let said = talk.tell(command).first ?? ""
    #expect(said.hasPrefix("error " + message), "\(said)")
    expectEqual(talk.tell("log; list Show; list Review"), before)
  }
}
