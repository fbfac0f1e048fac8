import Session
import TestSupport
import Testing

@Suite struct CallingCodeTests {
  private static let members = """
    define Member { name: Text key, phone: Phone(+49)?, other: Phone? }
    new Member name=Ann phone="0171 / 12 34 567" as ann
    new Member name=Bob phone="+49 (0)30 123456" other="+49 (0)171 / 12 34 567" as bob
    """

  @Test(arguments: [
    "0171 1234567", "(0171) 1234567", "(0)171-1234567", "+49 (0)171 / 12 34 567",
    "0049 171 1234567", "+49 0171 1234567", "٠١٧١ ١٢٣٤٥٦٧",
  ])
  func itIsReadTheSameWhereverItIsWritten(number: String) throws {
    let talk = try Conversation(Self.members)
    expectEqual(talk.tell("set bob.phone \"\(number)\"; get bob.phone"), ["+491711234567"])
    expectEqual(talk.tell("set bob.phone nil; put Member[Bob] phone=\"\(number)\""), ["Member/2"])
    expectEqual(talk.tell("count Member where phone = \"\(number)\""), ["2"])
    expectEqual(talk.tell("count Member where phone in (\"\(number)\")"), ["2"])
    expectEqual(talk.tell("count Member where \"\(number)\" <> phone"), ["0"])
    expectEqual(talk.tell("expect (:bob.phone = \"\(number)\")"), [])
    expectEqual(talk.tell("count Member where phone = other"), ["1"])
    talk.tell("set bob.phone nil; field f on bob.phone")
    expectEqual(
      talk.tell("type f \"<Paste:\(number)><Return>\"").last,
      "f: \"+491711234567\" bob.phone = \"+491711234567\"")
    expectEqual(
      talk.tell("type f \"<Clear>\(number)<Return>\"").last,
      "f: \"+491711234567\" bob.phone = \"+491711234567\"")
  }

  @Test func theCodeIsShownWithTheDigitAfterTheZero() throws {
    let talk = try Conversation(Self.members + "\nfield f on ann.phone")
    expectEqual(talk.tell("type f \"<Clear>0\"").last?.hasPrefix("f: \"0\""), true)
    expectEqual(talk.tell("type f \"1\"").last?.hasPrefix("f: \"+491\""), true)
    expectEqual(talk.tell("type f \"<Clear>(030)\"").last?.hasPrefix("f: \"+4930\""), true)
    expectEqual(talk.tell("type f \"<Clear>+39(030)\"").last?.hasPrefix("f: \"+39030\""), true)
    expectEqual(talk.tell("type f \"<Clear>+49(0)30\"").last?.hasPrefix("f: \"+4930\""), true)
  }

  @Test func theCodeIsPrintedAsItWasDefinedAndKept() throws {
    let outsider = try Outsider()
    let first = try Conversation(
      "define M { a: Phone(+1) = \"0201 555 0123\", b: [Phone(+995)] }", database: outsider.path)
    let definition = "a: Phone(+1) = \"+12015550123\""
    #expect(first.tell("describe M")[0].hasSuffix(definition))
    #expect(first.tell("schema").contains { $0.contains("b: [Phone(+995)]") })
    let state = first.tell("schema; describe M")
    let second = try Conversation("", database: outsider.path)
    expectEqual(second.tell("schema; describe M"), state)
    expectEqual(second.tell("new M b=[\"032 234 5678\"]; get M/1.b[0]"), ["M/1", "+995322345678"])
    let copy = try Conversation(second.tell("dump").joined(separator: "\n"))
    expectEqual(copy.tell("schema; list M"), second.tell("schema; list M"))
  }

  @Test func aPropertyIsGivenACountryAndLosesItWithItsValues() throws {
    let talk = try Conversation(Self.members)
    let values = talk.tell("list Member")
    talk.tell("alter Member { change phone: Phone?, change other: Phone(+44)? }")
    expectEqual(talk.tell("list Member"), values)
    expectEqual(
      talk.tell("set ann.phone \"0171 1234567\"").first?.hasPrefix("error value 1:15:"), true)
    expectEqual(talk.tell("set ann.other \"020 7946 0018\"; get ann.other"), ["+442079460018"])
    talk.tell("undo 2")
    #expect(talk.tell("set ann.other \"020 7946 0018\"")[0].hasPrefix("error value"))
    expectEqual(talk.tell("set ann.phone \"030 123456\"; get ann.phone; check"), ["+4930123456"])
    talk.tell("alter Member { change phone: Text? }")
    talk.tell("set ann.phone \"(0171) 1234567\"; alter Member { change phone: Phone(+49)? }")
    expectEqual(talk.tell("get ann.phone; check"), ["+491711234567"])
  }

  @Test func aBareNumberIsToldHowToWriteIt() throws {
    let talk = try Conversation(Self.members)
    expectEqual(
      talk.tell("set ann.phone 01711234567"),
      [
        "error value 1:15: 01711234567 is a number; expected a telephone number such as "
          + "030 1234567 or +49 30 1234567, in quotation marks "
          + "(begin telephone numbers with + and the country code, or with 0)"
      ])
  }

  @Test(arguments: [
    "0171/1234567", "+49 (0)171 1234567", "0049 171 12 34 567", "+49 0171 1234567",
  ])
  func anErasedNumberIsNowhereHoweverItWasWritten(number: String) throws {
    let talk = try Conversation(Self.members + "\nset bob.other nil")
    talk.tell("begin \"called \(number)\"; set bob name=Rob; commit")
    #expect(talk.tell("log").contains { $0.contains(number) })
    #expect(talk.tell("erase ann.phone \"asked\"").allSatisfy { !$0.hasPrefix("error") })
    #expect(!talk.tell("log").contains { $0.contains(number) })
  }

  @Test func completionOffersTheSigns() throws {
    let talk = try Conversation("")
    func signs(_ line: String) -> [String] { talk.completions(at: line).candidates.map(\.text) }
    #expect(signs("define M { a: Phone|").contains("Phone"))
    #expect(signs("define M { a: Phone |").contains("("))
    expectEqual(signs("define M { a: Phone(|"), ["+"])
    #expect(signs("define M { a: Phone(+49|").isEmpty)
    expectEqual(signs("define M { a: Phone(+49 |"), [")"])
  }
}
