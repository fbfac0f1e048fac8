import TestSupport
import Testing
import Validation

struct FixedFormLimitTests {
  private static func editor(_ grammar: some Grammar, _ text: String = "") -> FieldEditor {
    FieldEditor(format: FieldFormat(grammar: grammar), text: text)
  }

  @Test func aMaskOf200PlacesIsTypedPastedAndErased() throws {
    let grammar = MaskGrammar(try TextMask(String(repeating: "0-A/", count: 100) + "0"))
    var editor = Self.editor(grammar)
    for _ in 0..<100 {
      for key in ["1", "b"] as [Unicode.Scalar] { editor.press(.character(key)) }
    }
    editor.press(.character("2"))
    let text = String(repeating: "1-B/", count: 100) + "2"
    expectEqual(editor.state.text, text)
    expectEqual(editor.content, .complete(.text(text)))
    var paster = Self.editor(grammar)
    paster.press(.paste(text))
    expectEqual(paster.state.text, text)
    for _ in 0..<201 { editor.press(.backspace) }
    #expect(editor.state.text.isEmpty)
  }

  @Test func aLiteralThatJoinsTheCharacterBeforeItIsPassedWithIt() throws {
    var editor = Self.editor(MaskGrammar(try TextMask("0\u{301}0")))
    editor.press(.character("1"))
    editor.press(.character("2"))
    #expect(editor.state.text.unicodeScalars.elementsEqual("1\u{301}2".unicodeScalars))
    expectEqual(editor.state.selection, Selection(caret: 2))
    editor.press(.backspace)
    editor.press(.backspace)
    #expect(editor.state.text.isEmpty)
  }

  @Test(arguments: ["0", "é"])
  func aPasteOfAMebibyteIsRefusedWhole(piece: String) throws {
    let paste = String(repeating: piece, count: 1_048_576 / piece.utf8.count)
    let grammars: [any Grammar] = [
      MaskGrammar(try TextMask("000-AA")), DateGrammar(), DateTimeGrammar(), TimeGrammar(),
      MonthGrammar(),
    ]
    for grammar in grammars {
      var editor = FieldEditor(format: FieldFormat(grammar: grammar), text: "")
      guard case .rejected(let rejection) = editor.press(.paste(paste)) else {
        Issue.record("\(editor.state.text.prefix(9))")
        continue
      }
      #expect(rejection.message.utf8.count < 200)
      #expect(editor.state.text.isEmpty)
    }
  }

  @Test func digitsOfAnyScriptAreReadAndShownAsTheLocaleHasThem() {
    let arabic = Locale.arabic.format(DateGrammar(order: .dayMonthYear, separator: "/"))
    var editor = FieldEditor(format: arabic, text: "")
    for key in "९1١٢٠2６".unicodeScalars { editor.press(.character(key)) }
    expectEqual(editor.state.text, "٠٩/١١/٢٠٢٦")
  }

  @Test func tPutsTodayIntoAnEmptyDateAndNowhereElse() {
    let today = CalendarDate(year: 2026, month: 11, day: 22)!
    var editor = Self.editor(DateGrammar(today: today))
    editor.press(.character("t"))
    expectEqual(editor.content, .complete(.date(today)))
    var begun = Self.editor(DateGrammar(today: today), "2")
    #expect(!begun.press(.character("t")).isApplied)
    var late = Self.editor(
      DateGrammar(through: CalendarDate(year: 2025, month: 1, day: 1)!, today: today))
    guard case .rejected(let rejection) = late.press(.character("t")) else {
      Issue.record("\(late.state)")
      return
    }
    expectEqual(rejection.message, "2026-11-22 is after 2025-01-01")
  }

  @Test(arguments: [
    ("2026-01-31", 7, 1, "2026-02-28"), ("2024-02-29", 4, 1, "2025-02-28"),
    ("2026-12-31", 10, 1, "2027-01-01"), ("0001-01-01", 10, -1, "0001-01-01"),
    ("9999-06-15", 2, 1, "9999-06-15"), ("2026-01-31", 7, -1, "2025-12-31"),
    ("2026-11-22", 5, 1, "2026-12-22"), ("2026-11-22", 8, 1, "2026-11-23"),
    ("9990-11-22", 4, 20, "9999-11-22"),
  ])
  func aStepChangesThePartAtTheCaret(text: String, caret: Int, count: Int, end: String) {
    var editor = Self.editor(DateGrammar(), text)
    editor.press(.go(caret))
    editor.press(.step(by: count))
    expectEqual(editor.state.text, end)
    expectEqual(editor.state.selection, Selection(caret: caret))
    editor.press(.undo)
    expectEqual(editor.state.text, text)
  }
}
