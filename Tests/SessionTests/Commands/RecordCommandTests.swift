import Foundation
import TestSupport
import Testing

@Suite struct RecordCommandTests {
  @Test func aDefinitionThatIsAlreadySoDoesNothingAndADifferentOneIsRefused() throws {
    let talk = try Conversation("define T { a: Text, n: Integer in 0...5 }")
    expectEqual(talk.tell("define T {\n a: Text; n: Integer in 0...5 }"), [])
    expectEqual(talk.tell("log").count, 1)
    let lines = talk.tell("define T { a: Text, n: Integer in 0...6 }")
    expectEqual(lines.first?.hasPrefix("error refused 1:8: "), true, "\(lines)")
    expectEqual(talk.tell("describe T"), ["a|Text|a: Text", "n|Integer|n: Integer in 0...5"])
  }

  @Test(arguments: [
    ("define T { id: Integer }", "1:12: id is reserved; choose another name for the property"),
    ("define Text { a: Text }", "1:8: Text is a kind; choose another name for the type"),
    ("define T { a: Integer in 5...1 }", "1:26"),
    (
      "define T { a: Integer in 0...5 = 9 }", "1:34: the default does not fit: a must be 0…5, not 9"
    ),
    ("define T { a: Boolean in 0...5 }", "1:26: Boolean takes no range"),
    (
      "define T { a: Integr? in 0...120 }",
      "1:26: Integr takes no range (did you mean \"Integer\"?)"
    ),
    ("define T { a: Decimel unit \"x\" }", "1:28: Decimel has no unit; numbers do (did you mean"),
    (
      "define T { a: Integr = 5 }",
      "1:24: the default does not fit: a cannot be 5; expected a record of Integr (did you mean"
    ),
    ("define T { a: Integer length 1...2 }", "1:30: Integer has no length"),
    ("define T { a: Text key, b: Text key }", "1:25: a is the key already; a type has one"),
    ("define T { a: Text, A: Text }", "1:21: A differs from a only in case"),
    ("define T { a: Decimal(integer: 30, fraction: 9) }", "1:12"),
    ("define T { a: Text = nil }", "1:22: a default is a value, not nil"),
  ])
  func aDefinitionThatContradictsItselfIsRefusedAtItsPlace(script: String, message: String) throws {
    let talk = try Conversation()
    let lines = talk.tell(script)
    expectEqual(lines.first?.hasPrefix("error value \(message)"), true, "\(lines)")
    expectEqual(talk.tell("types"), [])
  }

  @Test func aRecordIsMadeWithItsDefaultsAndShown() throws {
    let talk = try Conversation(people)
    expectEqual(
      talk.tell("new Person name=Bob fee=2.5 as bob\nshow bob"),
      [
        "Person/2",
        "ref=Person/2 name=Bob age=nil fee=2.50 weight=nil active=true code=nil",
      ])
    expectEqual(talk.tell("get bob.fee; get bob.age; get bob.name"), ["2.50", "nil", "Bob"])
  }

  @Test func putCreatesOrSetsAndSayingTheSameAgainIsNoTransaction() throws {
    let talk = try Conversation(people)
    expectEqual(
      talk.tell("put Person[\"Bob\"] age=3; put Person[\"Bob\"] age=4"), ["Person/2", "Person/2"])
    expectEqual(talk.tell("get Person/2.age"), ["4"])
    let count = talk.tell("log").count
    expectEqual(talk.tell("put Person[\"Bob\"] age=4; set Person/2.age 4"), ["Person/2"])
    expectEqual(talk.tell("log").count, count)
  }

