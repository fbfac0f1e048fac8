import Session
import TestSupport
import Testing

@Suite struct TransactionReasonTests {
  static let world = """
    define Person { name: Text key, age: Integer? in 0...150 }
    let ann = new Person name=Ann age=41
    let bob = new Person name=Bob
    let why = "a slip"
    """

  private func reasons(_ talk: Conversation) -> [String] {
    talk.tell("log since #4").reversed().map {
      String($0.split(separator: "|", omittingEmptySubsequences: false)[3])
    }
  }

  @Test(arguments: [
    ("set ann.age 1 --reason \"typed wrong\"", ["typed wrong"]),
    ("set ann.age 1 --reason \"it was :why of :(40 + 1)\"", ["it was a slip of 41"]),
    ("set ann.age 1 --reason typo", ["typo"]),
    ("set ann.age 1 --reason :why", ["a slip"]),
    ("set --reason \"first\" ann.age 1", ["first"]),
    ("delete bob --reason \"left\"", ["left"]),
    ("let eve = new Person name=Eve --reason \"joined\"", ["joined"]),
    ("alter Person { drop age } --reason \"private\"", ["private"]),
    ("set ann.age 1\nundo --reason \"no\"", ["nil", "no"]),
    ("for p in Person { set p.age 5 } --reason \"all\"", ["all"]),
    ("for p in Person { set p.age 5 --reason \"each\" }", ["each"]),
    ("command older who { set who.age 9 --reason \"asked\" }\nolder :ann", ["asked"]),
    ("begin\nset ann.age 1 --reason \"of one\"\nset bob.age 2\ncommit", ["of one"]),
    ("begin \"all\"\nset ann.age 1\ncommit", ["all"]),
  ])
  func aReasonIsThatOfTheTransaction(script: String, expected: [String]) throws {
    let talk = try Conversation(Self.world)
    expectEqual(talk.tell(script).filter { $0.hasPrefix("error") }, [])
    expectEqual(reasons(talk), expected)
  }

  @Test func aTransactionHasOneReason() throws {
    let talk = try Conversation(Self.world)
    expectEqual(
      talk.tell("begin \"all\"\nset ann.age 1 --reason \"of one\""),
      [
        "error refused 2:24: the open transaction already has a reason"
      ])
    // A refused command gives no reason.
    talk.tell("rollback\nbegin\nset ann.age 999 --reason \"too old\"")
    talk.tell("try { set ann.age 7 --reason \"tried\"; set ann.age 999 }\nset bob.age 3\ncommit")
    expectEqual(reasons(talk), ["nil"])
    expectEqual(talk.tell("get ann.age"), ["41"])
  }

  @Test func aCommitKeepsTheReasonThatTheTransactionHas() throws {
    let talk = try Conversation(Self.world)
    expectEqual(
      talk.tell("begin \"all\"\nset ann.age 1\ncommit \"other\"")[0],
      "error refused 3:8: the open transaction already has a reason")
    talk.tell("rollback\nbegin \"all\"\nset ann.age 1\ncommit \"all\"")
    expectEqual(reasons(talk), ["all"])
  }

  @Test func whatChangesNothingTakesNoReason() throws {
    let talk = try Conversation(Self.world)
    expectEqual(
      talk.tell("let n = 3 --reason \"no\"").first,
      "error syntax 1:20: this let command changes nothing; omit --reason")
    for command in [
      "get ann.age --reason \"no\"", "set ann.age 1 --reason", "set ann.age 1 --reason \"of :who\"",
    ] {
      expectEqual(talk.tell(command).first?.hasPrefix("error "), true, "\(command)")
    }
    expectEqual(reasons(talk), [])
  }

  @Test func aLongReasonIsWholeForProgramsAndCutForPeople() throws {
    let long = String(repeating: "0123456789", count: 1000)
    for isForPerson in [false, true] {
      let talk = try Conversation(Self.world, isForPerson: isForPerson)
      talk.tell("set ann.age 1 --reason \"two\\nlines \\u{1b}[2J \(long)\"")
      let row = try #require(talk.tell("log limit 1").first)
      expectEqual(row.contains(long), !isForPerson)
      if isForPerson {
        #expect(row.contains("|two lines \u{1B}[2J 0123456789"))
        #expect(row.hasSuffix("… · set ann.age 1"))
      }
      #expect(talk.tell("log limit 1 --long")[0].contains(long))
    }
  }

  // MARK: What a person is told

  private func last(_ talk: Conversation, _ command: String) -> [String] {
    talk.tell(command).map { String($0.split(separator: "|").last ?? "") }
  }

  @Test func theReasonComesFirstAndTheCommandAfterIt() throws {
    let talk = try Conversation(Self.world, isForPerson: true)
    talk.tell("set ann.age 1 --reason \"typed wrong\"\nbegin\nset ann.age 2\nset bob.age 3")
    talk.tell("commit \"birthdays\"")
    for command in ["history ann.age", "why ann.age"] {
      expectEqual(
        last(talk, command).suffix(2),
        [
          "typed wrong · set ann.age 1", "birthdays · set ann.age 2; set bob.age 3",
        ].suffix(command.hasPrefix("why") ? 1 : 2), "\(command)")
    }
    expectEqual(last(talk, "log limit 1"), ["birthdays · set ann.age 2; set bob.age 3"])
  }

  @Test func whatTookBackSaysWhat() throws {
    let talk = try Conversation(Self.world, isForPerson: true)
    talk.tell("set ann.age 1 --reason \"typed wrong\"\nundo\nredo\nrevert #4")
    expectEqual(
      last(talk, "log limit 4"),
      [
        "revert #4: typed wrong · set ann.age 1",
        "redo #4: typed wrong · set ann.age 1", "(undone) undo #4: typed wrong · set ann.age 1",
        "typed wrong · set ann.age 1",
      ])
  }

  @Test func aDefinitionNamesTypeAndProperty() throws {
    let talk = try Conversation(Self.world, isForPerson: true)
    talk.tell("alter Person {\n  add phone: Text?\n  rename age to years\n}\nundo")
    expectEqual(
      talk.tell("log limit 2").map { $0.split(separator: "|").suffix(2).joined(separator: "|") },
      [
        "ann|undo #4: alter Person: add phone: Text?; rename age to years",
        "ann|(undone) alter Person: add phone: Text?; rename age to years",
      ])
  }
}
