import TestSupport
import Testing
import Validation

/// N12: a refusal that may have had a meaning is asked about once.
struct RefusalTests {
  private static let age = Formats.integer(0...150)
  private static let english = Formats.decimal(5, 2, .english.grouped())
  private static let german = Formats.decimal(5, 2, .german)
  private static let french = Formats.decimal(5, 2, .french)
  private static let swiss = Formats.decimal(5, 3, .swiss)
  private static let arabic = Formats.decimal(5, 2, .arabic)
  private static let text = Locale.english.format(TextGrammar(length: 0...3))
  private static let choice = FieldFormat(grammar: ChoiceGrammar(["ab", "cd"]))
  private static let date = FieldFormat(grammar: DateGrammar())
  private static let mask = FieldFormat(grammar: maskGrammar("00-00"))
  private static let adult = FieldFormat(grammar: ChoiceGrammar(["Adult", "Child"]))
  private static let truth = FieldFormat(grammar: BooleanGrammar())
  private static let hex = FieldFormat(grammar: HexGrammar(digits: 2))

  struct Editing: Sendable, CustomTestStringConvertible {
    var format: FieldFormat
    var typed: String
    var keys: [Key]
    /// The refusal that is still open, if any.
    var refused: String?
    var testDescription: String { "\(typed) \(keys)" }

    init(_ format: FieldFormat, _ typed: String, _ keys: [Key], _ refused: String?) {
      self.format = format
      self.typed = typed
      self.keys = keys
      self.refused = refused
    }

    init(_ format: FieldFormat, _ typed: String, _ refused: String?) {
      self.init(format, typed, [], refused)
    }
  }

  @Test(arguments: [
    Editing(age, "700", "0"), Editing(age, "4x2", nil), Editing(age, "70-", "-"),
    Editing(age, "70.", "."), Editing(age, "70\u{660}", "\u{660}"), Editing(age, "70½+e", nil),
    Editing(age, "70 ", nil), Editing(age, "", [.paste("7x")], "7x"),
    Editing(age, "", [.paste("abc")], nil), Editing(age, "", [.paste("a-b")], "a-b"),
    Editing(english, "12,5", ","), Editing(english, "12.5.5", "."), Editing(german, "12.5", "."),
    Editing(age, "12,", ","), Editing(age, "1\u{66B}", "\u{66B}"), Editing(french, "1 2", " "),
    Editing(swiss, "1", [.paste("1,234")], "1,234"), Editing(arabic, "1\u{66C}", "\u{66C}"),
    Editing(english, "1 2", nil),
    Editing(age, "7009", "0"), Editing(english, "12,005", ","),
    // Typing the decimal separator next answers a refused separator.
    Editing(english, "12,.5", nil), Editing(german, "12.,5", nil), Editing(english, "12,3.5", ","),
    Editing(english, "12,", [.left, .right, .character(".")], ","),
    Editing(english, "12,x.5", ","), Editing(english, "12,,.5", ","),
    Editing(english, "12-.5", "-"), Editing(english, "12,", [.paste(".5")], ","),
    Editing(age, "12,.", ","),
    Editing(age, "700", [.backspace], nil), Editing(age, "700", [.home, .backspace], "0"),
    Editing(age, "700", [.home, .delete], nil), Editing(age, "700", [.selectAll, .cut], nil),
    Editing(age, "700", [.home, .end, .selectAll, .copy, .left], "0"),
    Editing(age, "700", [.undo], nil), Editing(age, "700", [.undo, .redo], nil),
    Editing(age, "700", [.clear], nil), Editing(age, "700", [.selectLeft, .character("1")], nil),
    Editing(age, "700", [.selectAll, .paste("7")], nil),
    Editing(age, "700", [.selectAll, .character("x")], "0"),
    Editing(age, "700", [.home, .character("1")], "0"), Editing(age, "700", [.step(by: 1)], "0"),
    // In other fields, everything except white space has a meaning.
    Editing(text, "abcd", "d"), Editing(text, "abc ", nil), Editing(choice, "ax", "x"),
    Editing(choice, "a ", nil), Editing(choice, "a.", "."), Editing(hex, "0g", "g"),
    Editing(hex, "0-", nil), Editing(hex, "0", [.paste("x-y")], "x-y"),
    Editing(mask, "1-", nil), Editing(mask, "1a", "a"),
    // In a date, separators have a meaning, and white space has none.
    Editing(date, "202-", "-"), Editing(date, "24/", "/"), Editing(date, "202:", ":"),
    Editing(date, "202 ", nil), Editing(date, "202", [.paste("11-2")], "11-2"),
    // Another paste as the next edit answers a refused paste.
    Editing(age, "", [.paste("7x"), .paste("7")], nil),
    Editing(age, "", [.paste("7x"), .left, .paste("7")], nil),
    Editing(age, "", [.paste("7x"), .character("7")], "7x"),
    Editing(age, "", [.paste("7x"), .character("7"), .paste("0")], "7x"),
    Editing(age, "", [.paste("7x"), .character("x"), .paste("7")], "7x"),
    Editing(age, "700", [.paste("7x"), .paste("0")], "0"),
    Editing(age, "", [.paste("7x"), .paste("8x"), .paste("7")], "7x"),
    Editing(adult, "aD", nil), Editing(adult, "aA", "A"),
    Editing(adult, "Adult", [.selectAll, .character("c")], nil),
    Editing(adult, "Adult", [.character("a")], "a"),
    Editing(truth, "true", [.selectAll, .character("T")], nil),
  ])
  func aRefusalIsOpenUntilItIsAnswered(editing: Editing) {
    var editor = FieldEditor(format: editing.format, text: "")
    for key in Key.typing(editing.typed) + editing.keys { editor.press(key) }
    expectEqual(editor.unanswered?.text, editing.refused)
    expectEqual((editor.question == nil), (editing.refused == nil))
    editor.answer()
    #expect(editor.unanswered == nil && editor.question == nil)
  }

