import Foundation
import TestSupport
import Testing

@Suite struct HistoryScriptTests {
  @Test func whatWasUndoneIsLeftOutAndItsNumbersAreKept() throws {
    let talk = try Conversation(people)
    talk.tell("new Person name=Eve")
    talk.tell("undo")
    talk.tell("let limit = 30; new Person name=Bob age=(:limit + 1) as bob")
    talk.tell("set Person where age > 30 : fee=2")
    talk.tell("delete bob")
    talk.tell("undo 2\nredo")
    expectEqual(
      talk.tell("history --script since #3").filter { !$0.hasPrefix("#") },
      [
        "new Person/3 name=\"Bob\" age=31", "begin", "set Person/1.fee 2.00",
        "set Person/3.fee 2.00", "commit",
      ])
    let other = try Conversation(talk.tell("history --script").joined(separator: "\n"))
    expectEqual(other.tell("list Person"), talk.tell("list Person"))
    expectEqual(other.tell("history --script since #99"), [])
  }

  @Test func theScriptOfACompactedHistoryHasOwnersBeforeTheItemsThatTheyGotLater() throws {
    let talk = try Conversation(
      """
      define I { n: Integer }
      define O { l: [I] owned, n: Integer }
      define P { n: Integer, i: I }
      new I n=4; new I n=5; new P n=1 i=I/2
      new O n=1; append O/1.l I/1
      new I n=6; set P/1.i I/3
      set O/1.n 2
      """)
    expectEqual(talk.tell("compact before #11").count, 1)
    let other = try Conversation(talk.tell("history --script").joined(separator: "\n"))
    for type in ["I", "O", "P"] {
      expectEqual(other.tell("list \(type)"), talk.tell("list \(type)"))
    }
  }

