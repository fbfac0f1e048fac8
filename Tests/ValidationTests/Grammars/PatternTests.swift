import TestSupport
import Testing
import Validation

/// Patterns: every key is compared with the enumerated texts.
struct PatternTests {
  struct Small: Sendable, CustomTestStringConvertible {
    var pattern: ReferencePattern
    var length: ClosedRange<Int>?

    /// The length of the longest relevant texts, in scalars.
    var longest: Int

    /// The length of the longest edited texts, in scalars.
    var reached: Int

    init(
      _ pattern: ReferencePattern, length: ClosedRange<Int>? = nil, longest: Int = 8,
      reached: Int = 4
    ) {
      self.reached = reached
      self.pattern = pattern
      self.length = length
      self.longest = longest
    }

    var testDescription: String { "\(pattern) \(length.map { "\($0)" } ?? "")" }

    var format: FieldFormat {
      FieldFormat(grammar: PatternGrammar(pattern.automaton, length: length))
    }
  }

  private static let a = ReferencePattern.one(of: "a")
  private static let b = ReferencePattern.one(of: "b")
  private static let ab = ReferencePattern.one(of: "ab")
  private static let digit = ReferencePattern.one(of: "1")

  static let patterns: [Small] = [
    Small(a),
    Small(.text("ab1")),
    Small(.sequence([.repeated(ab, 2, 2), .repeated(digit, 1, 2)])),
    Small(.choice([.text("ab"), .text("a1"), b])),
    Small(.choice([a, .sequence([])])),
    Small(.sequence([])),
    Small(.repeated(.text("ab"), 0, nil), longest: 16),
    Small(.repeated(.choice([.text("a"), .text("ab")]), 1, 2)),
    Small(.sequence([.repeated(a, 0, 1), b, .repeated(digit, 0, 1)])),
    Small(.sequence([.repeated(a, 0, nil), digit]), longest: 9),
    Small(.sequence([.repeated(.sequence([a, .repeated(b, 0, 1)]), 0, 2), digit])),
    Small(.repeated(.repeated(.choice([a, .text("b1")]), 0, 1), 3, 3), reached: 3),
    Small(
      .repeated(.choice([.sequence([]), .text("ab"), .repeated(digit, 2, 2)]), 0, nil), longest: 16,
      reached: 3),
    Small(.any, longest: 3),
    Small(.sequence([a, .any, .repeated(b, 0, 1)]), longest: 4),
    Small(.repeated(.any, 0, 2), longest: 4),
    Small(.sequence([.one(of: "a\u{301}"), .repeated(.one(of: "\u{301}😀"), 1, 2)]), longest: 4),
    Small(.repeated(ab, 0, nil), length: 2...3),
    Small(.repeated(.text("ab"), 0, nil), length: 3...5),
    Small(.repeated(.text("ab1"), 0, nil), length: 4...6),
    Small(.sequence([.repeated(ab, 1, 4), .repeated(digit, 0, 2)]), length: 2...3),
    Small(.sequence([.repeated(a, 0, nil), b, .repeated(digit, 0, nil)]), length: 1...4),
    Small(.choice([.text("ab"), .text("abab1"), a]), length: 3...9),
    Small(.choice([.text("ab"), .text("abab1"), a]), length: 0...4),
  ]