  @Test func theQuestionNamesWhatWasRefusedAndWhatIsKept() {
    var editor = FieldEditor(format: RefusalTests.age, text: "")
    for key in Key.typing("700") { editor.press(key) }
    expectEqual(editor.question, "\"0\" was rejected; press Return again to keep \"70\"")
    expectEqual(editor.unanswered?.reason.description, "\"0\" cannot follow \"70\" in 0…150")
    editor = FieldEditor(format: Formats.decimal(5, 2, .french.grouped()), text: "")
    for key in Key.typing("1234,5-") { editor.press(key) }
    expectEqual(editor.question, "\"-\" was rejected; press Return again to keep \"1 234,5\"")
    editor = FieldEditor(format: RefusalTests.age, text: "")
    editor.press(.character("-"))
    expectEqual(editor.question, "\"-\" was rejected; press Return again to keep the field empty")
  }

  @Test func theQuestionShowsALineWholeAndOfMoreItsBeginningAndItsEnd() {
    func question(_ text: String) -> String? {
      var editor = FieldEditor(
        format: FieldFormat(grammar: TextGrammar(length: 0...100)), text: text)
      editor.press(.paste(String(repeating: "x", count: 101)))
      return editor.question?.description
    }
    let line = String(repeating: "0123456789", count: 6)
    expectEqual(question(line)?.hasSuffix("to keep \"\(line)\""), true)
    expectEqual(
      question(line + "end")?.hasSuffix("to keep \"\(line.prefix(30))…\(line.suffix(27))end\""),
      true)
  }

  @Test func aChangeFromElsewhereAndAChosenNameAnswer() {
    let names = FieldFormat(grammar: SearchGrammar(SearchIndex([.init("ab"), .init("cd")])))
    var editor = FieldEditor(format: names, text: "")
    for key in Key.typing("ax") { editor.press(key) }
    expectEqual(editor.unanswered?.text, "x")
    expectEqual(editor.complete()?.isAccepted, true)
    expectEqual(editor.state.text, "ab")
    #expect(editor.unanswered == nil)
    editor.press(.character("x"))
    expectEqual(editor.unanswered?.text, "x")
    editor.replace(with: "cd")
    #expect(editor.unanswered == nil)
  }
}
