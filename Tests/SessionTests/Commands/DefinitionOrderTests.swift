import TestSupport
import Testing

@Suite struct DefinitionOrderTests {
  private static let club = """
    define Person {
      name: Text key, fee: Fee, payments: [Payment] owned
      owes: Decimal(integer: 6, fraction: 2) := (fee.yearly - coalesce(sum(payments.amount), 0))
    }
    define Fee {
      name: Text key, yearly: Decimal(integer: 6, fraction: 2) = 120, members: [Person] by fee
      due: Decimal(integer: 8, fraction: 2)? := (sum(members.owes))
    }
    define Payment { amount: Decimal(integer: 6, fraction: 2) = 10 }
    new Fee name=adult
    new Person name=Ann fee=Fee/1
    append Person/1.payments new Payment amount=20.5
    """

  @Test(arguments: ["schema", "dump", "history --script"])
  func whatIsPrintedCanBeRun(command: String) throws {
    let talk = try Conversation(Self.club)
    expectEqual(
      talk.tell("list Person owes; list Fee due; check"), ["Person/1|99.50", "Fee/1|99.50"])
    let printed = talk.tell(command).joined(separator: "\n")
    let again = try Conversation(printed)
    expectEqual(again.tell("schema"), talk.tell("schema"))
    guard command != "schema" else { return }
    expectEqual(
      again.tell("list Person owes; list Fee due; check"), ["Person/1|99.50", "Fee/1|99.50"])
  }

  @Test func aTypeIsPrintedAfterThoseThatItsExpressionsName() throws {
    let talk = try Conversation(
      "define A { n: Integer = 1 }; define B { w: Integer = 2 }; alter A { add all: Integer? := (sum(B.w)) }"
    )
    let printed = talk.tell("schema").joined(separator: "\n")
    expectEqual(try Conversation(printed).tell("new B w=3; new A; list A all").last, "A/1|3")
  }

  @Test func whatDoesNotFitTheTypeThatComesIsAnErrorThere() throws {
    let talk = try Conversation("begin\ndefine A { b: B, x: Integer? := (b.n) }")
    #expect(
      talk.tell("define B { m: Integer }")[0].contains(
        "the computed property A.x cannot read this type: no such property: B has no \"n\""))
    expectEqual(
      talk.tell("define B { n: Integer }; commit; new B n=4; new A b=B/1; list A x").last, "A/1|4")
  }

  @Test func aTypeThatNeverComesIsAnErrorAtItsProperty() throws {
    let talk = try Conversation("begin\ndefine A { b: B, x: Integer? := (b.n) }")
    expectEqual(talk.tell("list A"), [])
    #expect(talk.tell("commit")[0].contains("B is never defined, but A.b refers to it"))
  }

  @Test func aRunThatFailsLeavesNoTypeThatCanHaveNoRecords() throws {
    let outsider = try Outsider()
    let talk = try Conversation("define C { x: Integer }", database: outsider.path)
    talk.tell("define B { q: A? }\noops")
    #expect(talk.finish().lines.contains("notice: B is not defined"))
    expectEqual(try Conversation(database: outsider.path).tell("types"), ["C|0"])
  }
}