  @Test func whatAnotherProgramDidIsWrittenAsCommands() throws {
    let outsider = try Outsider()
    let talk = try Conversation(people, database: outsider.path)
    try outsider.run("INSERT INTO Person(name, age) VALUES('Bob', 7)")
    // Statements within a millisecond share a transaction.
    Thread.sleep(forTimeInterval: 0.01)
    try outsider.run("UPDATE Person SET code = 'long' || id")
    let script = talk.tell("history --script since #3")
    expectEqual(
      script.prefix(2),
      [
        "# #3 by (another program)", "new Person/2 name=\"Bob\" age=7",
      ])
    #expect(
      script.contains { $0.hasPrefix("# Person/1.code was \"long1\", which no command can set: ") })
  }

  @Test func aDeletedRecordIsBroughtBackUnderItsNumber() throws {
    let talk = try Conversation(people)
    talk.tell("delete ann\nundo")
    let script = talk.tell("history --script since #4").filter { !$0.hasPrefix("#") }
    #expect(script.count == 1 && script[0].hasPrefix("restore Person/1 with name=\"Ann\" age=41"))
    let state = talk.tell("show Person/1")
    talk.tell("delete Person/1\n\(script[0])")
    expectEqual(talk.tell("show Person/1"), state)
    expectEqual(
      talk.tell("restore Person/1 with name=Eve; restore Person/9 with name=Eve"),
      [
        "error conflict 1:9: Person/1 already exists"
      ])
    expectEqual(
      talk.tell("restore Person/9 with name=Eve").last?.hasSuffix("Person/9 never existed"), true)
  }

  @Test(arguments: [
    "new Person name=Bob; delete Person/2; restore Person/2 to #3; revert #3",
    "set ann.age 5; set ann.age 6; set ann.age 5; revert #3",
    "set ann.age 5; undo; set ann.age 6; set ann.age 41; revert #4",
  ])
  func whatWasTakenBackAfterOtherChangesOfTheSameRecord(commands: String) throws {
    let talk = try Conversation(people)
    for command in commands.split(separator: "; ") { talk.tell(String(command)) }
    let other = try Conversation(talk.tell("history --script").joined(separator: "\n"))
    expectEqual(other.tell("list Person"), talk.tell("list Person"))
  }

  @Test func cardNumbersAreWrittenOnlyOnDemand() throws {
    let talk = try Conversation("define P { card: Card? }; new P card=\"4111111111111111\"")
    expectEqual(
      talk.tell("history --script"),
      [
        "error refused 1:1: the script would reveal P.card, which is masked "
          + "(history --script --reveal)"
      ])
    let script = talk.tell("history --script --reveal").joined(separator: "\n")
    #expect(script.contains("new P card=\"4111111111111111\""))
  }

  @Test(arguments: [
    ("new Person/2 name=Eve", "error conflict 1:12: Person/2 existed once, and record numb"),
    ("new Person/1 name=Eve", "error conflict 1:12: Person/1 already exists"),
    ("new Person/0 name=Eve", "error refused 1:12: a record number must be at least 1"),
    (
      "edit new Person/9 as p",
      "error refused 1:17: a record that is created in a form gets the next number"
    ),
    ("new Person/9 name=Eve; new Person name=Fay", "Person/9"),
    ("let eve = new Person/5 name=Eve; get eve.name", "Person/5"),
  ])
  func aNumberIsGivenOnce(command: String, answer: String) throws {
    let talk = try Conversation(people)
    talk.tell("new Person name=Bob; delete Person/2")
    expectEqual(talk.tell(command).first?.hasPrefix(answer), true)
  }

  @Test func aTypeIsDefinedAsItWasAndAlteredWhereItWasAltered() throws {
    let talk = try Conversation(
      """
      define Person { name: Text key, age: Integer? in 0...150, shade: Hex(6)? }
      new Person name=Ann age=41 shade="AABBCC"
      alter Person { rename age to years, add decade: Integer using (age / 10) }
      alter Person { drop shade }
      new Person name=Bob
      revert #4
      alter Person { add born: Date = today }
      define Note { text: Text }
      new Note text=a
      drop type Note
      define Note { n: Integer }
      new Note n=1
      """)
    let script = talk.tell("history --script").filter { !$0.hasPrefix("#") }
    #expect(
      script.starts(with: [
        """
        define Person {
          name: Text key
          age: Integer? in 0...150
          shade: Hex(6)?
        }
        """,
        "new Person name=\"Ann\" age=41 shade=\"AABBCC\"",
        "alter Person { rename age to years, add decade: Integer using (age / 10) }",
        "alter Person { drop shade }", "new Person name=\"Bob\"", "begin",
        "alter Person { drop decade, add shade: Hex(6)?, add decade: Integer? }",
        "set Person/1.shade \"AABBCC\"", "set Person/1.decade 4", "set Person/2.decade 0",
        "alter Person { change decade: Integer }", "commit", "begin",
        "alter Person { add born: Date? }", "set Person/1.born 2026-11-21",
        "set Person/2.born 2026-11-21",
      ]))
    expectEqual(
      script.suffix(7),
      [
        "alter Person { change born: Date = today }", "commit", "define Note {\n  text: Text\n}",
        "new Note text=\"a\"", "drop type Note", "define Note {\n  n: Integer\n}",
        "new Note n=1",
      ])
    let other = try Conversation(script.joined(separator: "\n"))
    let state = "list Person; describe Person; list Note; describe Note; get Note/2.n"
    expectEqual(other.tell(state), talk.tell(state))
  }

  @Test(arguments: [
    ("begin; new A key=b n=3; alter A { change n: Integer = 5 using (id) }; commit", ""),
    ("begin; set A/1.n 2; alter A { change n: Integer? in 0...9 }; set A/1.n 3; commit", ""),
    ("begin; new A key=b n=3; alter A { change key: Text unique }; index A.n; commit", ""),
    ("append A/1.items I/1; append A/1.items new I t=y; revert #6; set I/1.t z", ""),
    ("append A/1.items I/1; set A/1.best I/1; new I next=I/1; revert #6", ""),
    (
      "append A/1.items I/1; append A/1.items new I",
      "UPDATE I SET A_items_of = NULL, A_items_at = NULL"
    ),
    ("append A/1.items I/1; new A key=b", "UPDATE I SET A_items_of = 2 WHERE id = 1"),
    (
      "append A/1.items I/1; insert A/1.items 0 new I t=y; append A/1.more new I; "
        + "alter A { drop n }; revert #9", ""
    ),
    ("append A/1.items I/1; append A/1.more I/1; undo; redo", ""),
  ])
  func theScriptMakesTheSameStore(commands: String, foreign: String) throws {
    let outsider = try Outsider()
    let talk = try Conversation(
      """
      define I { t: Text?, next: I? }
      define A { key: Text key, n: Integer?, items: [I] owned, more: [I] owned, best: I? }
      new A key=a n=1
      new I t=x
      new I t=w
      \(commands)
      """, database: outsider.path)
    if !foreign.isEmpty { try outsider.run(foreign) }
    let script = talk.tell("history --script")
    let other = try Conversation(script.joined(separator: "\n"))
    expectEqual(other.tell("dump"), talk.tell("dump"), "\(script)")
    expectEqual(other.tell("check"), [])
  }

  @Test(arguments: [
    (
      "define B { k: Text key }; define A { b: B? }; new B k=x; new A b=B/1",
      "drop type A; drop type B", ["drop type A", "drop type B"]
    ),
    (
      "define B { k: Text key }; define A { k: Text, x: Integer }; new B k=x",
      "new A k=a x=3; new B k=y; drop type A", ["new A k=\"a\" x=3", "new B k=\"y\""]
    ),
  ])
  func aTransactionThatDropsTypesIsWrittenAsItWas(
    world: String, commands: String, written: [String]
  ) throws {
    let world = world.replacing("; ", with: "\n")
    let commands = commands.replacing("; ", with: "\n")
    let talk = try Conversation(
      "\(world)\nbegin\n\(commands)\ncommit\ndefine A { y: Text }\nnew A y=a")
    let script = talk.tell("history --script")
    expectEqual(script.filter(written.contains), written)
    let copy = try Conversation(script.joined(separator: "\n"))
    expectEqual(copy.tell("dump; types; check"), talk.tell("dump; types; check"))
  }

  @Test func aTypeThatComesBackInThePlaceOfALaterOneIsAltered() throws {
    let talk = try Conversation(
      """
      define P { a: Double? }
      new P a=2.5
      begin
      drop type P
      define P { d: [Text] }
      new P
      commit
      revert #3
      new P a=1.5
      """)
    let script = talk.tell("history --script")
    let copy = try Conversation(script.joined(separator: "\n"))
    expectEqual(copy.tell("dump; check"), talk.tell("dump; check"), "\(script)")
  }

  @Test func typesThatReferToEachOtherAreDroppedAsTheyWere() throws {
    let talk = try Conversation(
      "begin; define A { n: Integer?, b: B? }; define B { a: A?, bs: [A] owned }; commit\nrevert #1"
    )
    talk.tell("define C { n: Integer? }")
    let script = talk.tell("history --script")
    let copy = try Conversation(script.joined(separator: "\n"))
    expectEqual(copy.tell("dump; types"), talk.tell("dump; types"), "\(script)")
  }

  @Test func aRecordThatLeftAListAndIsNeededIsNamed() throws {
    let talk = try Conversation(
      """
      define I { t: Text?, parts: [I] owned }
      define A { items: [I] owned }
      new A
      new I
      append I/1.parts new I
      append A/1.items I/1
      revert #6
      """)
    #expect(
      talk.tell("history --script").contains {
        $0.hasPrefix("# I/1 was removed from A/1.items; the script cannot repeat this, because ")
      })
  }

  @Test(arguments: 1...(Seeded.isLong ? 5 : 2))
  func theScriptMakesTheSameRecordsUnderTheSameNumbers(stream: Int) throws {
    var run = try Run(stream: stream)
    for _ in 1...150 {
      run.talk.tell(run.command())
      if run.talk.prompt == "begin> " { run.talk.tell("rollback") }
    }
    let script = run.talk.tell("history --script")
    let other = try Conversation(script.joined(separator: "\n"))
    for type in ["Tag", "Box", "Part", "Note"] {
      let state = "list \(type); describe \(type)"
      expectEqual(other.tell(state), run.talk.tell(state))
    }
    expectEqual(other.tell("types").sorted(), run.talk.tell("types").sorted())
    expectEqual(other.tell("check"), [])
    // Values assigned by an `alter` are not always written in the same way again.
    guard !script.contains(where: { $0.contains("alter ") }) else { return }
    let isCommand = { (line: String) in !line.hasPrefix("#") }
    expectEqual(other.tell("history --script").filter(isCommand), script.filter(isCommand))
  }

  private struct Run {
    let talk: Conversation
    private var random: Seeded

    init(stream: Int) throws {
      random = Seeded(stream: stream)
      talk = try Conversation(
        """
        begin
        define Tag { name: Text key, at: DateTime = now, next: Tag? on delete clear }
        define Part { size: Integer = 1, tag: Tag? on delete cascade, boss: Part?, words: [Text] }
        define Box { name: Text unique, parts: [Part] owned, spare: [Part] owned }
        rule Part.small : size < 900 or boss is null
        commit
        on change Part.size as follow { if :new = 7 { set record.words ["seven", "\\"7\\" # :x"] } }
        """)
    }

    private mutating func number(_ range: ClosedRange<Int> = 1...6) -> Int {
      Int.random(in: range, using: &random)
    }

    mutating func command() -> String {
      let (a, b, n) = (number(), number(), number(0...3))
      let list = "Box/\(number(1...3)).\(["parts", "spare"][number(0...1)])"
      switch number(0...28) {
      case 0, 1: return "new Tag name=\"t\(a)\""
      case 2: return "new Part tag=Tag/\(a)"
      case 3: return "new Box name=b\(a)"
      case 4: return "append \(list) new Part size=\(number(1...9)) tag=Tag/\(b)"
      case 5: return "insert \(list) \(n) new Part words=[a, \"b\\n:c\"]"
      case 6: return "insert \(list) \(n) Part/\(a)"
      case 7: return "move \(list) \(n) \(number(0...3))"
      case 8: return "remove \(list) \(n)"
      case 9: return "set Part/\(a).size 7"
      case 10: return "set Part/\(a) size=(size * 2) boss=Part/\(b) tag=nil"
      case 11: return "set Part where size > 5 : size=(size - 3)"
      case 12: return "delete Tag/\(a)"
      case 13: return "delete Part where size < \(b)"
      case 14: return "delete Box/\(number(1...3))"
      case 15: return "set Tag/\(a).next Tag/\(b)"
      case 16:
        return
          "begin \"why :(1)\"; set Box/1.name tmp; set Box/2.name b\(a); set Box/1.name b\(b); commit"
      case 17: return ["undo", "undo \(a)", "redo", "undo to #\(number(8...40))"][n]
      case 18: return "for p in Part { set p.size \(a); if :p.size > 4 { delete p } }"
      case 19:
        let id = ["Tag/\(a)", "Part/\(a)", "Box/1", "Box/2"][n]
        return "restore \(id) to #\(number(8...60))"
      case 20: return "restore Box/\(number(1...3)) to #\(number(6...60))"
      case 21: return "restore Tag where name > \"t\(n)\" to #\(number(8...60))"
      case 22: return "revert #\(number(6...60))"
      case 23...27: return typeCommand()
      default:
        return [
          "index Part.size", "drop index Part.size", "drop rule Part.small",
          "formatter f\(a) for Tag \"{{name}} \(b)\"",
        ][n]
      }
    }

    private mutating func typeCommand() -> String {
      let (a, b, n) = (number(), number(), number(0...3))
      let note = "note\(number(1...3))"
      switch number(0...10) {
      case 0: return "alter Part { add \(note): Text? }"
      case 1: return "alter Part { drop \(note) }"
      case 2: return "alter Tag { \(["add rank: Integer = \(a)", "drop rank"][n % 2]) }"
      case 3: return "alter Tag { rename \(["name to title", "title to name"][n % 2]) }"
      case 4:
        return "alter Box { rename parts to items, rename spare to parts, rename items to spare }"
      case 5:
        let kind = ["Integer", "Text", "Integer? in 0...90", "Decimal"][n]
        let values = ["size", "nil", "7", "length(words)", "size", "size"][a - 1]
        return "alter Part { change size: \(kind) using (\(values)) }"
      case 6:
        // Values that another run would not repeat, and a list in the way.
        return [
          "alter Tag { add mark: Integer using (length(name)), add day: Date = today, drop at }",
          "alter Tag { add at: DateTime = now }", "alter Tag { drop mark, drop day }",
          "alter Box { drop spare }",
        ][n]
      case 7:
        return ["drop type Note", "define Note { text: Text, of: Note? on delete cascade }"][n % 2]
      case 8: return ["new Note text=n\(a)", "new Note of=Note/\(a) text=n\(b)"][n % 2]
      case 9:
        return "begin; drop type Note; define Note { text: Integer }; new Note text=\(b); commit"
      default:
        let last = ["rename w\(a) to u\(a)", "drop w\(a)", "change w\(a): Text?"][n % 3]
        return "begin; new Tag name=x\(b); alter Tag { add w\(a): Integer? }; "
          + "set Tag where id < 9 : w\(a)=\(b); alter Tag { \(last) }; commit"
      }
    }
  }
}
