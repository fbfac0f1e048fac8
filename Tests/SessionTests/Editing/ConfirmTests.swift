import Replies
import Session
import TestSupport
import Testing

@Suite struct ConfirmTests {
  private static let fields = people + "\nset ann.age nil\nfield f on ann.age"

  private static let refused = "0 rejected at 2: \"0\" cannot follow \"70\" in 0…150"
  private static let question = "\"0\" was rejected; press Return again to keep \"70\""

  @Test func aRefusedDigitIsAnErrorAtReturnOnce() throws {
    let talk = try Conversation(Self.fields)
    expectEqual(
      talk.tell("type f \"700<Return>\""),
      [
        Self.refused, "f: \"70\" ann.age = 70 (editing)", "error refused 1:8: " + Self.question,
      ])
    expectEqual(talk.tell("count Person where age = 70"), ["0"])
    expectEqual(talk.tell("type f \"<Return>\""), ["f: \"70\" ann.age = 70"])
    expectEqual(talk.tell("count Person where age = 70"), ["1"])
  }

  @Test func theScriptStopsAtASlipByAFactorOfTen() throws {
    let talk = try Conversation(people + "\nfield w on ann.weight")
    let lines = talk.tell("type w \"<All>98,6<Return>\"\necho \"on\"")
    expectEqual(
      lines.last, "error refused 1:8: \",\" was rejected; press Return again to keep \"986\"")
  }

  @Test func aFieldWithConfirmOffDoesNotAsk() throws {
    let talk = try Conversation(Self.fields + "\nfield g on ann.age confirm off")
    expectEqual(talk.tell("type g \"700<Return>\""), [Self.refused, "g: \"70\" ann.age = 70"])
  }

  @Test func anotherCommandIsRefusedWhileARefusalIsUnanswered() throws {
    let talk = try Conversation(Self.fields)
    talk.tell("type f \"700\"")
    for _ in 0..<2 {
      expectEqual(
        talk.tell("set ann.fee 2").last?.hasSuffix(
          "f is being edited and cannot be left: " + Self.question), true)
    }
    talk.tell("type f \"<BS>\"; set ann.fee 2")
    expectEqual(talk.tell("get ann.fee; count Person where age = 7"), ["2.00", "1"])
  }

  @Test(arguments: ["<Tab>", "<Down>", "<Up>", "<Return>"])
  func aFormAsksOnlyAtItsEnd(key: String) throws {
    let talk = try Conversation(
      "define T { n: Integer in 0...150, m: Integer }\nlet it = new T\nform x on it")
    let said = talk.tell("type x \"<All>700\(key)\"")
    #expect(!said.contains { $0.hasPrefix("error") }, "\(said)")
    expectEqual(
      talk.tell("type x \"<Submit>\"").last, "error refused 1:8: n: " + Self.question)
    expectEqual(talk.tell("type x \"<Submit>\"").last, "x.n: \"70\" it.n = 70")
    expectEqual(talk.tell("get it.n"), ["70"])
  }

  @Test func theTraceHasTheQuestionAsTheReasonOfReturn() throws {
    let talk = try Conversation(Self.fields)
    let results = talk.replies(to: "type f \"700<Return>\" --trace").compactMap { reply in
      if case .typed(let result) = reply { return result as TypeResult? }
      return nil
    }
    let result = try #require(results.first)
    expectEqual(result.rejected.map(\.key), ["0", "<Return>"])
    expectEqual(result.rejected.last?.reason, Self.question)
    #expect(result.incomplete == nil)
    #expect(result.isEditing)
    expectEqual(result.keys?.last?.outcome, .rejected)
    expectEqual(result.keys?.last?.rejection, Self.question)
  }

  @Test func stepsAreKeys() throws {
    let talk = try Conversation(
      people + "\nset ann.age 149\nfield f on ann.age\nfield a on ann.active\nfield g on ann.name")
    expectEqual(
      talk.tell("type f \"<StepUp><StepUp><StepDown><StepDown><Return>\""),
      ["f: \"148\" ann.age = 148"])
    expectEqual(talk.tell("type a \"<StepDown><Return>\""), ["a: \"false\" ann.active = false"])
    expectEqual(
      talk.tell("type g \"<StepUp><Esc>\"").first,
      "<StepUp> rejected at 3: this value cannot be increased or decreased")
  }

  @Test func tabSaysTheCandidatesAndStays() throws {
    let talk = try Conversation(
      """
      define T { role: Choice(admin, adviser, editor)?, n: Integer? }
      let it = new T
      form x on it
      field f on it.role
      """)
    expectEqual(
      talk.tell("type f \"ad<Tab>\"").first,
      "<Tab> rejected at 2: the value can be \"admin\" or \"adviser\"")
    // A key that leaves one candidate is completed.
    expectEqual(
      talk.tell("type f \"m\""), ["f: \"admin\" it.role = \"admin\" (editing)"])
    talk.tell("type f \"<Return>\"")
    expectEqual(
      talk.tell("type x \"<Tab>\""),
      [
        "x.role: \"admin\" it.role = \"admin\"", "x.n: \"\" it.n = nil",
      ])
    talk.tell("type x \"<Esc>\"")
    // An empty text is valid, so Tab leaves the field.
    expectEqual(talk.tell("type x \"<All><BS><Tab>\"").last, "x.n: \"\" it.n = nil")
  }

  @Test func manyCandidatesAreCounted() throws {
    let talk = try Conversation(
      "define P { name: Text key, boss: P? }\n"
        + (10..<40).map { "new P name=n\($0)\n" }.joined()
        + "let p = new P name=x\nfield f on p.boss")
    let names = (10..<18).map { "\"n\($0)\"" }.joined(separator: ", ")
    expectEqual(
      talk.tell("type f \"n<Tab>\"").first,
      "<Tab> rejected at 1: the value can be \(names) or one of 22 more")
  }

  @Test func aPrefixStandsBeforeANumberAndIsLostInAPaste() throws {
    let definition = "define Item { price: Decimal(integer: 5, fraction: 2) = 0 prefix \"$\" }"
    let talk = try Conversation(
      definition + "\nlet it = new Item price=12.5\nfield f on it.price")
    expectEqual(talk.tell("label p on it.price"), ["p: $12.50"])
    expectEqual(
      talk.tell("type f \"<All><Paste:$ 7.25><Return>\"").last, "f: \"7.25\" it.price = 7.25")
    expectEqual(talk.tell(definition), [])
    expectEqual(
      talk.tell("define T { a: Text prefix \"$\" }").last?.hasSuffix(
        "Text cannot have a prefix; only numbers can"), true)
  }
}
