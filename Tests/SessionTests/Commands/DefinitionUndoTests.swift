import Session
import TestSupport
import Testing

@Suite struct DefinitionUndoTests {
  private static let types = """
    define Tag { word: Text key }
    define T { k: Text key, n: Integer? = 3, tags: [Tag] owned }
    define User { name: Text key, t: Tag? on delete clear }
    rule T.r : n > 0
    index T.n
    new Tag word=x
    new T k=a n=7
    append T/1.tags new Tag word=y
    """

  private static let state = "schema; types; list Tag; list T; list User"

  /// The transaction's own changes do not exist before and after it.
  @Test(arguments: [
    "delete Tag/2; drop type T; define T { k: Text key, m: Double? }; new T/2 k=b m=1",
    "delete Tag/2; drop type T; define T { k: Text key, n: Integer? = 3, tags: [Tag] owned }; new T/5 k=a n=8",
    "delete Tag/2; drop type T; define T { k: Text key }; define U { t: T }; new T k=q; new U t=T/2",
    "delete Tag/2; drop type T; define T { k: Text key }; drop type T; define T { a: Text? }; new T",
    "alter T { add c: Integer = 5 }; set T/1.c 6; alter T { drop c }",
    "alter T { add c: Integer = 5 }; new T k=b c=4; alter T { drop c }; set T/1.n 8",
    "alter T { add c: [Tag] owned }; append T/1.c new Tag word=z; delete Tag/3; alter T { drop c }",
    "alter T { add c: Integer = 5 }; index T.c; alter T { drop c }; alter T { add c: Text? }",
    "define U { t: T? }; new U t=T/1; drop type U; set T/1.n 9",
    "drop rule T.r; alter T { drop n; add n: Integer? = 4 }; set T/1.n 9; new T k=c",
  ])
  func whatOneTransactionDefinedAndDroppedIsTakenBack(commands: String) throws {
    let outsider = try Outsider()
    let talk = try Conversation(Self.types, database: outsider.path)
    let before = talk.tell(Self.state)
    expectUndoAndRedo(of: commands, in: talk, state: Self.state)
    talk.tell("undo")
    let other = try Conversation("", database: outsider.path)
    expectEqual(other.tell(Self.state), before)
    #expect(
      !other.tell("new T k=z; new Tag word=z; set T/1.n 2").contains { $0.hasPrefix("error") })
    expectEqual(other.tell("check"), [])
  }

  /// Values between two changes of a type do not fit the type before and after.
  @Test(arguments: [
    "alter P { change a: Text? }; alter P { change a: Integer? }",
    "alter P { change a: Text? }; set P/1.a \"3\"; alter P { change a: Integer? }; set P/1.a 4",
    "alter P { change a: [Integer] using (id) }; alter P { change a: Integer? using (nil) }",
    "alter P { change a: Decimal(integer: 4, fraction: 2)? }; alter P { change a: Integer? using (nil) }",
    "alter P { change a: Decimal(integer: 20, fraction: 4)? }; alter P { change a: Integer = 3 using (9) }",
    "new P; alter P { add n: Integer = 5 }", "new P; new P; alter P { add n: Integer = 5 }",
    "new P a=3; alter P { add n: Integer = 5 }; set P/3.n 6; delete P/1; new P a=4",
    "alter P { change a: Text? }; set P/1.u z; set P/2.u x; set P/1.u y; alter P { change a: Integer? }",
    "alter P { change a: Text? }; delete P/1; set P/2.u x; new P u=y; alter P { change a: Integer? }",
  ])
  func recordsOfATypeThatWasChangedTwiceAreTakenBack(commands: String) throws {
    let talk = try Conversation(
      "define P { a: Integer?, u: Text? unique }\nnew P a=1 u=x\nnew P a=2 u=y")
    expectUndoAndRedo(of: commands, in: talk, state: "schema; list P")
  }

  @Test func aDeletedRecordDoesNotComeBackWithoutAValueOfWhatIsUniqueNow() throws {
    let talk = try Conversation(
      """
      define P { a: Integer? }
      new P; new P
      delete P where true
      alter P { add zz: Text unique using ("z" || id) }
      """)
    let reverted = talk.tell("revert #4")
    #expect(reverted[0].contains("zz is required, but P/"), "\(reverted)")
    #expect(reverted[0].contains("alter P { add zz"), "\(reverted)")
  }

  private func expectUndoAndRedo(of commands: String, in talk: Conversation, state: String) {
    let before = talk.tell(state)
    let script = "begin\n\(commands.replacing("; ", with: "\n"))\ncommit"
    expectEqual(talk.tell(script).filter { $0.hasPrefix("error") }, [])
    let after = talk.tell(state)
    for _ in 0..<2 {
      expectEqual(talk.tell("undo").filter { $0.hasPrefix("error") }, [])
      expectEqual(talk.tell(state), before)
      expectEqual(talk.tell("check"), [])
      expectEqual(talk.tell("redo").filter { $0.hasPrefix("error") }, [])
      expectEqual(talk.tell(state), after)
      expectEqual(talk.tell("check"), [])
    }
  }

  /// A trigger of the referring type reads the table.
  @Test(arguments: ["at: Venue? on delete clear", "at: Venue? on delete cascade", "at: Venue?"])
  func aTypeThatAnotherOneRefersToIsNotTakenBack(property: String) throws {
    let talk = try Conversation(
      """
      define Venue { name: Text key, shows: [Show] owned }
      define Show { title: Text }
      define Guest { name: Text key, code: Text? unique, \(property) }
      """)
    let error = "#1 (define Venue { name: Text key, shows: [Show] owned }) cannot be undone: "
    #expect(talk.tell("revert #1")[0].contains(error + "Guest.at refers to Venue"))
    expectEqual(talk.tell("check"), [])
    talk.tell("revert #3")
    #expect(talk.tell("revert #1")[0].hasPrefix("notice: reverted"))
    expectEqual(talk.tell("types; check"), ["Show|0"])
  }

  @Test func theLaterOfTwoTypesThatReferToEachOtherIsTakenBack() throws {
    let talk = try Conversation("define A { b: B? }\ndefine B { a: A? }")
    let before = talk.tell("schema; check")
    expectEqual(talk.tell("undo"), ["notice: undone #2 by ann: define B { a: A? }"])
    expectEqual(talk.tell("types"), ["A|0"])
    expectEqual(talk.tell("redo; schema; check").suffix(before.count), before[...])
    // Later references keep the type.
    talk.tell("new A")
    #expect(talk.tell("revert #2")[0].contains("cannot be undone: A.b refers to B"))
    talk.tell("undo; alter A { add c: B? }")
    #expect(talk.tell("revert #2")[0].contains("cannot be undone: A.c refers to B"))
    expectEqual(talk.tell("check"), [])
  }
}
