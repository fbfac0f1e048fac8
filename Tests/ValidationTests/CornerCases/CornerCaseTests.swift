import Testing
import Validation

/// The lines of CORNER-CASES.md that concern text and numbers, as KEYSTROKES.md decides them.
struct CornerCaseTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var number: Int
    var format: FieldFormat
    var start: String
    var keys: [Key]
    var end: String?
    var testDescription: String { "\(number): \(start)" }

    init(_ number: Int, _ format: FieldFormat, _ start: String, _ keys: [Key], _ end: String?) {
      self.number = number
      self.format = format
      self.start = start
      self.keys = keys
      self.end = end
    }
  }

  static let grouped = Formats.decimal(10, 4, .english.grouped())
  static let german = Formats.decimal(10, 4, .german.grouped())
  static let french = Formats.decimal(10, 4, .french.grouped())
  static let two = Formats.decimal(3, 2)

  static let deletion: [Case] = [
    Case(1, Formats.integer, "12^34", [.backspace], "1^34"),
    Case(2, Formats.integer, "^", [.backspace, .delete, .cut, .clear], "^"),
    Case(3, Formats.integer, "12[34]56", [.backspace], "12^56"),
    Case(3, Formats.integer, "12[34]56", [.cut], "12^56"),
    Case(4, grouped, "[1,234.5]", [.delete], "^"),
    Case(5, Formats.integer, "^123", [.backspace], "^123"),
    Case(6, Formats.integer, "123^", [.delete], "123^"),
    Case(7, Formats.integer, "12^34", [.delete], "12^4"),
    Case(8, grouped, "1,234.5^", [.wordBackspace], "^"),
    Case(9, two, "[-1]2", [.delete], "^2"),
    Case(10, two, "-5^", [.backspace], "-^"),
    Case(11, Formats.decimal(3, 2, prefix: "USD"), "-^", [.backspace], "^"),
    Case(12, two, "1^.", [.backspace], "^."),
    Case(13, two, "0^.78", [.backspace], "^.78"),
    Case(14, Formats.decimal(5, 2), "1^0000.25", [.backspace], "^0000.25"),
    Case(14, Formats.decimal(5, 2), "1^0000.25", [.backspace, .character("2")], "2^0000.25"),
    Case(15, two, "123456.789^", [.backspace], "123456.78^"),
    Case(15, two, "123456.789^", [.character("1")], nil),
    Case(16, two, "-[5]", [.character("-")], nil),
    Case(47, two, "12.^34", [.backspace], "12^34"),
    Case(48, Formats.decimal(4, 2), "12.^34", [.backspace], "12^34"),
    Case(101, Formats.integer, "1^00", [.backspace], "^00"),
    Case(134, Formats.integer, "5^", [.backspace], "^"),
  ]

  static let groups: [Case] = [
    Case(18, grouped, "12,^345.50", [.backspace], "1^,345.50"),
    Case(19, grouped, "1^,345", [.delete], "1^45"),
    Case(20, grouped, "1^,337", [.backspace], "^337"),
    Case(21, grouped, "1,00^0", [.backspace], "10^0"),
    Case(22, grouped, "2,342,343^", [.backspace], "234,234^"),
    Case(23, german, "1.234.567^,8901", [.backspace], "123.456^,8901"),
    Case(25, grouped, "1^23,456", [.character("9")], "1,9^23,456"),
    Case(26, grouped, "1[,2]34", [.character("9")], "1,9^34"),
    Case(27, grouped, "1^", [.character(",")], nil),
    Case(27, grouped, "1^,234", [.character(",")], "1,^234"),
    Case(28, grouped, "1,234.5^", [.character("6")], "1,234.56^"),
    Case(29, grouped, "[1,234,567]", [.paste("1,234,567")], "1,234,567^"),
    Case(30, grouped, "^", [.paste("1,23")], nil),
    Case(31, german, "^", [.paste("1.5")], nil),
    Case(32, german, "^", [.paste("1.234")], "1.234^"),
    Case(32, Formats.decimal(10, 4), "^", [.paste("1.234")], "1.234^"),
    Case(33, french, "^", [.paste("1 234,5")], "1\u{202F}234,5^"),
    Case(33, french, "^", [.paste("1\u{A0}234,5")], "1\u{202F}234,5^"),
    Case(33, french, "^", [.paste("1\u{202F}234,5")], "1\u{202F}234,5^"),
    Case(33, french, "^", [.paste("1\u{2009}234,5")], "1\u{202F}234,5^"),
    Case(34, Formats.decimal(5, 2, .swiss), "^", [.paste("1'234")], "1234^"),
    Case(34, Formats.decimal(5, 2, .swiss.grouped()), "^", [.paste("1’234")], "1’234^"),
    Case(35, Formats.decimal(8, 2, .indian), "^", Key.typing("12345678"), "1,23,45,678^"),
    Case(
      36, Formats.decimal(8, 2, .german.grouped(minimum: 2)), "^", Key.typing("1234"), "1234^"),
    Case(
      36, Formats.decimal(8, 2, .german.grouped(minimum: 2)), "^", Key.typing("12345"), "12.345^"),
    Case(37, grouped, "1^,000,012", [.backspace], "^000,012"),
    Case(38, grouped, "^123,456", [.character("-")], "-^123,456"),
    Case(
      39, Formats.decimal(8, 2, .french.grouped(), suffix: "\u{A0}₽"), "^",
      [.paste("1 234,50 ₽")], "1\u{202F}234,50^"),
  ]

  static let separators: [Case] = [
    Case(41, two, "^", [.character(".")], "0.^"),
    Case(42, two, "12.3^", [.character(".")], nil),
    Case(43, two, "1^2.3", [.character(".")], nil),
    Case(44, two, "12^.30", [.character(".")], "12.^30"),
    Case(45, two, "^", [.paste("1.2.3")], nil),
    Case(46, Formats.decimal(3, 4), "3.^4", [.paste("1.2")], nil),
    Case(49, two, "12[.3]4", [.character("5")], nil),
    Case(50, two, "[12.34]", [.character(".")], "0.^"),
    Case(51, two, "1.23^", [.character("4")], nil),
    Case(52, two, "1.^23", [.character("4")], nil),
    Case(53, two, "^123.45", [.character("9")], nil),
    Case(54, Formats.integer, "^", [.paste("9.55")], nil),
    Case(55, Formats.integer, "9^", [.character(".")], nil),
    Case(57, Formats.decimal(3, 2, .french), "1^", [.character(".")], "1,^"),
    Case(57, Formats.decimal(3, 2, .french), "^", [.paste("1.5")], "1,5^"),
    Case(58, german, "1^", [.character(".")], nil),
    Case(59, Formats.decimal(3, 2, .arabic), "^", Key.typing("1٫5"), "١٫٥^"),
    Case(60, two, "^5", [.character(".")], "0.^5"),
  ]

  static let signs: [Case] = [
    Case(61, two, "^", [.character("-")], "-^"),
    Case(62, Formats.natural, "^", [.character("-")], nil),
    Case(63, two, "^12", [.character("-")], "-^12"),
    Case(64, two, "12^", [.character("-")], nil),
    Case(65, two, "^-12", [.character("5")], nil),
    Case(66, two, "-12^", [.character("-")], nil),
    Case(67, two, "^", Key.typing("-0.0"), "-0.0^"),
    Case(68, two, "-0^", [.character("5")], "-5^"),
    Case(69, Formats.integer(-100...(-10)), "^", [.character("5")], nil),
    Case(70, Formats.integer(-9...9, .swedish), "^", Key.typing("-5"), "\u{2212}5^"),
    Case(71, Formats.integer, "^", [.paste("\u{2212}5")], "-5^"),
    Case(71, Formats.integer, "^", [.paste("–5")], "-5^"),
    Case(71, Formats.integer, "^", [.paste("—5")], "-5^"),
    Case(71, Formats.integer, "^", [.paste("－5")], "-5^"),
    Case(71, Formats.integer, "^", [.paste("﹣5")], "-5^"),
    Case(73, Formats.integer, "^", [.paste("5-")], nil),
    Case(74, Formats.integer, "^", [.paste("(5)")], nil),
    Case(75, Formats.integer, "^", [.paste("+5")], nil),
    Case(75, Formats.integer, "^", [.character("+")], nil),
    Case(76, Formats.integer, "^", [.paste("—"), .character("-")], nil),
  ]

  static let ranges: [Case] = [
    Case(77, Formats.integer(10...99), "^", Key.typing("42"), "42^"),
    Case(78, Formats.decimal(1, 2, minimum: "0.01"), "^", Key.typing("0.01"), "0.01^"),
    Case(79, Formats.integer(1...9), "[5]", [.clear], "^"),
    Case(80, Formats.integer(0...100), "100^", [.character("0")], nil),
    Case(81, Formats.integer(46...53), "[4]9", [.character("5")], "5^9"),
    Case(
      81, Formats.integer(46...53), "[4]9", [.character("5"), .delete, .character("1")], "51^"),
    Case(82, Formats.integer(-53...(-46)), "-[4]9", [.character("5")], "-5^9"),
    Case(83, Formats.integer(-100...0), "-^50", [.character("1")], "-1^50"),
    Case(84, Formats.integer(0...10), "^", [.paste("000000000000000000000")], "0^"),
    Case(
      85, Formats.integer(Int.min...Int.max), "922337203685477580^", [.character("8")], nil),
    Case(
      85, Formats.integer(Int.min...Int.max), "922337203685477580^", [.character("7")],
      "9223372036854775807^"),
    Case(86, Formats.integer(-128...127), "12^", [.character("8")], nil),
    Case(86, Formats.integer(-128...127), "-12^", [.character("8")], "-128^"),
    Case(87, Formats.integer(0...255), "25^", [.character("6")], nil),
    Case(
      88, Formats.decimal(38, 2), "^",
      [.paste("123456789012345678901234567890123456789")], nil),
    Case(
      91, Formats.decimal(3, 3, minimum: "-100", maximum: "30"), "^", Key.typing("-32.123"),
      "-32.123^"),
    Case(94, Formats.integer(0...100), "^", [.paste("500")], nil),
    Case(95, Formats.integer, "0^", [.character("5")], "5^"),
    Case(96, Formats.integer, "^0", [.character("5")], "5^0"),
    Case(97, Formats.integer, "0^", [.character("0")], "0^"),
    Case(98, two, "0^.5", [.character("3")], "3^.5"),
    Case(99, two, "1.0^", [.character("5")], "1.05^"),
  ]

  static let characters: [Case] = [
    Case(104, Formats.integer, "^", [.character("٣")], "3^"),
    Case(104, Formats.integer(0...9, .arabic), "^", [.character("٣")], "٣^"),
    Case(105, Formats.integer(0...9, .arabic), "^", [.character("۳")], "٣^"),
    Case(106, Formats.integer, "^", [.paste("١2")], "12^"),
    Case(107, Formats.integer, "^", [.paste("１２")], "12^"),
    Case(108, Formats.integer, "1^", [.character("²")], nil),
    Case(108, Formats.integer, "1^", [.character("½")], nil),
    Case(108, Formats.integer, "1^", [.character("①")], nil),
    Case(108, Formats.integer, "1^", [.character("Ⅷ")], nil),
    Case(108, Formats.integer, "1^", [.character("一")], nil),
    Case(109, Formats.integer, "^", [.paste("5️⃣")], nil),
    Case(109, Formats.integer, "1^", [.character("\u{301}")], nil),
    Case(109, Formats.integer, "12^", [.character("\u{20E3}")], nil),
    Case(110, Formats.integer, "^", [.character("𝟗")], "9^"),
    Case(111, Formats.integer, "^", [.paste("\u{FEFF}1\u{200B}2\u{200E}3\u{AD}")], "123^"),
    Case(112, Formats.integer, "^", [.paste("12👍34")], nil),
    Case(113, Formats.integer, "^", [.paste("12\r\n")], "12^"),
    Case(113, Formats.integer, "^", [.paste("1\t2")], nil),
    Case(114, Formats.integer, "^", [.paste("abc")], nil),
    Case(114, Formats.integer, "5^", [.paste("a1")], nil),
    Case(115, two, "^", [.paste("12abc")], nil),
    Case(116, Formats.integer, "^", [.paste(" 42 ")], "42^"),
    Case(117, Formats.decimal(5, 2, prefix: "$"), "^", [.paste("$1,234.50")], "1234.50^"),
    Case(117, Formats.decimal(5, 2), "^", [.paste("$1,234.50")], nil),
    Case(118, two, "^", [.paste("1e5")], nil),
    Case(119, two, "^", [.paste("0x10")], nil),
    Case(119, two, "^", [.paste("nan")], nil),
    Case(119, two, "^", [.paste("inf")], nil),
    Case(120, Formats.integer(0...9999), "12^", [.paste("345")], nil),
    Case(121, two, "[-123.45]", [.paste("876")], "876^"),
    Case(122, two, "12^34", [.paste("9.9")], nil),
    Case(123, two, "[12.5]", [.paste("12.5")], "12.5^"),
    Case(124, two, "^", [.paste("")], "^"),
    Case(124, two, "^", [.paste(" ")], nil),
    Case(
      167, Locale.english.format(TextGrammar(length: 0...2)), "👍🏽^", [.character("a")], "👍🏽a^"),
    Case(167, Locale.english.format(TextGrammar(length: 0...2)), "👍🏽a^", [.character("b")], nil),
    Case(
      167, Locale.english.format(TextGrammar(length: 0...2)), "👍🏽a^", [.character("\u{301}")],
      "👍🏽a\u{301}^"),
  ]

  @Test(arguments: deletion + groups + separators + signs + ranges + characters)
  func keysLeadWhereTheContractSays(corner: Case) {
    let end = corner.format.pressing(corner.keys, in: corner.start)
    #expect(end == corner.end, "\(corner.number)")
    if let end, let expected = corner.end {
      #expect(Array(end.unicodeScalars) == Array(expected.unicodeScalars))
    }
  }

  @Test(
    arguments: [
      ("-", nil), (".78", nil), ("00", "0"), ("-0.0", "0"), ("00.25", "0.25"), ("12.", "12"),
      (".", nil), ("-.5", nil), ("123456", nil), ("1.234", nil), ("1,234", nil), ("x", nil),
    ] as [(String, String?)])
  func unfinishedTextsHaveTheValueOfTheTable(text: String, value: String?) {
    let content = Formats.decimal(5, 2).content(of: text)
    switch value {
    case let value?: #expect(content == .complete(.decimal(Numeral(value)!)))
    case nil:
      guard case .incomplete = content else {
        Issue.record("\(content)")
        return
      }
    }
  }

  @Test func minusOfSeveralScalarsIsOneCharacterToTheCaret() {
    for locale in [Locale.arabic, .persian, .kashmiri] {
      let format = Formats.integer(-99...99, locale)
      var editor = FieldEditor(format: format, text: "")
      for key in Key.typing("-12") { editor.press(key) }
      let digits = [locale.symbols.digit(1), locale.symbols.digit(2)]
      #expect(editor.state.text == locale.symbols.minus + digits.joined())
      #expect(editor.state.selection == Selection(caret: 3))
      editor.press(.left)
      editor.press(.left)
      #expect(editor.state.selection == Selection(caret: 1))
      editor.press(.selectLeft)
      #expect(editor.selectedText == locale.symbols.minus)
      editor.press(.right)
      editor.press(.backspace)
      #expect(editor.state.text == digits.joined())
      #expect(editor.state.selection == Selection(caret: 0))
    }
  }

  @Test func rangesOutOfBoundsAreRejected() {
    let format = Formats.integer
    let state = EditState(text: "1", selection: Selection(caret: 1))
    for ranges in [[0..<121], [2..<2], [-1..<0], [Int.max..<Int.max], [0..<0, 1..<2], []] {
      for replacement in ["", "1"] {
        let edit = Edit(ranges: ranges, replacement: replacement, isTyped: false)
        guard case .rejected = format.outcome(of: edit, in: state) else {
          Issue.record("\(ranges)")
          continue
        }
      }
    }
  }

  @Test func severalRangesAreOneEdit() {
    let format = Formats.natural
    let state = EditState(text: "123456", selection: Selection(anchor: 0, caret: 6))
    let drop = Edit(ranges: [5..<6, 0..<2], replacement: "12", isTyped: false)
    #expect(
      format.outcome(of: drop, in: state)
        == .accepted(
          EditState(text: "34512", selection: Selection(caret: 5)), .complete(.integer(34512))))
    let cut = Edit(ranges: [1..<2, 3..<4, 3..<5], replacement: "", isTyped: false)
    #expect(
      format.outcome(of: cut, in: state)
        == .accepted(
          EditState(text: "136", selection: Selection(caret: 1)), .complete(.integer(136))))
    let bad = Edit(ranges: [1..<2, 3..<4], replacement: "x", isTyped: false)
    guard case .rejected = format.outcome(of: bad, in: state) else {
      Issue.record("x is no digit")
      return
    }
  }

  @Test func equalSeparatorsAreAMistakeOfTheProgram() async {
    await #expect(processExitsWith: .failure) {
      _ = NumberSymbols(decimalSeparator: ",", groupingSeparator: ",")
    }
  }

  @Test func minimumAboveMaximumIsAMistakeOfTheProgram() async {
    await #expect(processExitsWith: .failure) {
      _ = DecimalGrammar(
        maximumIntegerDigits: 2, fractionDigits: 0...1, minimum: Numeral(2), maximum: Numeral(1))
    }
  }
}
