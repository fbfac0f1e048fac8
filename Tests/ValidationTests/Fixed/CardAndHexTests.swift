import TestSupport
import Testing
import Validation

/// Hexadecimal texts and cards: every reachable state, every range and every short string, compared
/// with the reference.
struct CardAndHexTests {
  struct Small: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var grammar: any Grammar
    var kind: any ReferenceKind & Sendable
    /// Typed and pasted texts, besides invalid ones.
    var pieces: [String]
    var pastes: [String] = []
    /// The maximum number of pieces pasted together.
    var longest = 2
    /// The maximum number of states with `WORKBENCH_LONG=1`; otherwise an eighth.
    var states = 400

    static func card(
      _ lengths: ClosedRange<Int>, short: Int, _ digits: String, longest: Int = 2
    ) -> Small {
      Small(
        testDescription: "card \(lengths) \(short)",
        grammar: CardGrammar(lengths: lengths, after34And37: short),
        kind: ReferenceCards(lengths: lengths, short: short, digits: digits),
        pieces: digits.map(String.init) + [" "], longest: longest, states: 30)
    }
  }

  static let all: [Small] = [
    Small(
      testDescription: "hex", grammar: HexGrammar(digits: 2),
      kind: ReferenceHex(places: [.hexadecimal, .hexadecimal]),
      pieces: ["0", "a", "F", "#"], longest: 3),
    .card(3...5, short: 4, "134"), .card(3...4, short: 4, "137"),
    .card(2...5, short: 2, "34"),
  ]

  static let foreign = ["x", "\u{301}", "😀"]

  static let keys = [
    " ", "\u{A0}", "٣", "５", "–", "Ｂ", "½", "²", "\0", "\n", "\u{FEFF}", "Z", "ß",
  ]

  /// All inner texts reachable by keys, up to a limit.
  static func reachable(_ small: Small) -> [[Character]] {
    let rule = ReferenceDigitsRule(kind: small.kind)
    var found: Set<[Character]> = [[]]
    var pending: [[Character]] = [[]]
    var order: [[Character]] = [[]]
    while let inner = pending.first {
      pending.removeFirst()
      let end = rule.display(inner).count
      for place in 0...end {
        let outcomes =
          small.pieces.map { rule.outcome(inner, place..<place, $0, isTyped: true, caret: place) }
          + (place..<end).map {
            rule.outcome(inner, place..<$0 + 1, "", isTyped: true, caret: nil)
          }
        for case .accepted(let text, _, _) in outcomes {
          let inner = rule.inner(text)
          if found.insert(inner).inserted {
            pending.append(inner)
            order.append(inner)
          }
        }
      }
      if order.count > 20 * small.states { break }
    }
    let count = Seeded.isLong ? small.states : small.states / 8 + 1
    guard order.count > count else { return order }
    // Samples all lengths, because short texts come first.
    return (0..<count).map { order[$0 * order.count / count] }
  }

  @Test(arguments: all.indices)
  func engineAgreesWithReferenceOnEveryEdit(index: Int) {
    let small = CardAndHexTests.all[index]
    let rule = ReferenceDigitsRule(kind: small.kind)
    let format = FieldFormat(grammar: small.grammar)
    let pastes =
      strings(
        of: small.pieces + CardAndHexTests.foreign + (small.longest > 2 ? [] : [" "]),
        upTo: small.longest) + small.pastes
    // The reference enumerates cards with a few digits only.
    let isCard = small.kind is ReferenceCards
    let typed =
      small.pieces + CardAndHexTests.foreign
      + CardAndHexTests.keys.filter {
        !isCard
          || ReferencePlace.alike[Character($0)].map { small.pieces.contains(String($0)) } ?? true
      }
    let edits = pastes.map { ($0, false) } + typed.map { ($0, true) } + [("", true)]
    let again = small.pieces.flatMap { [($0, false), ($0, true)] } + [("", true)]
    var contexts: Set<[Character]> = []
    var differences: [String] = []
    var kinds: Set<Outcome.Kind> = []
    for inner in CardAndHexTests.reachable(small) {
      let text = rule.text(inner)
      let end = rule.display(inner).count
      func compare(_ range: Range<Int>, _ replacement: String, _ isTyped: Bool, _ at: Selection) {
        let expected = rule.outcome(
          inner, range, replacement, isTyped: isTyped, caret: at.isEmpty ? at.caret : nil)
        let outcome = format.outcome(
          of: Edit(range: range, replacement: replacement, isTyped: isTyped),
          in: EditState(text: text, selection: at))
        kinds.insert(outcome.kind)
        var isSame = ReferenceOutcome(outcome) == expected
        if case .accepted(let state, let content) = outcome {
          isSame = isSame && format.content(of: state) == content
        }
        if !isSame, differences.count < 1_000 {
          differences.append(
            "\(text) \(range) ← \(replacement.debugDescription) typed \(isTyped): \(outcome), "
              + "not \(expected)")
        }
      }
      for lower in 0...end {
        for upper in lower...end {
          let units = Array(rule.display(inner).map(\.shown))
          let context = units[..<lower] + [lower == upper ? "|" : "…"] + units[upper...]
          let isNew = contexts.insert(Array(context)).inserted
          for (replacement, isTyped) in isNew ? edits : again {
            compare(
              lower..<upper, replacement, isTyped, Selection(anchor: lower, caret: upper))
          }
          for caret in [lower, upper] {
            compare(lower..<upper, "", true, Selection(caret: caret))
          }
        }
        for beyond in [lower..<end + 1, -1..<lower, end + 1..<end + 9] {
          compare(beyond, "1", true, Selection(caret: lower))
        }
      }
    }
    expectEqual(kinds.count, 2)
    #expect(
      differences.isEmpty, "\(small.testDescription): \(differences.count) \(differences.prefix(4))"
    )
  }
}