  @Test func setTakesOnePropertyOrSeveral() throws {
    let talk = try Conversation(people)
    expectEqual(talk.tell("set ann.age 42; get ann.age"), ["42"])
    expectEqual(
      talk.tell("set ann age=nil weight=1.5 active=false; show Person/1"),
      [
        "ref=Person/1 name=Ann age=nil fee=0.00 weight=1.5 active=false code=nil"
      ])
    expectEqual(talk.tell("set ann.age (:ann.weight * 2); get ann.age"), ["3"])
    expectEqual(talk.tell("set ann.fee (0.1 + 0.2); get ann.fee"), ["0.30"])
    expectEqual(talk.tell("set ann.active (1 = 1); get ann.active"), ["true"])
  }

  @Test func severalPropertiesAreSetTogetherOrNotAtAll() throws {
    let talk = try Conversation(people)
    expectEqual(
      talk.tell("set ann age=1 fee=1.234"),
      [
        "error value 1:19: fee has at most 2 digits after the point, not 1.234"
      ])
    expectEqual(talk.tell("get ann.age"), ["41"])
  }

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

  @Test func aWholeNumberThatADoubleCannotHoldIsRefused() throws {
    let talk = try Conversation(people)
    expectEqual(talk.tell("set ann.weight 9007199254740993").first?.hasPrefix("error value"), true)
    expectEqual(talk.tell("set ann.weight 9007199254740992"), [])
  }

  @Test func aNumberIsWrittenOutOrInBrackets() throws {
    let talk = try Conversation(people)
    expectEqual(
      talk.tell("set ann.weight 1e5"),
      [
        "error value 1:16: 1e5 is not a number here; write out its digits, or put it in brackets"
      ])
    expectEqual(talk.tell("set ann.weight (1e5); get ann.weight"), ["100000.0"])
  }

  @Test func aValueThatIsTakenIsPointedAt() throws {
    let talk = try Conversation(people + "\nnew Person name=Bob code=AB")
    expectEqual(
      talk.tell("set ann age=1 code=AB"),
      [
        "error conflict 1:20: code \"AB\" is taken by Person/2"
      ])
    expectEqual(talk.tell("get ann.age"), ["41"])
  }

  @Test func recordsAreListedFilteredOrderedAndCounted() throws {
    let talk = try Conversation(people + "\nput Person[\"Bob\"] age=7\nput Person[\"Eve\"]")
    expectEqual(talk.tell("count Person; count Person where age > 7"), ["3", "1"])
    let order = talk.tell("list Person where age is not null order by age limit 1")
    expectEqual(order.map { $0.prefix(12) }, ["Person/2|Bob"])
    let names = talk.tell("list Person order by age is null, name desc")
    expectEqual(names.map { $0.dropFirst(9).prefix(3) }, ["Bob", "Ann", "Eve"])
  }

  @Test func aDeletedRecordIsGoneItsHistoryIsNot() throws {
    let talk = try Conversation(people)
    expectEqual(talk.tell("delete ann"), [])
    expectEqual(talk.tell("get ann.age"), ["error name 1:5: there is no Person/1"])
    expectEqual(talk.tell("history ann").last?.contains("|delete|nil|1|nil"), true)
    expectEqual(talk.tell("new Person name=Ann"), ["Person/2"])
  }

  @Test(arguments: [
    ("let Ann = Person/1", "1:5: \"ann\" is a record already, which differs only in case"),
    ("label Person on ann.age", "1:7: \"Person\" is a type already"),
    ("let Person = Person/1", "1:5: \"Person\" is a type already"),
    ("label Text on ann.age", "1:7: \"Text\" is a kind"),
    ("define ann { a: Text }", "1:8: \"ann\" is a record already"),
    ("get anne.age", "1:5: there is no record \"anne\" (did you mean \"ann\"?)"),
    (
      "get Person.age",
      "1:5: there is no record \"Person\" (Person is a type; write Person/1 or Person[KEY])"
    ),
    ("get ann.age.x", "1:13: age is a value of the kind Integer and has no \"x\""),
    (
      "get ann",
      "1:5: \"ann\" is a record; expected a property of it or a label (show ann prints all of it)"
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
      "error name 1:27: no such property: Person has no \"Ann\" (a text is written in quotation marks: \"Ann\")"
    )
  }
}
