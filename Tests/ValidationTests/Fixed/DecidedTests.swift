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

  @Test func aSelectedDayIsReplacedAsAWhole() {
    expectEqual(editor("2026-11-21", [.select(8, 10), .character("9")]).state.text, "2026-11-09")
    expectEqual(
      editor("2026-11-21", [.select(5, 7), .character("9")]).state.text, "2026-09-21")
  }
}
