import Testing
import Validation

/// The lines of CORNER-CASES.md that concern cards, hexadecimal texts, masks and dates, as
/// KEYSTROKES.md decides them.
struct KindCornerCaseTests {
  typealias Case = CornerCaseTests.Case

  static let card = FieldFormat(grammar: CardGrammar())
  static let date = FieldFormat(grammar: DateGrammar())
  static let german = FieldFormat(grammar: DateGrammar(order: .dayMonthYear, separator: "."))
  static let moment = FieldFormat(grammar: DateTimeGrammar())

  static func hex(_ digits: Int) -> FieldFormat { FieldFormat(grammar: HexGrammar(digits: digits)) }

  static func mask(_ pattern: String) -> FieldFormat {
    FieldFormat(grammar: maskGrammar(pattern))
  }

  static let phone = mask("(000) 000")
  static let russian = mask("+7 (000) 000-00-00")

  static let cards: [Case] = [
    Case(148, card, "4111 ^1", [.backspace], "411^1"),
    Case(148, card, "4111 1^", [.backspace], "4111^"),
    Case(149, card, "1234^ 1234", [.character("3")], "1234 3^123 4"),
    Case(150, card, "^", Key.typing("37828224631"), "3782 822463 1^"),
    Case(150, card, "3782 822463 10005^", [.character("1")], nil),
    Case(150, card, "^3782 822463 1", [.delete], "^7828 2246 31"),
    Case(151, card, "[4]111 1111 1111 1111", [.character("3")], "3^111 1111 1111 1111"),
    Case(151, card, "[4]711 1111 1111 1111 111", [.character("3")], nil),
    Case(151, card, "[41]11 1111 1111 1111", [.paste("37")], nil),
    Case(151, card, "[411]1 1111 1111 1111", [.paste("37")], "37^11 111111 11111"),
    Case(152, card, "^", Key.typing("12345"), "1234 5^"),
    Case(153, card, "411111111111111^", [.character("2")], "4111 1111 1111 1112^"),
    Case(107, card, "^", [.paste("４１１１")], "4111^"),
    Case(104, card, "^", Key.typing("٤١1"), "411^"),
    Case(111, card, "^", [.paste("\u{FEFF}4111\u{200B} 11\u{AD}11\n")], "4111 1111^"),
    Case(33, card, "^", [.paste("4111\u{A0}1111\u{202F}1\u{2009}1")], "4111 1111 11^"),
    Case(112, card, "^", [.paste("41👍11")], nil),
    Case(109, card, "4^", [.character("\u{301}")], nil),
    Case(108, card, "4^", [.character("②")], nil),
    Case(123, card, "[4111 1]", [.paste("4111 1")], "4111 1^"),
    Case(124, card, "^", [.paste(" ")], nil),
    Case(27, card, "4111^", [.character(" ")], "4111^"),
    Case(27, card, "^4111", [.character(" ")], nil),
    Case(19, card, "4111^ 1234", [.delete], "4111^ 234"),
    Case(24, card, "^", Key.typing("4111 1111 2"), "4111 1111 2^"),
  ]

  static let texts: [Case] = [
    Case(163, hex(4), "^", [.character("Ａ")], nil),
    Case(164, hex(4), "^", [.paste("0xFF")], "FF^"),
    Case(164, hex(4), "^", [.paste("0XfF")], "FF^"),
    Case(164, hex(4), "^", [.paste(" #ff\n")], "FF^"),
    Case(164, hex(4), "^", [.paste("FF FF")], nil),
    Case(164, hex(4), "^", [.paste("##FF")], nil),
    Case(164, hex(4), "^", [.paste("0x")], nil),
    Case(164, hex(4), "0^", [.character("x")], nil),
    Case(164, hex(4), "^", [.character("#")], nil),
    Case(165, hex(16), "1000000000000000^", [.character("0")], nil),
    Case(165, hex(2), "0^0", [.character("0")], nil),
    Case(154, phone, "^(123) 4", [.character("(")], "(^123) 4"),
    Case(154, phone, "(123^) 4", [.character(")")], "(123)^ 4"),
    Case(155, russian, "^", [.paste("+79114041112")], "+7 (911) 404-11-12^"),
    Case(155, russian, "^", [.paste("9114041112")], "+7 (911) 404-11-12^"),
    Case(155, russian, "^", [.paste("+7 (911) 404-11-12")], "+7 (911) 404-11-12^"),
    Case(155, russian, "^", [.paste("+7 (9114041112___)")], nil),
    Case(156, mask("+31 0000000000"), "^", [.paste("3112345678")], "+31 3112345678^"),
    Case(156, mask("+31 0000000000"), "^", [.paste("+3112345678")], "+31 12345678^"),
    Case(157, mask("+1 (000) 200-0000"), "^", [.character("1")], "+1 (1^"),
    Case(157, mask("+1 (000) 200-0000"), "^", Key.typing("+1 (123) 2"), "+1 (123) 2^"),
    Case(157, mask("+1 (000) 200-0000"), "+1 (123^", [.character("2")], "+1 (123) 22^"),
    Case(158, date, "20^26-11-21", [.character("-")], nil),
    Case(158, date, "2026^-11-21", [.character("-")], "2026-^11-21"),
    Case(159, phone, "(12^3) 456", [.backspace], "(1^3) 456"),
    Case(159, phone, "(1^3) 456", [.character("9")], "(19^3) 456"),
    Case(160, mask("00"), "^", [.character("0")], "0^"),
    Case(161, mask("AA"), "^", [.character("ß")], nil),
    Case(161, mask("AA"), "^", [.character("ﬁ")], nil),
    Case(161, mask("AA"), "^", Key.typing("äб"), "ÄБ^"),
    Case(161, mask("aa"), "^", Key.typing("ßb"), "ßb^"),
    Case(166, mask("+1 (000)"), "+^1 (12", [.character("3")], "+1 (3^12"),
    Case(166, phone, "^(12", [.character("3")], "(3^12"),
    Case(168, phone, "hello^", [.character("1")], nil),
    Case(168, phone, "hello^", [.backspace], "hell^"),
    Case(125, mask("000000"), "^", [.paste(""), .paste(""), .character("1")], "1^"),
    Case(125, mask("000000"), "^", [.paste(""), .paste("123456")], "123456^"),
  ]

