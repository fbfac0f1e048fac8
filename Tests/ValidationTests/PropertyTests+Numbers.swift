import TestSupport
import Testing
import Validation

/// P2 and P3 of KEYSTROKES.md for numbers, compared with the reference.
extension PropertyTests {
  @Test(arguments: ExhaustiveTests.grammars.indices)
  func p2AcceptedInsertionsBeginNumbersAndFit(index: Int) {
    let (grammar, locale) = ExhaustiveTests.grammars[index]
    let comparison = Comparison(grammar, locale)
    let numbers = grammar.reference
    // The longest text has no leading digit that could be removed.
    let goals = numbers.complete.keys.sorted().reduce(into: [String: String]()) { goals, text in
      for end in text.indices + [text.endIndex] { goals[String(text[..<end])] = text }
    }
    for inner in comparison.reachableTexts(grammar.digits) {
      let text = locale.symbols.text(inner)
      for place in 0...locale.symbols.display(inner).count {
        for key in grammar.digits.map(locale.symbols.shown) + [locale.symbols.point, "-"] {
          let edit = Edit(range: place..<place, replacement: key, isTyped: true)
          let state = EditState(text: text, selection: Selection(caret: place))
          guard case .accepted(let next, _) = comparison.format.outcome(of: edit, in: state) else {
            continue
          }
          let result = comparison.rule.innerText(next.text)
          let caret = locale.symbols.display(result)[..<next.selection.caret]
            .count { !$0.isSeparator }
          let before = Array(result[..<caret])
          #expect(numbers.accepts(before, followedBy: Array(result[caret...])), "\(state) \(key)")
          let goal = goals[String(before)]
          #expect(canBecome(goal, before, comparison.format, locale), "\(state) \(key)")
        }
      }
    }
  }

  // Deletes the text after the caret and types the rest of a complete text. A digit may replace a
  // leading zero, so the result may be another text.
  private func canBecome(
    _ goal: String?, _ before: [Character], _ format: FieldFormat, _ locale: Locale
  ) -> Bool {
    guard let goal else { return false }
    var editor = FieldEditor(format: format, text: locale.symbols.text(before))
    for character in goal.dropFirst(before.count) {
      let key = Key.typing(locale.symbols.shown(character)).last!
      guard editor.press(key).isApplied else { return false }
    }
    return editor.content.value != nil
  }

  @Test(arguments: ExhaustiveTests.grammars.indices)
  func p3EveryCanonicalNumberCanBeTyped(index: Int) {
    let (grammar, locale) = ExhaustiveTests.grammars[index]
    let format = locale.format(grammar.grammar)
    for value in Set(grammar.reference.complete.values.filter { abs($0) < 3_000 }) {
      let canonical = format.text(for: grammar.value(value))
      var editor = FieldEditor(format: format, text: "")
      for edit in format.keys(canonical) where !editor.offer(edit).isApplied {
        Issue.record("\(canonical) at \(editor.state.text)")
      }
      expectEqual(editor.content, .complete(grammar.value(value)))
      expectEqual(editor.state.text, canonical)
    }
  }
}
