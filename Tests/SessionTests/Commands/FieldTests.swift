import TestSupport
import Testing

@Suite struct FieldTests {
  @Test func clearAndReturnDoWhatTheFieldWasToldTo() throws {
    let talk = try Conversation(
      people + "\nfield f on ann.age clear off return stays")
    expectEqual(talk.tell("type f \"<Clear>\"").last, "f: \"41\" ann.age = nil (editing)")
    expectEqual(talk.tell("type f \"<Return>\"").last, "f: \"41\" ann.age = nil (editing)")
    expectEqual(talk.tell("history ann.age").last?.hasSuffix("|41|nil"), true)
  }

  @Test func aDoubleFieldTakesNoExponentAndFifteenDigitsAtMost() throws {
    let talk = try Conversation(people + "\nfield w on ann.weight")
    for text in ["1e-20", "1e5", "0.1234567890123456", "inf", "nan", "0x1F"] {
      expectEqual(talk.tell("type w \"<Clear>\(text)\"").first?.contains(" rejected at "), true)
      talk.tell("type w \"<Esc>\"")
    }
    expectEqual(talk.tell("type w \"-0.123456789012345<Return>\"").last?.hasPrefix("w: "), true)
  }

  @Test(arguments: ["C", "POSIX"])
  func slashesInADateNeedALocale(locale: String) throws {
    let talk = try Conversation("define P { d: Date? }\nnew P")
    talk.tell("option locale \(locale); field f on P/1.d")
    #expect(
      talk.tell("type f \"3/7/1968<Esc>\"").first { $0.hasPrefix("/ rejected at 1") } != nil)
    expectEqual(talk.tell("get P/1.d"), ["nil"])
    talk.tell("option locale en_GB; type f \"3/7/1968<Return>\"")
    expectEqual(talk.tell("get P/1.d"), ["1968-07-03"])
  }
}
