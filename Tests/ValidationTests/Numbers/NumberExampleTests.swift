import TestSupport
import Testing
import Validation

struct NumberExampleTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var format: FieldFormat
    var start: String
    var key: Key
    /// nil if the key is rejected.
    var end: String?
    var testDescription: String { "\(start) \(key)" }

    init(_ format: FieldFormat, _ start: String, typed: Unicode.Scalar, _ end: String?) {
      (self.format, self.start, key, self.end) = (format, start, .character(typed), end)
    }

    init(_ format: FieldFormat, _ start: String, pasted: String, _ end: String?) {
      (self.format, self.start, key, self.end) = (format, start, .paste(pasted), end)
    }
  }

  private static let two = Formats.decimal(3, 2)
  private static let fixed = Locale.english.grouped().format(
    DecimalGrammar(maximumIntegerDigits: 8, fractionDigits: 2...2))
  private static let swiss = Formats.decimal(5, 3, .swiss)
  private static let french = Formats.decimal(5, 3, .french)
  private static let german = Formats.decimal(5, 3, .german)
  private static let dollars = Formats.decimal(5, 3, prefix: "$", suffix: "\u{A0}k")
  private static let ounces = Formats.decimal(5, 3, suffix: "\u{A0}fl\u{A0}oz")

  @Test(arguments: [
    // N1 and N2 with a deleted whole part.
    Example(two, "^.25", typed: "3", "3^.25"), Example(two, "0^.25", typed: "4", "4^.25"),
    Example(two, "^25", typed: ".", "0.^25"), Example(two, ".2^5", typed: "7", nil),
    Example(two, ".2^", typed: "7", ".27^"), Example(two, ".^", typed: "7", ".7^"),
    Example(two, "0[0].5", typed: "7", "7^.5"),
    // N6
    Example(swiss, "12^", typed: ",", "12.^"), Example(swiss, "12^", typed: "\u{66B}", "12.^"),
    Example(french, "12^", typed: ".", "12,^"), Example(german, "12^", typed: "\u{66B}", "12,^"),
    Example(german, "12^", typed: ".", nil), Example(swiss, "^", pasted: "1,23", "1.23^"),
    Example(swiss, "^", pasted: "1,234", nil), Example(swiss, "^", pasted: "-1,234", nil),
    Example(swiss, "^", pasted: "0,500", nil), Example(swiss, "^", pasted: "1\u{FF0C}234", nil),
    Example(swiss, "^", pasted: "1\u{66B}234", "1.234^"),
    Example(swiss, "^", pasted: "1.234", "1.234^"), Example(french, "^", pasted: "1.234", nil),
    Example(french, "^", pasted: "1,234", "1,234^"), Example(swiss, "1^", pasted: ",234", nil),
    Example(swiss, "1^", pasted: ",23", "1.23^"),
    // N8
    Example(fixed, "8,000.^00", typed: "5", "8,000.5^0"),
    Example(fixed, "8,000.5^0", typed: "0", "8,000.50^"),
    Example(fixed, "8,000.00^", typed: "5", nil), Example(fixed, "8,000.^00", pasted: "5", nil),
    Example(fixed, "8,000.[0]0", typed: "5", "8,000.5^0"),
    Example(fixed, "8,000.^0", typed: "5", "8,000.5^0"), Example(two, "8.^00", typed: "5", nil),
    // N4
    Example(dollars, "^", pasted: "$12", "12^"), Example(dollars, "^", pasted: "12$", "12^"),
    Example(dollars, "^", pasted: "12 k", "12^"), Example(dollars, "^", pasted: "k12", "12^"),
    Example(dollars, "^", pasted: "$ 12\u{202F}k\n", "12^"),
    Example(dollars, "^", pasted: "€12", nil), Example(dollars, "^", pasted: "$$12", nil),
    Example(dollars, "^", pasted: "$", nil), Example(dollars, "^", pasted: " ", nil),
    Example(ounces, "^", pasted: "12 fl oz", "12^"), Example(ounces, "^", pasted: "$12", nil),
    Example(ounces, "^", pasted: "1\u{FEFF}2\u{200B}\u{AD}\u{2060}", "12^"),
  ])
  func aSentenceOfThePageHolds(example: Example) {
    expectEqual(example.format.pressing([example.key], in: example.start), example.end)
  }

  @Test(arguments: [(".25", "0.25"), ("-.5", "-0.5"), (".0", "0"), ("12.", "12"), ("-0.", "0")])
  func aWholePartThatWasDeletedCountsAsZero(text: String, value: String) {
    expectEqual(Formats.decimal(3, 2).value(of: text), .decimal(ExactDecimal(value)!))
  }

  @Test(
    arguments: [
      (Formats.integer(0...150), "0 to 150"),
      (Formats.integer(Int.min...Int.max), "a whole number"),
      (Formats.integer(Int.min...5), "up to 5"), (Formats.integer(5...Int.max), "at least 5"),
      (
        Locale.english.format(
          DecimalGrammar(maximumIntegerDigits: 5, fractionDigits: 1...1), suffix: "\u{A0}g"),
        "5 digits, 1 decimal, in g"
      ),
      (
        Locale.english.format(
          DecimalGrammar(maximumIntegerDigits: 1, fractionDigits: 1...3), prefix: "$"),
        "1 digit, up to 3 decimals, in $"
      ),
      (
        Formats.decimal(1, 2, .german, minimum: "0.30", maximum: "2.80"),
        "0,3 to 2,8, up to 2 decimals"
      ),
      (FieldFormat(grammar: DoubleGrammar()), "a number"),
      (FieldFormat(grammar: DoubleGrammar(minimum: 0.5), suffix: " m"), "at least 0.5, in m"),
      (FieldFormat(grammar: TextGrammar()), "text"),
      (FieldFormat(grammar: TextGrammar(length: 1...)), "1 character or more"),
      (FieldFormat(grammar: TextGrammar(length: ...20)), "up to 20 characters"),
      (FieldFormat(grammar: TextGrammar(length: 2...20)), "2 to 20 characters"),
      (FieldFormat(grammar: TextGrammar(length: 4...4)), "4 characters"),
      (FieldFormat(grammar: ChoiceGrammar(["b", "a", "c"])), "b, a or c"),
      (FieldFormat(grammar: ChoiceGrammar((0..<50).map(String.init))), "one of 50 names"),
      (FieldFormat(grammar: ChoiceGrammar([])), nil),
      (FieldFormat(grammar: BooleanGrammar()), "true or false"),
    ] as [(FieldFormat, String?)])
  func aFieldSaysWhatItExpectsInTheWordsOfAForm(format: FieldFormat, words: String?) {
    expectEqual(format.expectation, words)
  }

  @Test func theNamesThatATextCanBecomeAreKnown() {
    let format = FieldFormat(grammar: ChoiceGrammar(["b", "ad", "ab"]))
    func candidates(_ text: String, _ caret: Int) -> [String] {
      format.candidates(for: EditState(text: text, selection: Selection(caret: caret))).texts
    }
    expectEqual(candidates("a", 1), ["ab", "ad"])
    expectEqual(candidates("", 0), ["ab", "ad", "b"])
    expectEqual(candidates("a", 0), [])
    expectEqual(candidates("x", 1), [])
  }
}
