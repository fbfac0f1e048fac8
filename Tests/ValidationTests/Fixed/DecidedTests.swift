import TestSupport
import Testing
import Validation

/// What KEYSTROKES.md decides at its end.
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
    for (lower, upper) in [(2, 4), (0, 4), (5, 7), (3, 4)] {
      let editor = editor("2026-11-21", [.select(lower, upper), .character(separator)])
      expectEqual(editor.state.text, "2026-11-21")
      expectEqual(editor.state.selection, Selection(anchor: lower, caret: upper))
    }
  }

  @Test func theClosingPointOfAPasteIsDropped() {
    expectEqual(editor("", [.paste("1.2.")]).state.text, "01.02")
    expectEqual(editor("", [.paste("1.2.2025.")]).state.text, "01.02.2025")
  }

  @Test func theFirstGroupOfAPasteDoesNotJoinDigits() {
    let begun = editor("", Key.typing("2"))
    var pasted = begun
    #expect(!pasted.press(.paste("026-11-21")).isAccepted)
    expectEqual(pasted.state, begun.state)
    var short = editor("", Key.typing("1"))
    #expect(!short.press(.paste("2.11.2025")).isAccepted)
    expectEqual(short.state.text, "1")
  }

  @Test func aSelectedDayIsReplacedAsAWhole() {
    expectEqual(editor("2026-11-21", [.select(8, 10), .character("9")]).state.text, "2026-11-09")
    expectEqual(
      editor("2026-11-21", [.select(5, 7), .character("9")]).state.text, "2026-09-21")
  }

  @Test func zerosOfAPasteReplaceAZeroThatWasNotTyped() {
    let phone = FieldFormat(grammar: PhoneGrammar(country: "+49"))
    expectEqual(editor("", [.character("0"), .home, .paste("0044")], phone).state.text, "+440")
    expectEqual(editor("0", [.home, .paste("0044")], phone).state.text, "+44")
  }
}
