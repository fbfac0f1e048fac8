import TestSupport
import Testing
import Validation

/// The decisions at the end of KEYSTROKES.md.
struct DecidedTests {
  private static let date = FieldFormat(grammar: DateGrammar())

  private func editor(
    _ text: String, _ keys: [Key], _ format: FieldFormat = Self.date
  ) -> FieldEditor {
    var editor = FieldEditor(format: format, text: text)
    for key in keys { editor.press(key) }
    return editor
  }

  @Test(arguments: [
    (4, Key.right, 6), (6, .left, 4), (5, .left, 3), (7, .right, 9), (9, .left, 7), (3, .right, 4),
  ])
  func anArrowTakesLiteralsAlong(from: Int, key: Key, to: Int) {
    let moved = editor("2026-11-21", [.go(from), key])
    expectEqual(moved.state.selection, Selection(caret: to))
  }

  @Test(arguments: ["-", "/", "."] as [Unicode.Scalar])
  func aSeparatorTypedOverASelectionBeforeOneIsRejected(separator: Unicode.Scalar) {
    for (lower, upper) in [(2, 4), (0, 4), (5, 7), (3, 4), (6, 7), (4, 7)] {
      let editor = editor("2026-11-21", [.select(lower, upper), .character(separator)])
      expectEqual(editor.state.text, "2026-11-21")
      expectEqual(editor.state.selection, Selection(anchor: lower, caret: upper))
      expectEqual(editor.unanswered?.text, String(separator))
    }
    let last = editor("2026-11-21", [.select(7, 10), .character(separator)])
    expectEqual(last.state.text, "2026-11-")
  }

  /// A separator at its own position is passed.
  @Test func aSeparatorTypedBeforeOneWhoseTurnHasNotComeIsRejected() {
    let short = editor("2026-11-21", [.go(4), .backspace, .character("-")])
    expectEqual(short.state.text, "202-11-21")
    expectEqual(short.state.selection, Selection(caret: 3))
    expectEqual(short.unanswered?.text, "-")
    let passed = editor("2026-11-21", [.go(4), .character("-")])
    expectEqual(passed.state.selection, Selection(caret: 5))
    let single = editor("2026-11-21", [.go(7), .backspace, .character("-")])
    expectEqual(single.state.text, "2026-01-21")
  }

  @Test(arguments: [
    ("1.2.", "01.02"), ("1. 2.", "01.02"), ("1.2.2025.", "01.02.2025"), ("2026.11.", "2026-11"),
    ("1.", "01."), ("1..", ""), ("1.2..", ""),
  ])
  func theClosingPointOfAPasteIsDropped(pasted: String, text: String) {
    expectEqual(editor("", [.paste(pasted)]).state.text, text)
    guard pasted.hasPrefix("1") else { return }
    let behind = editor("", [.character("1"), .paste(String(pasted.dropFirst()))])
    expectEqual(behind.state.text, text.isEmpty ? "1" : text)
  }

  @Test func theFirstGroupOfAPasteDoesNotJoinDigits() {
    let time = FieldFormat(grammar: TimeGrammar())
    for (format, digits, pasted) in [
      (Self.date, "2", "026-11-21"), (Self.date, "1", "2.11.2025"), (Self.date, "202", "6-11"),
      (Self.date, "2026-1", "1-21"), (time, "1", "2:30"),
    ] {
      let begun = editor("", Key.typing(digits), format)
      var all = begun
      #expect(!all.press(.paste(pasted)).isApplied, "\(digits) \(pasted)")
      expectEqual(all.state, begun.state)
    }
    expectEqual(editor("", Key.typing("24") + [.paste(".12.2025")]).state.text, "24.12.2025")
    expectEqual(editor("", Key.typing("1") + [.paste("2")], time).state.text, "12")
  }

  @Test func aSelectedDayIsReplacedAsAWhole() {
    expectEqual(editor("2026-11-21", [.select(8, 10), .character("9")]).state.text, "2026-11-09")
    expectEqual(
      editor("2026-11-21", [.select(5, 7), .character("9")]).state.text, "2026-09-21")
  }

  @Test func zerosOfAPasteReplaceAZeroThatWasNotTyped() {
    for country in [nil, "+49"] {
      let format = FieldFormat(grammar: PhoneGrammar(country: country))
      let typed = editor("", [.character("0"), .home, .paste("0044")], format)
      expectEqual(typed.state, EditState(text: "+440", selection: Selection(caret: 3)))
      expectEqual(editor("0", [.home, .paste("0044")], format).state.text, "+44")
      expectEqual(editor("", [.paste("0"), .home, .paste("(00) 44")], format).state.text, "+44")
      let undone = [Key.character("0"), .backspace, .undo, .home, .paste("0044")]
      expectEqual(editor("", undone, format).state.text, "+440")
    }
  }
}
