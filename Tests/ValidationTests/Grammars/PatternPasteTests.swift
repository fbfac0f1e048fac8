import TestSupport
import Testing
import Validation

/// Pastes into a text with a pattern: N4, and its cost.
struct PatternPasteTests {
  private static let a = ReferencePattern.one(of: "a")
  private static let space = ReferencePattern.one(of: " ")

  static let patterns: [ReferencePattern] = [
    .repeated(a, 0, 3), .sequence([a, space, a]), .repeated(.one(of: "a "), 0, 4),
    .sequence([.repeated(.one(of: "a\u{FEFF}"), 1, 3)]), .sequence([.one(of: "€"), a]),
    .sequence([.repeated(space, 0, 1), .repeated(a, 0, 1), .one(of: "b")]),
  ]

  @Test(arguments: patterns)
  func aPasteLosesWhatIsAroundItUnlessATextIsWholeWithIt(pattern: ReferencePattern) {
    let reference = ReferencePatternTexts(pattern, upTo: 4)
    let paste = ReferencePaste(prefix: "€ ", suffix: " b")
    let format = FieldFormat(
      grammar: PatternGrammar(pattern.automaton), prefix: paste.prefix, suffix: paste.suffix)
    let pastes = strings(of: ["a", " ", "\u{FEFF}", "€", "b"], upTo: 4)
    var differences: [String] = []
    for (before, after) in [("", ""), ("a", ""), ("", "a"), (" ", "a"), ("", "b")] {
      let state = EditState(text: before + after, selection: Selection(caret: before.count))
      for text in pastes {
        let edit = Edit(range: before.count..<before.count, replacement: text, isTyped: false)
        let start = Array(before.unicodeScalars)
        let end = Array(after.unicodeScalars)
        let readings = paste.readings(text)
        let whole = readings.first { reference.complete.contains(start + $0 + end) }
        let put =
          whole == readings[0]
          ? whole
          // Without surrounding text, then unchanged, then without the field's affixes.
          : (readings.dropFirst().prefix(1) + readings.prefix(1) + readings.dropFirst(2)).first {
            reference.accepts(start + $0, followedBy: end)
          }
        var found: [Unicode.Scalar]?
        if case .accepted(let next, _) = format.outcome(of: edit, in: state) {
          found = Array(next.text.unicodeScalars)
        }
        if found != put.map({ start + $0 + after.unicodeScalars }) {
          differences.append(
            "\(before)|\(after) ← \(text.debugDescription): \(String(describing: found))")
        }
      }
    }
    #expect(differences.isEmpty, "\(differences.count) \(differences.prefix(6))")
  }

  private static let words = ReferencePattern.repeated(.any, 0, nil)
  private static let digits = ReferencePattern.repeated(.one(of: "0123456789"), 5, 5)

  @Test func aMebibyteIsTakenWhole() {
    let text = String(repeating: "a", count: 1 << 20)
    var editor = FieldEditor(
      format: FieldFormat(grammar: PatternGrammar(PatternPasteTests.words.automaton)), text: "")
    #expect(editor.press(.paste(text)).isApplied)
    expectEqual(editor.state.text, text)
  }

  @Test func aLongPasteIsToldWhereItFails() {
    let text = String(repeating: "a", count: 1 << 16)
    var editor = FieldEditor(
      format: FieldFormat(grammar: PatternGrammar(PatternPasteTests.words.automaton)), text: "")
    guard case .rejected(let rejection) = editor.press(.paste(text + "\u{2028}x")) else {
      Issue.record("accepted")
      return
    }
    expectEqual(
      rejection.message,
      "\"\\u{2028}\" cannot follow \"…\(text.prefix(20))\"; "
        + "expected any character but a line break")
  }

  @Test(arguments: [
    PatternGrammar(digits.automaton), PatternGrammar(words.automaton, length: 2...40),
    PatternGrammar(
      ReferencePattern.sequence([.one(of: "x\u{301}"), words]).automaton, length: 2...40),
  ])
  func aMebibyteThatLeadsNowhereIsRefused(grammar: PatternGrammar) {
    let format = FieldFormat(grammar: grammar)
    let texts = ["a", "1", "x\u{301}"].map {
      String(repeating: $0, count: (1 << 20) / $0.utf8.count)
    }
    for text in texts {
      var editor = FieldEditor(format: format, text: "")
      guard case .rejected(let rejection) = editor.press(.paste(text)) else {
        Issue.record("accepted")
        return
      }
      #expect(rejection.message.count < 120, "\(rejection.message)")
    }
  }
}
