import TestSupport
import Testing
import Validation

/// F6: steps up and down, and runs of typed text, which are one undo step.
struct StepTests {
  private static let age = Formats.integer(0...150)
  private static let height = Formats.decimal(1, 2, minimum: "0.30", maximum: "2.80")
  private static let money = Formats.decimal(5, 2, .german.grouped())
  private static let wide = Formats.integer(Int.min...Int.max)
  private static let below = Formats.integer(-20...(-10))
  private static let choice = FieldFormat(
    grammar: ChoiceGrammar(["small", "large", "huge", "hot"]))
  private static let truth = FieldFormat(grammar: BooleanGrammar())
  private static let text = FieldFormat(grammar: TextGrammar())

  @Test(
    arguments: [
      (age, "41", 1, "42"), (age, "41", -1, "40"), (age, "41", 5, "46"), (age, "150", 1, "150"),
      (age, "0", -1, "0"), (age, "148", 5, "150"), (age, "41", .max, "150"), (age, "41", .min, "0"),
      (age, "", 1, "1"), (age, "", -1, "0"), (age, "007", 1, "8"), (age, "700", 1, "150"),
      (wide, "-", 1, nil), (wide, "9223372036854775807", 1, "9223372036854775807"),
      (wide, "-9223372036854775808", -1, "-9223372036854775808"), (wide, "-1", 1, "0"),
      (wide, "0", -1, "-1"), (wide, "-0", 1, "1"), (wide, "x", 1, nil), (below, "", 1, "-10"),
      (below, "-1", 1, "-10"), (below, "-15", 1, "-14"), (height, "1.5", 1, "2.5"),
      (height, "2.5", 1, "2.5"), (height, "1.50", -1, "0.50"), (height, ".5", 1, "1.5"),
      (height, "1.", 1, "2"), (height, "9", 1, "2.8"), (height, "", -1, "0.3"),
      (money, "999,50", 1, "1.000,50"), (money, "-0,25", 1, "0,75"), (money, "0,25", -1, "-0,75"),
      (money, "99.999,50", 1, "99.999,50"), (money, ",", 1, nil), (choice, "small", 1, "large"),
      (choice, "large", -1, "small"), (choice, "small", -1, "small"), (choice, "hot", 1, "hot"),
      (choice, "small", 2, "huge"), (choice, "small", .max, "hot"), (choice, "hot", .min, "small"),
      (choice, "", 1, "small"), (choice, "", -1, "hot"), (choice, "h", 1, "huge"),
      (choice, "h", -1, "hot"), (choice, "x", 1, nil), (truth, "false", 1, "true"),
      (truth, "true", 1, "true"), (truth, "t", -1, "true"), (truth, "", 1, "true"),
      (truth, "", -1, "false"), (truth, "", .min, "false"), (truth, "true", -1, "false"),
      (text, "1", 1, nil),
    ] as [(FieldFormat, String, Int, String?)])
  func aStepGoesToTheNeighbourAndStopsAtTheRange(
    format: FieldFormat, start: String, count: Int, end: String?
  ) {
    var editor = FieldEditor(format: format, text: start)
    let before = editor.state
    expectEqual(editor.press(.step(by: count)).isApplied, (end != nil))
    expectEqual(editor.state.text, end ?? start)
    guard let end, end != start else {
      expectEqual(editor.undoDepth, 0)
      return
    }
    expectEqual(editor.undoDepth, 1)
    #expect(editor.content.value != nil)
    expectEqual(editor.state.selection, Selection(caret: end.count))
    editor.press(.undo)
    expectEqual(editor.state, before)
  }

  @Test func numbersStepAsArithmeticSays() {
    let range = -12...25
    let format = Formats.integer(range)
    for start in range {
      for count in -40...40 {
        var editor = FieldEditor(format: format, text: "\(start)")
        editor.press(.step(by: count))
        let end = min(max(start + count, range.lowerBound), range.upperBound)
        expectEqual(editor.state.text, "\(end)")
      }
    }
  }

  // MARK: Runs

  @Test(
    arguments: [
      ("one two", [], ["one ", "one", ""]), ("a1-b.", [], [""]), (" \n\tx", [], [" \n\t", ""]),
      ("ab", [.home, .end, .character("c")], ["ab", ""]),
      ("ab", [.backspace, .character("c")], ["a", "ab", ""]),
      ("ab", [.paste("cd"), .character("e"), .character("f")], ["abcd", "ab", ""]),
      ("ab", [.undo, .character("c"), .character("d")], [""]),
      ("ab", [.undo, .redo, .character("c")], ["ab", ""]),
      ("ab", [.selectLeft, .character("c"), .character("d")], ["ab", ""]),
      ("ab", [.step(by: 1), .character("c")], [""]),
    ] as [(String, [Key], [String])])
  func aRunOfLettersOrOfWhiteSpaceIsOneStepOfUndo(typed: String, keys: [Key], texts: [String]) {
    var editor = FieldEditor(format: StepTests.text, text: "")
    for key in Key.typing(typed) + keys { editor.press(key) }
    let last = editor.state
    var found: [String] = []
    while editor.undoDepth > 0 {
      editor.press(.undo)
      found.append(editor.state.text)
    }
    expectEqual(found, texts)
    for _ in texts { editor.press(.redo) }
    expectEqual(editor.state, last)
  }

  @Test(arguments: [
    Formats.integer, FieldFormat(grammar: ChoiceGrammar(["1234", "1235"])),
    FieldFormat(grammar: PatternGrammar(ReferencePattern.text("1234").automaton)),
  ])
  func elsewhereEachKeyIsAStep(format: FieldFormat) {
    var editor = FieldEditor(format: format, text: "")
    for key in Key.typing("1234") { editor.press(key) }
    expectEqual(editor.undoDepth, 4)
  }

  @Test func aRunInTheMiddleOfATextIsOneStepToo() {
    var editor = MarkedText("a^d").editor(StepTests.text)
    for key in Key.typing("bc") { editor.press(key) }
    expectEqual(editor.undoDepth, 1)
    editor.press(.undo)
    expectEqual(MarkedText(editor.state).description, "a^d")
  }
}
