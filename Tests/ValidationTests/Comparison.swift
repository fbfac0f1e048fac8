import Testing
import Validation

struct Comparison {
  let format: FieldFormat
  let rule: ReferenceRule

  init(_ grammar: SmallGrammar, _ locale: Locale, prefix: String = "", suffix: String = "") {
    format = locale.format(grammar.grammar, prefix: prefix, suffix: suffix)
    rule = ReferenceRule(
      numbers: grammar.reference, symbols: locale.symbols, prefix: prefix, suffix: suffix)
  }

  /// All inner texts reachable by accepted edits with these digits.
  func reachableTexts(_ digits: [Character]) -> [[Character]] {
    let keys = digits.map(rule.symbols.shown) + [rule.symbols.point, "-"]
    var found: Set<[Character]> = [[]]
    var pending: [[Character]] = [[]]
    while let inner = pending.popLast() {
      let units = rule.symbols.display(inner)
      var next: [String] = []
      for place in 0...units.count {
        let results =
          keys.map { rule.outcome(inner, place..<place, $0, isTyped: true, caret: place) }
          + (place..<units.count).map {
            rule.outcome(inner, place..<$0 + 1, "", isTyped: true, caret: nil)
          }
        for case .accepted(let text, _, _) in results { next.append(text) }
      }
      for text in next {
        let inner = rule.innerText(text)
        if found.insert(inner).inserted { pending.append(inner) }
      }
    }
    return found.sorted { ($0.count, String($0)) < ($1.count, String($1)) }
  }

  /// The inner characters around a range; `|` or `…` tells whether the range is empty.
  func context(_ inner: [Character], _ range: Range<Int>) -> [Character] {
    let units = rule.symbols.display(inner)
    let lower = units[..<range.lowerBound].count { !$0.isSeparator }
    let upper = units[..<range.upperBound].count { !$0.isSeparator }
    return inner[..<lower] + [range.isEmpty ? "|" : "…"] + inner[upper...]
  }

  func difference(
    _ inner: [Character], _ text: String, _ range: Range<Int>, _ replacement: String,
    isTyped: Bool, selection: Selection
  ) -> String? {
    let expected = rule.outcome(
      inner, range, replacement, isTyped: isTyped, caret: selection.isEmpty ? selection.caret : nil)
    let edit = Edit(range: range, replacement: replacement, isTyped: isTyped)
    let outcome = format.outcome(of: edit, in: EditState(text: text, selection: selection))
    let found = ReferenceOutcome(outcome)
    if found != expected {
      return "\(text) \(range) ← \(replacement.debugDescription) typed \(isTyped) at \(selection): "
        + "\(outcome), not \(expected)"
    }
    if case .accepted(let state, let content) = outcome, format.content(of: state) != content {
      return "\(state.text) has \(format.content(of: state)), not \(content)"
    }
    return nil
  }
}

extension ReferenceRule {
  /// Reverses ``ReferenceSymbols/display(_:)``.
  func innerText(_ text: String) -> [Character] {
    var rest = text[...]
    var inner: [Character] = []
    while !rest.isEmpty {
      if let character = "0123456789.-".first(where: { rest.hasPrefix(symbols.shown($0)) }) {
        inner.append(character)
        rest = rest.dropFirst(symbols.shown(character).count)
      } else {
        rest = rest.dropFirst()
      }
    }
    return inner
  }
}

extension ReferenceOutcome {
  init(_ outcome: Outcome) {
    switch outcome {
    case .rejected: self = .rejected
    case .moved(let selection): self = .moved(selection.isEmpty ? selection.caret : -1)
    case .accepted(let state, let content):
      self = .accepted(
        state.text, caret: state.selection.isEmpty ? state.selection.caret : -1,
        ReferenceContent(content))
    }
  }
}

extension ReferenceContent {
  init(_ content: FieldContent) {
    switch content {
    case .empty: self = .empty
    case .incomplete: self = .incomplete
    case .complete(.integer(let value)): self = .complete(String(value))
    case .complete(.decimal(let value)): self = .complete(value.description)
    case .complete(.text(let value)): self = .complete(value)
    case .complete(.dateTime(let value)):
      // Fields edit only whole seconds.
      self = .complete(value.description.replacing(".000Z", with: "Z"))
    case .complete(let value): self = .complete("\(value)")
    }
  }
}

/// Without the empty string.
func strings(of pieces: [String], upTo count: Int) -> [String] {
  var all: [String] = []
  var longest = [""]
  for _ in 0..<count {
    longest = longest.flatMap { start in pieces.map { start + $0 } }
    all += longest
  }
  return all
}
