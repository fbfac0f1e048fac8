import TestSupport
import Testing
import Validation

struct DecimalTests {
  struct Label: Sendable {
    var value: String
    var fraction: ClosedRange<Int>
    var integerDigits: Int?
    var locale: Locale
    var text: String
  }

  @Test(arguments: [
    Label(value: "1234", fraction: 0...0, integerDigits: 3, locale: .english, text: "###"),
    Label(value: "123456", fraction: 1...3, integerDigits: 5, locale: .english, text: "#####"),
    Label(value: "99999.9996", fraction: 1...3, integerDigits: 5, locale: .english, text: "#####"),
    Label(value: "12345.6", fraction: 1...3, integerDigits: 5, locale: .english, text: "12345.6"),
    Label(value: "0.125", fraction: 2...2, integerDigits: nil, locale: .english, text: "0.12"),
    Label(value: "0.135", fraction: 2...2, integerDigits: nil, locale: .english, text: "0.14"),
    Label(value: "-0.001", fraction: 2...2, integerDigits: nil, locale: .english, text: "0.00"),
    Label(value: "5", fraction: 1...3, integerDigits: nil, locale: .german, text: "5,0"),
    Label(value: "9.20", fraction: 0...3, integerDigits: nil, locale: .english, text: "9.2"),
    Label(value: "0.5", fraction: 0...1, integerDigits: 0, locale: .english, text: "0.5"),
    Label(
      value: "1234567", fraction: 0...0, integerDigits: nil, locale: .indian, text: "12,34,567"),
    Label(
      value: "1234", fraction: 0...0, integerDigits: nil, locale: .german.grouped(minimum: 2),
      text: "1234"),
    Label(
      value: "-12345.5", fraction: 2...2, integerDigits: nil, locale: .arabic.grouped(),
      text: "\u{61C}-١٢٬٣٤٥٫٥٠"),
  ])
  func labelsNeverShowAWrongNumber(label: Label) {
    let text = ExactDecimal(label.value)!.formatted(
      minimumFractionDigits: label.fraction.lowerBound,
      maximumFractionDigits: label.fraction.upperBound, maximumIntegerDigits: label.integerDigits,
      symbols: label.locale.numberSymbols, isGrouped: label.locale.symbols.isGrouped)
    expectEqual(text, label.text)
  }

  @Test func boundsOffTheGridLetOnlyWhatIsInsideThrough() {
    let format = Formats.decimal(2, 1, minimum: "0.25", maximum: "1.99")
    for (text, isInside) in [
      ("0.2", false), ("0.3", true), ("1.9", true), ("2.0", false), ("1", true), ("0", false),
    ] {
      expectEqual((format.value(of: text) != nil), isInside, "\(text)")
    }
    #expect(format.pressing(Key.typing("0.2"), in: "^") == nil)
    expectEqual(format.pressing(Key.typing("0.3"), in: "^"), "0.3^")
    let negative = Formats.decimal(2, 1, minimum: "-1.99", maximum: "-0.25")
    #expect(negative.pressing(Key.typing("-0.2"), in: "^") == nil)
    expectEqual(negative.pressing(Key.typing("-1.9"), in: "^"), "-1.9^")
    #expect(negative.pressing(Key.typing("-2"), in: "^") == nil)
    let beyond = Formats.decimal(1, 1, minimum: "5", maximum: "1234.5")
    expectEqual(beyond.pressing(Key.typing("9.9"), in: "^"), "9.9^")
    #expect(
      Formats.decimal(1, 1, minimum: "12", maximum: "13").pressing(Key.typing("1"), in: "^") == nil)
  }

  @Test func valuesBeyondTheGrammarAreShownInFull() {
    let format = Formats.decimal(3, 2, .german.grouped())
    expectEqual(format.text(for: .decimal(ExactDecimal("-123456.789")!)), "-123.456,789")
    #expect(format.value(of: "-123.456,789") == nil)
    expectEqual(format.text(for: .text("x")), "x")
    expectEqual(Formats.natural.text(for: .boolean(true)), "true")
    expectEqual(Formats.natural.text(for: .double(1.5)), "1.5")
    expectEqual(format.text(for: .integer(5)), "5")
    expectEqual(Formats.natural.text(for: .decimal(ExactDecimal("1.5")!)), "1.5")
  }

  @Test(arguments: [
    "12,34", "1234,5", "1,234.", ",", "1,,234", "٣", "01,234,", "1234", "\u{2212}5", " 5",
  ])
  func textsNotWrittenAsDisplayedHaveNoValue(text: String) {
    let format = Formats.decimal(8, 2, .english.grouped())
    if text == "1,234." {
      expectEqual(format.value(of: text), .decimal(ExactDecimal(1234)))
    } else {
      #expect(format.value(of: text) == nil)
    }
  }
}
