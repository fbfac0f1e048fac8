import TestSupport
import Testing
import Validation

struct TextTests {
  @Test(arguments: [0...0, 0...1, 1...2, 2...3, 3...3])
  func engineAgreesWithReferenceOnEveryTextEdit(length: ClosedRange<Int>) {
    let format = Locale.english.format(TextGrammar(length: length))
    let reference = ReferenceText(length: length)
    var differences: [String] = []
    let pieces = ["a", "e", "\u{301}", "👍", "🏽", "🇩", " "]
    for text in [""] + strings(of: ["a", "\u{301}", "👍", "🇩"], upTo: 3) {
      let count = text.count
      for lower in 0...count {
        for upper in lower...count {
          for string in [""] + strings(of: pieces, upTo: 2) {
            let expected = reference.text(text, replacing: lower..<upper, with: string)
            let outcome = format.outcome(
              of: Edit(range: lower..<upper, replacement: string, isTyped: string.count == 1),
              in: EditState(text: text, selection: Selection(anchor: lower, caret: upper)))
            var place: String { "\(text) \(lower)..<\(upper) ← \(string): \(outcome)" }
            guard let (result, caret) = expected else {
              if outcome.kind != .rejected { differences.append(place) }
              continue
            }
            let isComplete = !result.isEmpty && length.contains(result.count)
            guard case .accepted(let state, let content) = outcome,
              state == EditState(text: result, selection: Selection(caret: caret)),
              content == format.content(of: state), isComplete == (content.value != nil)
            else {
              differences.append(place)
              continue
            }
          }
        }
      }
    }
    #expect(differences.isEmpty, "\(differences.prefix(8))")
  }

  @Test func oneSidedLengthsLimitOneSide() {
    let atLeast = FieldFormat(grammar: TextGrammar(length: 2...))
    expectEqual(atLeast.content(of: "a"), .incomplete(reason: "one more character"))
    expectEqual(atLeast.content(of: "ab"), .complete(.text("ab")))
    let atMost = FieldFormat(grammar: TextGrammar(length: ...1))
    expectEqual(
      atMost.content(of: "ab"), .incomplete(reason: "at most 1 character, but there are 2"))
    #expect(atMost.pressing([.character("b")], in: "a^") == nil)
  }

  @Test func textIsPastedAsItStands() {
    let format = FieldFormat(grammar: TextGrammar(), prefix: "€")
    expectEqual(format.pressing([.paste(" €1\u{FEFF} \n")], in: "^"), " €1\u{FEFF} \n^")
  }

  @Test func canonicallyEquivalentTextsAreDifferentValues() {
    let format = FieldFormat(grammar: TextGrammar())
    var editor = FieldEditor(format: format, text: "é")
    editor.press(.selectAll)
    editor.press(.paste("e\u{301}"))
    expectEqual(editor.content, .complete(.text("e\u{301}")))
    #expect(editor.content != .complete(.text("é")))
    editor.press(.undo)
    expectEqual(editor.content, .complete(.text("é")))
    expectEqual(Set([Value.text("é"), .text("e\u{301}")]).count, 2)
    expectEqual(Set([Value.integer(1), .decimal(ExactDecimal(1)), .double(1)]).count, 3)
  }

  @Test(
    arguments: [
      ("true", Value.boolean(true)), ("false", .boolean(false)), ("tru", nil),
      ("True", .boolean(true)),
      ("1", nil), ("true ", nil),
    ] as [(String, Value?)])
  func truthValuesAreReadWhole(text: String, value: Value?) {
    expectEqual(FieldFormat(grammar: BooleanGrammar()).value(of: text), value)
  }

  @Test(
    arguments: [
      ("1,5", 1.5), ("\u{2212}0,25", -0.25), ("7", 7), ("7,", 7), ("007", 7), ("-1", nil),
      ("1.5", nil),
      ("1\u{A0}000", nil), ("", nil), (",5", 0.5), (",", nil), ("1e3", nil), ("inf", nil),
      ("nan", nil),
      ("0x10", nil), (" 1", nil), ("1234567890123456", nil), ("0,1234567890123456", nil),
      ("123456789012345,5", 123_456_789_012_345.5), ("1e+21", nil), ("1E+21", nil), ("-0", nil),
      ("\u{2212}0", 0),
    ] as [(String, Double?)])
  func doublesAreReadWithTheSymbolsOfTheLocale(text: String, value: Double?) {
    let format = Locale.swedish.format(DoubleGrammar())
    expectEqual(format.value(of: text), value.map { .double($0) })
  }

  @Test(
    arguments: [
      (1.5, "1,5"), (-2, "\u{2212}2"), (1e14, "100000000000000"), (1e15, "1000000000000000.0"),
      (1e21, "1e+21"),
      (1e-15, "0,000000000000001"), (1e-16, "1e-16"), (0.1 + 0.2, "0.30000000000000004"),
      (-0.0, "0"), (123_456.789, "123456,789"), (1.25e-5, "0,0000125"),
    ] as [(Double, String)])
  func doublesAreShownShortAndExact(value: Double, text: String) {
    expectEqual(Locale.swedish.format(DoubleGrammar()).text(for: .double(value)), text)
  }
}
