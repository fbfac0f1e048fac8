import TestSupport
import Testing
import Validation

/// Long random edits of large hexadecimal texts, cards and choices, compared with the reference;
/// failures are reduced to the necessary edits.
struct DigitsRandomTests {
  struct Large: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var grammar: any Grammar
    var kind: any ReferenceKind & Sendable
    var pieces: String
    var pastes: [String]
  }

  static let all: [Large] = {
    let names =
      (0..<300).map { "n\($0 * 7 % 1000)" } + ["a", "aB", "abc", "b", "North", "nor", "Nort"]
    return [
      Large(
        testDescription: "hex", grammar: HexGrammar(digits: 16),
        kind: ReferenceHex(places: [ReferencePlace](repeating: .hexadecimal, count: 16)),
        pieces: "0123456789aBfF#", pastes: ["0xFF", "#a", "1234567890"]),
      Large(
        testDescription: "card", grammar: CardGrammar(), kind: ReferenceLargeCards(),
        pieces: "34734712 ", pastes: ["4111 1111 1111 1111", "3782 822463 10005", "37", "12345 6"]),
      Large(
        testDescription: "names", grammar: ChoiceGrammar(names), kind: ReferenceNames(names: names),
        pieces: "n0123456789abcorthNOB", pastes: ["n12", "abc", " north ", "or", "NOR"]),
    ]
  }()

  struct Step: Sendable, CustomStringConvertible {
    var range: Range<Int>
    var replacement: String
    var isTyped: Bool
    var description: String {
      "\(range) ← \(replacement.debugDescription)\(isTyped ? "" : " pasted")"
    }
  }

  @Test(arguments: all.indices)
  func engineAgreesWithReferenceOnRandomEdits(index: Int) {
    let large = DigitsRandomTests.all[index]
    var random = Seeded(stream: 700 + index)
    for _ in 0..<25 {
      var steps: [Step] = []
      var length = 0
      for _ in 0..<80 {
        steps.append(step(large, length, &random))
        length = min(34, length + (steps.last!.replacement.isEmpty ? -1 : 1))
        length = max(0, length)
      }
      guard difference(large, steps) != nil else { continue }
      // Removes steps that the failure does not need.
      var index = 0
      while index < steps.count {
        var fewer = steps
        fewer.remove(at: index)
        if difference(large, fewer) != nil { steps = fewer } else { index += 1 }
      }
      Issue.record(
        """
        \(large.testDescription): \(steps): \(difference(large, steps) ?? ""); \
        seed \(Seeded.seed)
        """)
      return
    }
  }

  private func step(_ large: Large, _ length: Int, _ random: inout Seeded) -> Step {
    let pieces = Array(large.pieces)
    let lower = random.below(3) == 0 ? random.below(length + 1) : Int.max
    switch random.below(12) {
    case 0, 1: return Step(range: lower..<lower, replacement: "", isTyped: true)
    case 2:
      return Step(range: random.below(3)..<3 + random.below(4), replacement: "", isTyped: true)
    case 3:
      return Step(
        range: lower..<lower, replacement: large.pastes[random.below(large.pastes.count)],
        isTyped: false)
    case 4:
      let text = (0..<random.below(6)).map { _ in String(pieces[random.below(pieces.count)]) }
      return Step(range: lower..<lower, replacement: "1" + text.joined(), isTyped: false)
    case 5:
      let start = random.below(max(1, length))
      return Step(
        range: start..<start + random.below(3),
        replacement: String(pieces[random.below(pieces.count)]), isTyped: true)
    default:
      return Step(
        range: lower..<lower, replacement: String(pieces[random.below(pieces.count)]),
        isTyped: true)
    }
  }

  // The position Int.max is the end; deleting an empty range is a backspace.
  private func difference(_ large: Large, _ steps: [Step]) -> String? {
    let rule = ReferenceDigitsRule(kind: large.kind)
    let format = FieldFormat(grammar: large.grammar)
    var state = EditState(text: "", selection: Selection(caret: 0))
    for step in steps {
      let inner = rule.inner(state.text)
      let end = rule.display(inner).count
      var range = step.range.lowerBound == .max ? end..<end : step.range
      if step.replacement.isEmpty, range.isEmpty, range.lowerBound > 0 {
        range = range.lowerBound - 1..<range.upperBound
      }
      state.selection = Selection(caret: min(range.upperBound, end))
      let expected = rule.outcome(
        inner, range, step.replacement, isTyped: step.isTyped, caret: state.selection.caret)
      let outcome = format.outcome(
        of: Edit(range: range, replacement: step.replacement, isTyped: step.isTyped), in: state)
      if ReferenceOutcome(outcome) != expected {
        return "\(state.text) \(range) ← \(step.replacement): \(outcome), not \(expected)"
      }
      if case .accepted(let next, _) = outcome { state = next }
    }
    return nil
  }
}
