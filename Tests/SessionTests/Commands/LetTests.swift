import Session
import TestSupport
import Testing

@Suite struct LetTests {
  @Test(arguments: [
    ("let x = 30", "30"), ("let x = -3.50", "-3.5"), ("let x = \"a \\\"b\\\"\"", "a \"b\""),
    ("let x = true", "true"), ("let x = nil", "nil"), ("let x = 2026-11-21", "2026-11-21"),
    ("let x = 2026-11-21T10:00:00Z", "2026-11-21T10:00:00.000Z"), ("let x = :ann.age", "41"),
    ("let x = :ann.fee", "0.00"), ("let x = (0.1 + 0.2)", "0.3"), ("let x = :today", "2026-11-21"),
    ("let x = (:ann.age + 1)", "42"), ("let x = (count(Person))", "1"), ("let x = (nil)", "nil"),
    ("let y = 7; let x = :y", "7"), ("let x = :ann", "1"),
  ])
  func aNameStandsForAValueInTexts(script: String, text: String) throws {
    let talk = try Conversation(people)
    expectEqual(talk.tell(script), [])
    expectEqual(talk.tell("echo \"[:x]\""), ["[\(text)]"])
  }

  @Test func aNameStandsForAValueInExpressionsAndValues() throws {
    let talk = try Conversation(people + "\nlet limit = 40\nlet who = \"Bob\"\nlet half = 0.5")
    expectEqual(talk.tell("count Person where age > :limit"), ["1"])
    expectEqual(
      talk.tell("new Person name=:who age=:limit fee=:half; get Person/2.age"),
      [
        "Person/2", "40",
      ])
    expectEqual(talk.tell("set ann.age :limit; get ann.age; get Person/2.fee"), ["40", "0.50"])
    expectEqual(talk.tell("count Person where fee = :half and name = :who"), ["1"])
    expectEqual(
      talk.tell("label over = (:ann.age > :limit); set ann.age 41"),
      [
        "over: false", "over: true",
      ])
    #expect(
      talk.tell("begin \"over :limit\"; set ann.age 1; commit; log limit 1")[1].contains(
        "|over 40|"))
    expectEqual(talk.tell("show Person[:who]").count, 1)
  }

  @Test func aSumIsTheSameUnderItsName() throws {
    let talk = try Conversation(people + "\nlet total = (0.1 + 0.2)")
    expectEqual(talk.tell("expect (:total = 0.3)\nset ann.fee :total; get ann.fee"), ["0.30"])
  }

  @Test func aValueIsTakenOnceAndDoesNotFollow() throws {
    let talk = try Conversation(people + "\nlet before = :ann.age\nset ann.age 1\ndelete ann")
    expectEqual(talk.tell("echo \":before\""), ["41"])
    expectEqual(talk.tell("begin; let x = 1; rollback; echo \":x\""), ["1"])
  }

  @Test func aWordIsTheNameOfARecord() throws {
    let talk = try Conversation(people + "\nlet boss = ann")
    expectEqual(talk.tell("get boss.age"), ["41"])
    expectEqual(talk.tell("let x = nobody"), ["error name 1:9: there is no record \"nobody\""])
  }

  @Test(arguments: [
    ("let Limit = 31", "error name 1:5: \"limit\" is already a value, which differs only in case"),
    ("label age on ann.age; let age = 31", "error name 1:27: \"age\" is already a label"),
    ("let env = 31", "error name 1:5: \"env\" is reserved for the environment"),
    ("let stdin = 31", "error name 1:5: \"stdin\" is reserved for standard input"),
    ("let Person = 1", "error name 1:5: \"Person\" is already a type"),
    ("let Text = 1", "error name 1:5: \"Text\" is a kind"),
    ("define limit { n: Integer }", "error name 1:8: \"limit\" is already a value"),
    ("new Person name=x as limit", "error name 1:22: \"limit\" is already a value"),
    ("label limit = (1)", "error name 1:7: \"limit\" is already a value"),
    ("show limit", "error name 1:6: \"limit\" is a value, not a record"),
    (
      "get limit",
      "error name 1:5: \"limit\" is a value; expected a property or a label "
        + "(`echo \":limit\"` prints the value)"
    ),
    ("detach limit", "error name 1:8: \"limit\" is a value, not a label, field or form"),
    ("type limit \"x\"", "error name 1:6: \"limit\" is a value, not a field"),
    ("let x = :limit.age", "error name 1:16: \"limit\" is a value and has no \"age\""),
    (
      "let x = :limt",
      "error name 1:10: there is no session name \"limt\" (did you mean \"limit\"?)"
    ),
    ("let today = 1", "error name 1:5: \"today\" is reserved for the clock"),
    ("let Now = 1", "error name 1:5: \"Now\" is reserved for the clock"),
    ("let x = 2026-02-30", "error value 1:9: 2026-02-30 is an invalid date"),
    (
      "let x = 1e5",
      "error value 1:9: 1e5 is not a number here; write all its digits, or put the number in "
        + "parentheses"
    ),
    ("let x = (1 +)", "error expression 1:12: expected a value"),
    ("set ann.age :who", "error value 1:13: age cannot"),
  ])
  func aMistakeIsSaidAndTheNameStaysFree(script: String, error: String) throws {
    let talk = try Conversation(people + "\nlet limit = 30\nlet who = \"Bob\"")
    let lines = talk.tell(script).filter { $0 != "age: 41" }
    #expect(lines.count == 1 && lines[0].hasPrefix(error), "\(lines)")
    expectEqual(talk.tell("let x = 5; echo \":limit :x\""), ["30 5"])
  }

  @Test(arguments: [
    ("let limit = 31; echo :limit", ["31"]),
    ("let limit = ann; echo :limit.age", ["41"]),
    ("let ann = \"a text\"; echo :ann", ["a text"]),
    ("for x in [1, 2] { let limit = (:limit + :x) }; echo :limit", ["33"]),
    ("for x in [1, 2] { let x = (:x * 10); echo :x }", ["10", "20"]),
    ("let ann = new Person name=Bob; get ann.name", ["Person/2", "Bob"]),
    // Local names hide names of the session, as in handlers.
    ("command c { let limit = 1; echo :limit }; c; echo :limit", ["1", "30"]),
    (
      "command c { repeat 2 { let limit = (:limit + 1) }; echo :limit }; c; echo :limit",
      ["32", "30"]
    ),
    ("command c p { let p = (:p + 1); echo :p }; c 1", ["2"]),
    (
      "command inner { let x = 1 }; command outer { let x = 5; inner; echo :x }; outer", ["5"]
    ),
    (
      "on change ann.age { let new = (:new + 1); echo :new; let limit = 2 }\nset ann.age 5; echo :limit",
      ["6", "30"]
    ),
    // Names are not rolled back.
    ("try { let limit = 5; set ann.age 900 }; echo :limit", ["5"]),
    ("begin; let limit = 6; rollback; echo :limit", ["6"]),
    ("try { set ann.age 900 } else { let error = 1; echo :error }", ["1"]),
  ])
  func aNameGetsAnotherValueWhereItIsKnownBest(script: String, lines: [String]) throws {
    let talk = try Conversation(people + "\nlet limit = 30")
    expectEqual(talk.tell(script), lines)
  }

  @Test func whatWasMadeWithANameKeepsWhatItMeant() throws {
    let talk = try Conversation(
      people + "\nlet limit = 30\nlabel over = (:ann.age - :limit)\nfield f on ann.age")
    expectEqual(talk.tell("let limit = 40; let ann = new Person name=Bob"), ["Person/2"])
    expectEqual(talk.tell("set Person/1.age 50"), ["over: 20"])
    expectEqual(talk.tell("type f \"<All>51<Return>\"").last, "f: \"51\" Person/1.age = 51")
  }
}