  @Test(arguments: patterns)
  func engineAgreesWithEnumerationOnEveryEdit(small: Small) {
    let reference = ReferencePatternTexts(
      small.pattern, upTo: small.longest, characters: small.length)
    let format = small.format
    // The longer texts get only the shorter strings.
    let pieces = ReferencePattern.world.map { String($0) }
    let long = strings(of: pieces, upTo: small.longest < 5 ? 2 : 3) + [""]
    let short = strings(of: pieces, upTo: 1) + strings(of: ["a", "b", "1", "x"], upTo: 2) + [""]
    // For another selection between the same scalars, pastes are not repeated.
    let shortest = short.filter { $0.unicodeScalars.count < 2 }
    var contexts: Set<[Unicode.Scalar]> = []
    var differences: [String] = []
    var count = 0
    let texts = reachableTexts(reference, upTo: small.reached)
    for text in texts.prefix(1) + Seeded.some(of: Array(texts.dropFirst()), every: 3) {
      let characters = Array(ReferencePatternTexts.string(text))
      for lower in 0...characters.count {
        for upper in lower...characters.count {
          let selection = Selection(anchor: lower, caret: upper)
          let start = characters[..<lower].flatMap(\.unicodeScalars)
          let after = characters[upper...].flatMap(\.unicodeScalars)
          let isNew = contexts.insert(start + [lower == upper ? "|" : "…"] + after).inserted
          for string in characters.isEmpty ? long : isNew ? short : shortest {
            let before = start + string.unicodeScalars
            for isTyped in string.unicodeScalars.count == 1 ? [true, false] : [false] {
              count += 1
              let outcome = format.outcome(
                of: Edit(range: lower..<upper, replacement: string, isTyped: isTyped),
                in: EditState(text: String(characters), selection: selection))
              let accepts = string.isEmpty || reference.accepts(before, followedBy: after)
              if !isRight(outcome, accepts, before, after, reference, format) {
                differences.append(
                  "\(String(characters)) \(lower)..<\(upper) ← \(string.debugDescription): "
                    + "\(outcome), not \(accepts)")
              }
            }
          }
        }
      }
    }
    #expect(count > 10)
    #expect(differences.isEmpty, "\(differences.count): \(differences.prefix(5))")
    expectEqual((format.grammar as? PatternGrammar)?.isEmpty, reference.complete.isEmpty)
  }

  private func isRight(
    _ outcome: Outcome, _ accepts: Bool, _ before: [Unicode.Scalar], _ after: [Unicode.Scalar],
    _ reference: ReferencePatternTexts, _ format: FieldFormat
  ) -> Bool {
    // ExpectationTests check the words.
    guard accepts else { return outcome.kind == .rejected }
    guard case .accepted(let state, let content) = outcome else { return false }
    let whole = before + after
    guard state.text.unicodeScalars.elementsEqual(whole) else { return false }
    // The caret is after the last inserted scalar, or after the character that contains it.
    var caret = 0
    var seen = 0
    for character in state.text where seen < before.count {
      seen += character.unicodeScalars.count
      caret += 1
    }
    guard state.selection == Selection(caret: caret), content == format.content(of: state)
    else { return false }
    switch content {
    case .empty: return whole.isEmpty
    case .complete(let value):
      return reference.complete.contains(whole)
        && value == .text(ReferencePatternTexts.string(whole))
    case .incomplete(let reason):
      return !whole.isEmpty && !reference.complete.contains(whole) && reason.description.count < 160
        && reason.description.contains(
          /expected .|more characters: .|at (least|most) \d|nothing can|is incomplete after/)
    }
  }

  /// All texts reachable by accepted keys and deletions, up to a length.
  private func reachableTexts(
    _ reference: ReferencePatternTexts, upTo length: Int
  ) -> [[Unicode.Scalar]] {
    var found: Set<[Unicode.Scalar]> = [[]]
    var pending: [[Unicode.Scalar]] = [[]]
    while let text = pending.popLast() {
      var next = text.indices.map { Array(text[..<$0] + text[($0 + 1)...]) }
      for place in 0...text.count where text.count < length {
        let (before, after) = (Array(text[..<place]), Array(text[place...]))
        for scalar in ReferencePattern.world
        where reference.accepts(before + [scalar], followedBy: after) {
          next.append(before + [scalar] + after)
        }
      }
      for text in next where found.insert(text).inserted { pending.append(text) }
    }
    return found.sorted { ($0.count, "\($0)") < ($1.count, "\($1)") }
  }
}
