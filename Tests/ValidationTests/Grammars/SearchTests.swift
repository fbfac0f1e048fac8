import Foundation
import TestSupport
import Testing
import Validation

@Suite struct SearchTests {
  private static let parts = SearchIndex([
    .init(
      "Kette Connex", label: "Kette Connex (KM-0019-X)", names: ["KM-0019-X", "4524667123453"]),
    .init("Kette (KM-0019)", label: "Kette (KM-0019)", names: ["KM-0019"]),
    .init("Kette (KM-2)", label: "Kette (KM-2)", names: ["KM-2"]),
    .init("Bremszüge", label: "Bremszüge (BZ)", names: ["BZ"]),
  ])
  private static let format = FieldFormat(grammar: SearchGrammar(parts))

  private func typed(_ text: String) -> FieldEditor {
    var editor = FieldEditor(format: Self.format, text: "")
    for scalar in text.unicodeScalars { editor.press(.character(scalar)) }
    return editor
  }

  @Test(arguments: [
    ("kette con", ["Kette Connex (KM-0019-X)"]),
    ("0019", ["Kette Connex (KM-0019-X)", "Kette (KM-0019)"]),
    ("(KM-0", ["Kette Connex (KM-0019-X)", "Kette (KM-0019)"]),
    ("ZUGE", ["Bremszüge (BZ)"]),
    ("7123", ["Kette Connex (KM-0019-X)"]),
    ("ette (", ["Kette Connex (KM-0019-X)", "Kette (KM-0019)", "Kette (KM-2)"].suffix(2)),
  ])
  func anyPartFinds(text: String, labels: [String]) {
    let editor = typed(text)
    expectEqual(editor.state.text, text)
    expectEqual(Set(editor.format.candidates(for: editor.state).texts), Set(labels))
  }

  @Test(arguments: [
    ("km-0019", "Kette (KM-0019)"), ("KM-0019-x", "Kette Connex"),
    ("4524667123453", "Kette Connex"),
    ("Bremszuge", "Bremszüge"), ("bremszüge (bz)", "Bremszüge"),
  ])
  func aWholeNameIsTheEntryWhateverElseContainsIt(text: String, value: String) {
    expectEqual(typed(text).content, .complete(.text(value)))
  }

  @Test func aKeyThatLeavesNothingIsRejected() {
    var editor = typed("kette c")
    guard case .rejected(let rejection) = editor.press(.character("x")) else {
      Issue.record("accepted")
      return
    }
    expectEqual(rejection.message, "no name contains \"kette cx\"")
    expectEqual(editor.state.text, "kette c")
  }

  @Test func theOnlyCandidateIsChosenWhenTheFieldIsLeft() {
    var editor = typed("conn")
    expectEqual(editor.finish()?.isAccepted, true)
    expectEqual(editor.state.text, "Kette Connex")
    var several = typed("ket")
    #expect(several.finish() == nil && several.complete() == nil)
    expectEqual(several.choose("Kette (KM-2)").isApplied, true)
    expectEqual(several.content, .complete(.text("Kette (KM-2)")))
    several.press(.undo)
    expectEqual(several.state.text, "ket")
  }

  @Test func atMostEightCandidatesAreListedAndTheOthersCounted() {
    let index = SearchIndex((0..<1000).map { .init("part \($0)") } + [.init("9 lives")])
    let format = FieldFormat(grammar: SearchGrammar(index))
    let state = EditState(text: "9", selection: Selection(caret: 1))
    let found = format.candidates(for: state)
    expectEqual(found.texts.count, 8)
    expectEqual(found.texts.first, "9 lives")
    expectEqual(found.count, (0..<1000).count { "\($0)".contains("9") } + 1)
  }

  // MARK: An oracle

  private func folded(_ text: String) -> String {
    text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
  }

  @Test func randomTextsAreFoundAsByReadingAllNames() {
    var random = Seeded(seed: Seeded.seed)
    let letters = ["a", "A", "ä", "b", "B", " ", "é", "1", "e"]
    func text(_ length: ClosedRange<Int>) -> String {
      (0..<Int.random(in: length, using: &random)).map { _ in letters.randomElement(using: &random)!
      }
      .joined()
    }
    for _ in 0..<300 {
      var texts: Set<String> = []
      let entries = (0..<Int.random(in: 1...6, using: &random)).compactMap { _ in
        let own = text(1...5)
        return texts.insert(folded(own)).inserted
          ? SearchIndex.Entry(own, label: own + text(0...2), names: [text(1...4)]) : nil
      }
      let format = FieldFormat(grammar: SearchGrammar(SearchIndex(entries)))
      for _ in 0..<40 {
        let wanted = text(1...4)
        let names = entries.map { [$0.text, $0.label] + $0.names }
        let containing = entries.indices.filter { entry in
          names[entry].contains { folded($0).contains(folded(wanted)) }
        }
        let state = EditState(text: "", selection: Selection(caret: 0))
        let edit = Edit(range: 0..<0, replacement: wanted, isTyped: true)
        guard case .accepted(let next, let content) = format.outcome(of: edit, in: state) else {
          #expect(containing.isEmpty, "\(wanted) in \(names), seed \(Seeded.seed)")
          continue
        }
        let found = format.candidates(for: next)
        expectEqual(
          Set(found.texts), Set(containing.map { entries[$0].label }),
          "\(wanted) in \(names), seed \(Seeded.seed)")
        let whole = entries.indices.filter { names[$0].map(folded).contains(folded(wanted)) }
        if whole.count == 1 {
          expectEqual(
            content, .complete(.text(entries[whole[0]].text)),
            "\(wanted) in \(names), seed \(Seeded.seed)")
        }
        if whole.isEmpty, case .complete = content {
          Issue.record("\(wanted) is complete in \(names), seed \(Seeded.seed)")
        }
      }
    }
  }
}
