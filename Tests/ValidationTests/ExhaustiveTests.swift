import TestSupport
import Testing
import Validation

/// Every reachable state, every range and every short string, compared with the reference.
///
/// The strings have two pieces, or three with `WORKBENCH_LONG=1`; without it a third of the states
/// is tested.
struct ExhaustiveTests {
  static let grammars: [(SmallGrammar, Locale)] = [
    (.integer(0...0, "015"), .english),
    (.integer(5...20, "025"), .english),
    (.integer(18...65, "168"), .german),
    (.integer(46...53, "459"), .french),
    (.integer(98...103, "019"), .english.grouped(2, 1)),
    (.integer(100...200, "012"), .german.grouped(1, 1, minimum: 2)),
    (.integer(-53...(-46), "05"), .swedish),
    (.integer(-5...12, "05"), .arabic.grouped(1, 1)),
    (.integer(-100...(-10), "01"), .kashmiri),
    (.decimal(1, 2, "0.30", "2.80", "03"), .english),
    (.decimal(2, 2, "0", nil, "05"), .german.grouped(1, 1)),
    (.decimal(2, 1, nil, "30.5", "03"), .persian),
    (.decimal(3, 1, "0", "100.5", "01"), .french.grouped(2, 1, minimum: 2)),
    (.decimal(2, 2, nil, nil, "0"), .english.grouped(1, 1)),
    (.decimal(1, 2, "0", "5.05", "05", isFractionFixed: true), .english),
    (.decimal(1, 1, "-1.5", nil, "15", isFractionFixed: true), .swiss),
  ]

  static let keys =
    (0...9).map(String.init) + [
      ".", ",", "-", "x", "\u{301}", "😀", " ", "\u{A0}", "\u{202F}", "'", "\u{2019}", "\u{2212}",
      "\u{2013}", "\u{663}", "\u{6F5}", "\u{FF15}", "\u{FF0E}", "\u{66B}", "\u{66C}", "\u{61C}",
      "\u{200E}", "\u{FEFF}", "\u{30FC}", "½", "²", "+", "e", "\0", "\n", "𝟗", "一",
    ]

  // The grammars with the most states get only shorter strings and common keys.
  private static func isWide(_ grammar: SmallGrammar, _ locale: String) -> Bool {
    let digits = grammar.integerDigits + grammar.fractionDigits
    return digits > 3 || digits == 3 && (grammar.range.lowerBound > 90 || locale == "fa")
  }

  @Test(arguments: grammars.indices)
  func engineAgreesWithReferenceOnEveryEdit(index: Int) {
    let (grammar, locale) = ExhaustiveTests.grammars[index]
    let comparison = Comparison(grammar, locale)
    let symbols = locale.symbols
    let pieces =
      grammar.digits.map(symbols.shown) + [symbols.point, symbols.minus]
      + (symbols.isGrouped ? [symbols.separator!] : []) + ["x", "\u{301}", "😀"]
    let isWide = ExhaustiveTests.isWide(grammar, locale.description)
    let pastes = strings(
      of: pieces, upTo: isWide || !Seeded.isLong ? 2 : 3)
    let typed =
      (isWide ? Array(ExhaustiveTests.keys.prefix(20)) : ExhaustiveTests.keys) + [symbols.minus]
    // For another selection between the same characters, only single pieces are inserted again.
    let edits = pastes.map { ($0, false) } + typed.map { ($0, true) } + [("", true)]
    let again = pieces.flatMap { [($0, false), ($0, true)] } + [("", true)]
    var contexts: Set<[Character]> = []
    var differences: [String] = []
    var count = 0
    let texts = comparison.reachableTexts(grammar.digits)
    for inner in Seeded.some(of: texts, every: texts.count < 20 ? 1 : 3) {
      let text = symbols.text(inner)
      let end = symbols.display(inner).count
      for lower in 0...end {
        for upper in lower...end {
          let selection = Selection(anchor: lower, caret: upper)
          let isNew = contexts.insert(comparison.context(inner, lower..<upper)).inserted
          for (replacement, isTyped) in isNew ? edits : again {
            count += 1
            comparison.difference(
              inner, text, lower..<upper, replacement, isTyped: isTyped, selection: selection
            ).map { differences.append($0) }
          }
          for caret in [lower, upper, 0, end] {
            comparison.difference(
              inner, text, lower..<upper, "", isTyped: true, selection: Selection(caret: caret)
            ).map { differences.append($0) }
          }
        }
        for beyond in [lower..<end + 1, -1..<lower, end + 1..<end + 9] {
          for replacement in ["", "1"] {
            comparison.difference(
              inner, text, beyond, replacement, isTyped: true, selection: Selection(caret: lower)
            ).map { differences.append($0) }
          }
        }
      }
    }
    #expect(count > 400, "\(grammar) \(locale)")
    #expect(differences.isEmpty, "\(grammar) \(locale): \(differences.prefix(8))")
  }
}
