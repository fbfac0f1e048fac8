import Session
import TestSupport
import Testing

@Suite struct BlockTests {
  static let staff = """
    define Person { name: Text key, age: Integer? in 0...150, boss: Person? on delete clear }
    let ann = new Person name="Ann" age=41
    let bob = new Person name="Bob" age=91 boss=Person/1
    new Person name="Eve" age=95

    """

  @Test(arguments: [
    ("for x in [3, b, \"c\", 2026-11-21] { echo :x }", ["3", "b", "c", "2026-11-21"]),
    ("let two = [\"a\", \"b\"]\nfor x in :two { echo :x }", ["a", "b"]),
    (
      "for p in [:ann, Person[\"Bob\"]] { echo p :p :p.name }",
      ["p Person/1 Ann", "p Person/2 Bob"]
    ),
    ("for p in Person order by age desc limit 2 { echo :p.name }", ["Eve", "Bob"]),
    ("for p in Person { delete Person where name = \"Eve\"; echo :p }", ["Person/1", "Person/2"]),
    ("for p in Person where age > 90 { set Person/3.age 1; echo :p.age }", ["91", "1"]),
    ("for ann in [1] { echo :ann }; echo :ann", ["1", "Person/1"]),
    (
      "repeat 2 { let y = 1; echo :y }\necho :y",
      [
        "1", "1", "error name 2:7: there is no session name \"y\"",
      ]
    ),
    (
      "if 1 = 2 { echo a } else if true { let k = 1; echo b } else { echo c }\necho :k", ["b", "1"]
    ),
    ("for x in [1] { let ann = 2 }; echo :ann", ["2"]),
    (
      "for x in 3 { }",
      [
        "error syntax 1:12: expected \"...\" after \"3\", not \"{\" "
          + "(a range needs both bounds, as in 1...12)"
      ]
    ),
    ("for Person in [1] { }", ["error name 1:5: \"Person\" is already a type"]),
    ("repeat -1 { }", ["error value 1:8: expected a whole number, 0 or greater"]),
    ("repeat 2 { undo }", ["error refused 1:12: undo cannot be used in a block"]),
    (
      "begin; repeat 2 { set ann.age 1; commit }",
      [
        "error refused 1:34: commit cannot be used in a block that is one transaction"
      ]
    ),
    ("command f n { if :n > 0 { echo :n; f (:n - 1) } }; f 2", ["2", "1"]),
    (
      "command g { echo :z }; command f { let z = 1; g }; f",
      [
        "error name 1:19: there is no session name \"z\""
      ]
    ),
    ("command f { }\nf", []),
    ("command f a { echo :a }\nf 1 2", ["error syntax 2:5: f takes 1 argument, not 2 (f a)"]),
    (
      "command f { f }\nf",
      [
        "error refused 1:11: blocks are nested more than 128 levels deep "
          + "(does a command call itself endlessly?)"
      ]
    ),
    ("let f = 1\ncommand f { }", ["error name 2:9: \"f\" is already a value"]),
    (
      "try { set ann.age 1; set ann.age 900 } else { echo :error }\nget ann.age",
      [
        "age must be 0…150, not 900", "41",
      ]
    ),
    (
      "try { let new = new Person name=New; set ann.age 900 }\necho :new",
      [
        "warning refused: \"new\" is no longer a session name; Person/4 was rolled back",
        "error name 2:7: there is no session name \"new\" (did you mean \"now\"?)",
      ]
    ),
    (
      "try { expect (1 = 2) } else { echo caught }",
      [
        "error expect 1:15: expected (1 = 2), which is false"
      ]
    ),
    ("try { exit 3 } else { echo caught }\necho on", []),
    ("expect error rule \"must be\" { set ann.age 1; set ann.age 900 }\nget ann.age", ["41"]),
    (
      "expect error value { set ann.age 900 }",
      [
        "error expect 1:14: expected an error of kind value; the error was of kind rule: age must be 0…150, not 900"
      ]
    ),
    (
      "echo done 1.50 true nil 12.5% \"a :(1 + 1)\" (2 * 3) :ann.age [a, 1]",
      [
        "done 1.50 true nil 12.5% a 2 6 41 [a, 1]"
      ]
    ),
  ])
  func aScriptPrints(script: String, lines: [String]) throws {
    let talk = try Conversation(Self.staff)
    let printed = talk.tell(script).filter { !$0.hasPrefix("notice") && $0 != "Person/4" }
    expectEqual(printed, lines)
  }

  // MARK: One undo

  @Test(arguments: [
    "for p in Person { for x in [1, 2] { set p.age :x } }",
    "repeat 3 { set ann.age (age + 1); set bob.age 3 }",
    "command all { for p in Person { set p.age 5 } }\nall",
    "try { set ann.age 1; set bob.age 2 }",
    "while :ann.age < 44 { set ann.age (age + 1); set bob.age 3 }",
    "for i in 1...100 { set ann.age :i; if :i = 9 { break }; set bob.age :i }",
  ])
  func allRoundsAreOneEntryOfTheLogWithTheTextOfTheCommand(script: String) throws {
    let talk = try Conversation(Self.staff)
    let before = talk.tell("log").count
    #expect(!talk.tell(script).contains { $0.hasPrefix("error") })
    let log = talk.tell("log")
    expectEqual(log.count, before + 1)
    let command = try #require(script.split(separator: "\n").last)
    #expect(log[0].contains("|\(command)|"))
    talk.tell("undo")
    expectEqual(talk.tell("get ann.age; get bob.age"), ["41", "91"])
  }

  @Test func inATransactionALoopIsAPartOfIt() throws {
    let talk = try Conversation(Self.staff + "label age on ann.age")
    let lines = talk.tell("begin; set ann.age 1; for x in [2, 3] { set ann.age :x }; rollback")
    expectEqual(lines, ["age: 1", "age: 2", "age: 3", "age: 41"])
    talk.tell("begin; set ann.age 1; for x in [2, 3] { set ann.age :x }; commit")
    expectEqual(
      talk.tell("log limit 1").first?.contains("set ann.age 1\nfor x in [2, 3] { set ann.age :x }"),
      true)
  }

  @Test func aLineAtThePromptIsOneEntryWithWhatSucceeded() throws {
    let talk = try Conversation(Self.staff)
    expectEqual(
      talk.enter("set ann.age 1; set bob.age 2; set ann.age 900; set bob.age 3"),
      [
        "error rule 1:43: age must be 0…150, not 900"
      ])
    expectEqual(talk.enter("get ann.age; get bob.age"), ["1", "2"])
    expectEqual(talk.tell("log limit 1").first?.contains("set ann.age 1\nset bob.age 2"), true)
    expectEqual(talk.enter("set bob.age 4; undo; undo").count, 2)
    expectEqual(talk.enter("get ann.age; get bob.age"), ["41", "91"])
  }

  // MARK: Completion

  @Test(arguments: [
    ("for p in Person { set p.", ["age", "boss", "name"]),
    ("on change Person.age { set record.", ["age", "boss", "name"]),
    ("command greet who { gr", ["greet"]),
    ("try { } else { echo :err", ["error"]),
  ])
  func completionKnowsTheNamesOfABlock(line: String, expected: [String]) throws {
    let talk = try Conversation(Self.staff)
    let completions = talk.completions(in: line, at: line.unicodeScalars.count)
    expectEqual(completions.candidates.map(\.text), expected)
  }
}