  static let dates: [Case] = [
    Case(77, date, "^", Key.typing("20261121"), "2026-11-21^"),
    Case(77, date, "^", Key.typing("2026-11-21"), "2026-11-21^"),
    Case(77, german, "^", Key.typing("21112026"), "21.11.2026^"),
    Case(77, moment, "^", Key.typing("20261121100000Z"), "2026-11-21T10:00:00Z^"),
    Case(80, date, "2026-1^", [.character("3")], nil),
    Case(80, date, "2026-02-2^", [.character("9")], nil),
    Case(80, date, "2024-02-2^", [.character("9")], "2024-02-29^"),
    Case(80, date, "000^", [.character("0")], nil),
    Case(80, german, "^", Key.typing("29022023"), nil),
    Case(80, german, "^", Key.typing("29021904"), "29.02.1904^"),
    Case(80, german, "^", Key.typing("29021900"), nil),
    Case(80, german, "^", Key.typing("29022024"), "29.02.2024^"),
    Case(80, german, "^", Key.typing("31.04"), nil),
    Case(80, moment, "2026-11-21T^", Key.typing("24"), nil),
    Case(81, date, "2026-[1]1-30", [.character("0")], "2026-0^1-30"),
    Case(81, date, "2026-0[1]-30", [.character("2")], "2026-02^-30"),
    Case(94, date, "^", [.paste("2026-02-30")], nil),
    Case(29, date, "[2026-11-21]", [.paste("2026-11-21")], "2026-11-21^"),
    Case(116, date, "^", [.paste("\u{A0}2026-11-21\n")], "2026-11-21^"),
    Case(71, date, "^", [.paste("2026–11—21")], "2026-11-21^"),
    Case(107, date, "^", [.paste("２０２６")], "2026^"),
    Case(115, date, "^", [.paste("2026-11-21x")], nil),
    Case(120, date, "2026-11-2^", [.paste("11")], nil),
    Case(18, date, "2026-^11", [.backspace], "2026^11"),
    Case(18, date, "2026^11", [.character("-")], "2026-^11"),
  ]

  @Test(arguments: cards + texts + dates)
  func keysLeadWhereTheContractSays(corner: Case) {
    let end = corner.format.pressing(corner.keys, in: corner.start)
    #expect(end == corner.end, "\(corner.number)")
  }

  /// Case 162.
  @Test(arguments: ["", "-", "\\0", "0\\", "\\0\\A"])
  func maskWithNothingToFillInIsRefused(pattern: String) {
    #expect(throws: Rejection.self) { try MaskGrammar(pattern) }
  }

  /// Case 168.
  @Test func whatDoesNotFitIsShownAndReported() {
    for format in [KindCornerCaseTests.phone, KindCornerCaseTests.date, KindCornerCaseTests.hex(2)]
    {
      #expect(format.text(for: .text("nothing of it")) == "nothing of it")
      guard case .incomplete = format.content(of: "nothing of it") else {
        Issue.record("taken")
        continue
      }
    }
    #expect(KindCornerCaseTests.card.text(for: .text("12345")) == "1234 5")
  }

  /// Cases 126 and 129.
  @Test func severalRangesAreOneEdit() {
    let state = EditState(
      text: "4111 1111 2", selection: Selection(anchor: 0, caret: 11))
    let drop = Edit(ranges: [10..<11, 0..<2], replacement: "41", isTyped: false)
    #expect(
      KindCornerCaseTests.card.outcome(of: drop, in: state)
        == .accepted(
          EditState(text: "1111 1141", selection: Selection(caret: 9)),
          .incomplete(reason: "4 more digits")))
  }

  @Test func contradictionsAreMistakesOfTheProgram() async {
    await #expect(processExitsWith: .failure) { _ = HexGrammar(digits: 0) }
    await #expect(processExitsWith: .failure) { _ = DateGrammar(from: .last, through: .first) }
    await #expect(processExitsWith: .failure) { _ = DateGrammar(separator: "") }
    await #expect(processExitsWith: .failure) { _ = DoubleGrammar(minimum: 2, maximum: 1) }
    #expect(Day(year: 2026, month: 2, day: 29) == nil)
    #expect(Moment(.first, hour: 24, minute: 0, second: 0) == nil)
  }
}
