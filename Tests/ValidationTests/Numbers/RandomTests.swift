import TestSupport
import Testing
import Validation

struct RandomTests {
  struct Large: Sendable, CustomTestStringConvertible {
    var grammar: any Grammar
    var reference: ReferenceLargeNumbers
    var testDescription: String { "\(reference)" }

    static func integer(_ range: ClosedRange<Int>) -> Large {
      let digits = max(
        String(range.lowerBound.magnitude).count, String(range.upperBound.magnitude).count)
      return Large(
        grammar: IntegerGrammar(in: range),
        reference: ReferenceLargeNumbers(
          integerDigits: digits, fractionDigits: 0, low: Int128(range.lowerBound),
          high: Int128(range.upperBound)))
    }

    static func decimal(
      _ integerDigits: Int, _ fractionDigits: Int, _ low: Int128?, _ high: Int128?
    ) -> Large {
      func numeral(_ scaled: Int128) -> ExactDecimal {
        var digits = String(scaled.magnitude)
        while digits.count <= fractionDigits { digits = "0" + digits }
        let sign = scaled < 0 ? "-" : ""
        return ExactDecimal(
          "\(sign)\(digits.dropLast(fractionDigits)).\(digits.suffix(fractionDigits))")!
      }
      let most = (0..<integerDigits + fractionDigits).reduce(Int128(1)) { power, _ in power * 10 }
      return Large(
        grammar: DecimalGrammar(
          maximumIntegerDigits: integerDigits, fractionDigits: 0...fractionDigits,
          minimum: low.map(numeral), maximum: high.map(numeral)),
        reference: ReferenceLargeNumbers(
          integerDigits: integerDigits, fractionDigits: fractionDigits, low: low ?? -most,
          high: high ?? most))
    }
  }

  static let grammars: [Large] = [
    .integer(Int.min...Int.max), .integer(0...123_456), .integer(-4_711...88_888_888),
    .integer(1_000_003...1_000_017), .integer(-7_654_321...(-7_600_000)), .integer(46...53),
    .decimal(8, 3, nil, nil), .decimal(8, 3, 0, 87_654_321_123), .decimal(15, 15, nil, 0),
    .decimal(4, 6, -1_234_567, 9_999_000_001), .decimal(1, 2, 30, 280), .decimal(20, 10, 5, nil),
  ]

  @Test(arguments: grammars.indices)
  func engineAgreesWithArithmeticOnRandomEdits(index: Int) {
    let large = RandomTests.grammars[index]
    var random = Seeded(stream: index)
    for locale in Locale.all {
      let rule = ReferenceRule(
        numbers: large.reference, symbols: locale.symbols, prefix: "€ ", suffix: " kg")
      let format = locale.format(large.grammar, prefix: "€ ", suffix: " kg")
      var state = EditState(text: "", selection: Selection(caret: 0))
      var inner: [Character] = []
      for _ in 0..<(Seeded.isLong ? 250 : 80) {
        let (range, replacement, isTyped) = randomEdit(inner, state, locale.symbols, &random)
        let caret = state.selection.isEmpty ? state.selection.caret : nil
        let expected = rule.outcome(inner, range, replacement, isTyped: isTyped, caret: caret)
        let outcome = format.outcome(
          of: Edit(range: range, replacement: replacement, isTyped: isTyped), in: state)
        guard ReferenceOutcome(outcome) == expected else {
          Issue.record(
            """
            \(large.reference) \(locale): \(state) \(range) ← \(replacement.debugDescription): \
            \(outcome), not \(expected); seed \(Seeded.seed)
            """)
          return
        }
        switch outcome {
        case .accepted(let next, let content):
          expectEqual(format.content(of: next), content)
          state = next
          inner = rule.innerText(next.text)
        case .moved(let selection): state.selection = selection
        case .rejected:
          let place = random.below(rule.symbols.display(inner).count + 1)
          state.selection = Selection(caret: place)
        }
      }
    }
  }

  private func randomEdit(
    _ inner: [Character], _ state: EditState, _ symbols: ReferenceSymbols,
    _ random: inout Seeded
  ) -> (Range<Int>, String, Bool) {
    let end = symbols.display(inner).count
    let caret = state.selection.caret
    let lower = random.below(4) == 0 ? random.below(end + 1) : caret
    var upper = random.below(5) == 0 ? lower + random.below(end - lower + 1) : lower
    switch random.below(10) {
    case 0 where caret > 0: return (caret - 1..<caret, "", true)
    case 1 where caret < end: return (caret..<caret + 1, "", true)
    case 2:
      if random.below(4) == 0 { upper = end }
      return (lower..<upper, paste(symbols, &random), false)
    default:
      let keys =
        (0...9).map { symbols.digit($0) } + [
          symbols.point, symbols.point, symbols.separator ?? "x", symbols.minus, "-", ".", "0", "x",
          "\u{665}",
        ]
      return (lower..<upper, keys[random.below(keys.count)], true)
    }
  }

  private func paste(_ symbols: ReferenceSymbols, _ random: inout Seeded) -> String {
    let digits = (0..<random.below(9)).map { _ in Character(String(random.below(10))) }
    var text = random.below(2) == 0 ? digits : symbols.fullyGrouped(digits)
    if random.below(5) == 0, let place = text.firstIndex(of: ",") { text.remove(at: place) }
    if random.below(9) == 0 { text.insert(",", at: random.below(text.count + 1)) }
    if random.below(2) == 0 {
      text += ["."] + (0..<1 + random.below(4)).map { _ in Character(String(random.below(10))) }
    }
    if random.below(4) == 0 { text.insert("-", at: 0) }
    let point = random.below(3) == 0 ? [".", ",", "\u{66B}"][random.below(3)] : symbols.point
    let shown = text.map { character in
      switch character {
      case ",": symbols.separator ?? ","
      case ".": point
      default: symbols.shown(character)
      }
    }.joined()
    let fronts = ["", " ", "€", "\u{200E}", "€ ", "kg", "$", "\u{2060}"]
    let backs = ["", "\u{A0}", "kg", "\u{202F}kg", "\n", "€", " £", "\u{AD}"]
    return fronts[random.below(fronts.count)] + shown + backs[random.below(backs.count)]
  }
}
