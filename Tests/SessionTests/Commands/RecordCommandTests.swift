import Foundation
import TestSupport
import Testing

@Suite struct RecordCommandTests {
  @Test(arguments: ["a\"b", "a\"\u{301}b", "it's", "it'\u{301}s", "x.y", "select", "1", "é", "👍🏽"])
  func anyNameAndAnyTextIsStoredAsItStands(odd: String) throws {
    let talk = try Conversation("define `T \(odd)` { `\(odd)`: Text = \"\", n: Integer? }")
    let literal = odd.unicodeScalars.reduce(into: "") { $0 += $1 == "\"" ? "\\\"" : String($1) }
    expectEqual(talk.tell("new `T \(odd)` `\(odd)`=\"\(literal)\" n=1 as it"), ["`T \(odd)`/1"])
    expectEqual(talk.tell("get it.`\(odd)`"), [odd])
    expectEqual(
      talk.tell("set it.`\(odd)` \"x\"; undo; count `T \(odd)` where `\(odd)` = \"\(literal)\"")
        .last, "1")
    expectEqual(talk.tell("history it.`\(odd)`; check").count, 3)
  }

  @Test(arguments: [
    "a`b", "`", "nil", "true", "\u{24B6}", "e\u{301}", "\u{AA}", "x y", "٣", "a٣", "日本",
  ])
  func aStoreWhoseNamesAreOddIsReadBack(odd: String) throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(UUID().uuidString).db").path
    defer {
      for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
    }
    let name =
      "`" + odd.unicodeScalars.reduce(into: "") { $0 += $1 == "`" ? "``" : String($1) } + "`"
    let first = try Conversation("define \(name) { \(name): Integer? }", database: path)
    expectEqual(first.tell("new \(name) \(name)=1").count, 1)
    _ = first.finish()
    let second = try Conversation("define \(name) { \(name): Integer? }", database: path)
    expectEqual(second.tell("get \(name)/1.\(name)"), ["1"])
    expectEqual(second.tell("count \(name) where \(name) = 1; check"), ["1"])
  }

  @Test func aTextThatLooksLikeAnEndlessNumberIsComparedWithoutHarm() throws {
    let talk = try Conversation(
      "define P { name: Text, s: Decimal(integer: 30, fraction: 2) = 0 }")
    talk.tell("new P name=\"1e-9223372036854775808\"\nnew P name=\"1e9223372036854775807\"")
    expectEqual(
      talk.tell("count P where s > cast(name as decimal) or s <= cast(name as numeric)").first?
        .hasPrefix("error"), false)
  }

  @Test(arguments: [
    ("let Ann = Person/1", "1:5: \"ann\" is already a record, which differs only in case"),
    ("label Person on ann.age", "1:7: \"Person\" is already a type"),
    ("let Person = Person/1", "1:5: \"Person\" is already a type"),
    ("label Text on ann.age", "1:7: \"Text\" is a kind"),
    ("define ann { a: Text }", "1:8: \"ann\" is already a record"),
    ("get anne.age", "1:5: there is no record \"anne\" (did you mean \"ann\"?)"),
    (
      "get Person.age",
      "1:5: there is no record \"Person\" (Person is a type; write Person/1 or Person[KEY])"
    ),
    ("get ann.age.x", "1:13: age is a value of kind Integer and has no \"x\""),
    (
      "get ann",
      "1:5: \"ann\" is a record; expected a property of this record, or a label (`show ann` prints the whole record)"
    ),
    ("detach ann", "1:8: \"ann\" is a record, not a label, field or form"),
    ("type ann \"x\"", "1:6: \"ann\" is a record, not a field"),
    ("echo \":nobody\"", "there is no session name \"nobody\""),
  ])
  func aNameThatDoesNotFitIsAnErrorNeverData(script: String, message: String) throws {
    let talk = try Conversation(people)
    let line = talk.tell(script).first ?? ""
    #expect(line.hasPrefix("error name ") && line.contains(message), "\(line)")
  }

  @Test func sessionNamesAreValuesInExpressionsAndTexts() throws {
    let talk = try Conversation(people)
    expectEqual(talk.tell("expect (:ann.age = 41 and :ann = 1 and :today = '2026-11-21')"), [])
    expectEqual(
      talk.tell("echo \":ann.name is :(:ann.age + 1) on :today, 10:30 ::x\""),
      [
        "Ann is 42 on 2026-11-21, 10:30 :x"
      ])
    expectEqual(talk.tell("count Person where age = :ann.age"), ["1"])
    expectEqual(
      talk.tell("count Person where name = Ann").first,
      "error name 1:27: no such property: Person has no \"Ann\" (write texts in quotation marks: \"Ann\")"
    )
  }
}
