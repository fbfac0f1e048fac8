import TestSupport
import Testing
import Validation

struct FieldEditorTests {
  static let grouped = Formats.decimal(8, 2, .english.grouped())
  static let text = Locale.english.format(TextGrammar(length: 0...40))

  struct Step: Sendable {
    var format: FieldFormat
    var start: String
    var keys: [Key]
    var end: String

    init(_ format: FieldFormat, _ start: String, _ keys: [Key], _ end: String) {
      self.format = format
      self.start = start
      self.keys = keys
      self.end = end
    }
  }

  @Test(arguments: [
    Step(grouped, "1,234^", [.left], "1,23^4"),
    Step(grouped, "1,2^34", [.left], "1^,234"),
    Step(grouped, "1,^234", [.left], "^1,234"),
    Step(grouped, "1^,234", [.right], "1,2^34"),
    Step(grouped, "1^,234", [.right, .right, .right, .right], "1,234^"),
    Step(grouped, "1,234^", [.home, .left], "^1,234"),
    Step(grouped, "^1,234", [.end], "1,234^"),
    Step(grouped, "1,2[3]4", [.left], "1,2^34"),
    Step(grouped, "1,2[3]4", [.right], "1,23^4"),
    Step(grouped, "1,2^34", [.selectLeft], "1[,2]34"),
    Step(grouped, "1,2^34", [.selectRight, .selectRight], "1,2[34]"),
    Step(grouped, "1,2^34", [.selectHome], "[1,2]34"),
    Step(grouped, "1,2^34", [.selectEnd], "1,2[34]"),
    Step(grouped, "1,2^34", [.selectAll], "[1,234]"),
    Step(grouped, "1,234^", [.go(2)], "1,^234"),
    Step(grouped, "1,234^", [.go(9)], "1,234^"),
    Step(grouped, "^1,234", [.go(-1)], "1,234^"),
    Step(grouped, "1,234^", [.select(1, 99)], "1[,234]"),
    Step(grouped, "1,234^", [.select(1, 2), .backspace], "1^,234"),
    Step(grouped, "1,234^", [.select(1, 2), .cut], "1^,234"),
    Step(grouped, "1,2^34", [.wordBackspace], "^34"),
    Step(grouped, "1,2[34]", [.copy], "1,2[34]"),
    Step(grouped, "1,2[34]", [.paste("")], "1,2[34]"),
    Step(grouped, "1,2[34]", [.cut], "12^"),
    Step(grouped, "1,2^34", [.clear], "^"),
    Step(grouped, "1,2^34", [.clear, .undo], "1,2^34"),
    Step(grouped, "1[,2]34", [.character("9"), .undo], "1[,2]34"),
    Step(grouped, "1[,2]34", [.character("9"), .undo, .redo], "1,9^34"),
    Step(grouped, "1^", [.character("2"), .left, .undo, .redo], "12^"),
    Step(grouped, "1^", [.character("2"), .undo, .character("3"), .redo, .undo], "1^"),
    Step(grouped, "0^", [.character("0"), .undo], "0^"),
    Step(grouped, "1^", [.backspace, .backspace, .backspace, .undo], "1^"),
    Step(grouped, "0.^", [.backspace], "^"),
    Step(grouped, "-0.^", [.backspace], "-^"),
    Step(grouped, "0^.", [.delete], "0^"),
    Step(grouped, "0[.]", [.backspace], "0^"),
    Step(grouped, "10.^", [.backspace], "10^"),
    Step(grouped, "0^.5", [.paste("007")], "7^.5"),
    Step(grouped, "1^.5", [.paste("007")], "1,007^.5"),
    Step(grouped, "^5", [.paste("00")], "0^5"),
    Step(grouped, "-^", [.paste("007")], "-7^"),
    Step(grouped, "-0^", [.paste("00.5")], "-0.5^"),
    Step(grouped, "^", [.paste("-.5")], "-0.5^"),
    Step(grouped, "^", [.paste("-007")], "-7^"),
    Step(grouped, "1[0]", [.delete, .character("2")], "12^"),
    Step(grouped, "1^0", [.backspace, .character("2")], "2^0"),
    Step(grouped, "[0]", [.character("0")], "0^"),
    Step(text, "one two  ^", [.wordBackspace], "one ^"),
    Step(text, "one two  ^", [.wordBackspace, .wordBackspace], "^"),
    Step(text, "one[ two]", [.wordBackspace], "one^"),
    Step(text, "e\u{301}^x", [.backspace], "^x"),
    Step(text, "e^x", [.character("\u{301}")], "e\u{301}^x"),
    Step(text, "🇩x^🇪", [.backspace], "🇩🇪^"),
    Step(text, "👩‍👩‍👧^", [.left, .selectRight, .cut], "^"),
  ])
  func keysDoWhatPeopleExpect(step: Step) throws {
    let end = try #require(step.format.pressing(step.keys, in: step.start), "\(step.start)")
    expectEqual(
      Array(end.unicodeScalars), Array(step.end.unicodeScalars), "\(step.start) \(step.keys)")
  }

  @Test func aStateIsPrintedWithItsCaretAndSelection() {
    func printed(_ anchor: Int, _ caret: Int) -> String {
      "\(EditState(text: "a👍é", selection: Selection(anchor: anchor, caret: caret)))"
    }
    expectEqual(printed(1, 1), "a|👍é")
    expectEqual(printed(1, 3), "a[👍é|]")
    expectEqual(printed(2, 0), "[|a👍]é")
    expectEqual(printed(-1, 9), "[a👍é|]")
  }

  @Test func anOutcomeSaysWhetherAKeyWasAccepted() {
    var editor = FieldEditor(format: Formats.natural, text: "4")
    #expect(editor.press(.character("2")).isAccepted)
    #expect(editor.press(.left).isAccepted)
    let refused = editor.press(.character("x"))
    #expect(!refused.isAccepted)
    #expect(refused.rejection?.reason != nil)
  }

  @Test func selectionRemembersWhereItBegan() {
    var editor = FieldEditor(format: FieldEditorTests.grouped, text: "1,234")
    editor.press(.selectLeft)
    expectEqual(editor.state.selection, Selection(anchor: 5, caret: 4))
    editor.press(.selectHome)
    expectEqual(editor.state.selection, Selection(anchor: 5, caret: 0))
    expectEqual(editor.selectedText, "1,234")
    expectEqual(editor.press(.select(4, 1)), .moved(Selection(anchor: 4, caret: 1)))
    expectEqual(editor.selectedText, "23")
    editor.press(.selectRight)
    expectEqual(editor.state.selection, Selection(anchor: 4, caret: 3))
  }

  @Test func keysThatOnlyMoveOrCopyAreMoved() {
    let keys: [Key] = [
      .left, .right, .home, .end, .selectLeft, .selectRight, .selectHome, .selectEnd, .selectAll,
      .copy, .go(1), .select(0, 1),
    ]
    for key in keys {
      var editor = FieldEditor(format: FieldEditorTests.grouped, text: "12")
      expectEqual(editor.press(key), .moved(editor.state.selection), "\(key)")
      expectEqual(editor.state.text, "12")
    }
  }

  @Test func typingTheDecimalSeparatorBeforeItselfMovesAndIsNoStep() {
    var editor = FieldEditor(format: FieldEditorTests.grouped, text: "12.5")
    editor.press(.go(2))
    expectEqual(editor.press(.character(".")), .moved(Selection(caret: 3)))
    editor.press(.undo)
    expectEqual(editor.state, EditState(text: "12.5", selection: Selection(caret: 3)))
    editor.press(.select(2, 3))
    expectEqual(
      editor.press(.character(".")),
      .accepted(
        EditState(text: "12.5", selection: Selection(caret: 3)),
        .complete(.decimal(ExactDecimal("12.5")!))))
    editor.press(.go(2))
    guard case .rejected = editor.press(.paste(".")) else {
      Issue.record("a pasted separator is not typed")
      return
    }
  }

  @Test func changeFromElsewhereForgetsTheUndo() {
    var editor = FieldEditor(format: FieldEditorTests.grouped, text: "")
    editor.press(.character("5"))
    editor.press(.backspace)
    editor.press(.undo)
    editor.replace(with: "1,234")
    expectEqual(editor.state, EditState(text: "1,234", selection: Selection(caret: 5)))
    editor.press(.undo)
    editor.press(.redo)
    expectEqual(editor.state.text, "1,234")
    expectEqual(editor.content, .complete(.decimal(ExactDecimal(1234))))
  }

  @Test(arguments: [Locale.english, .swedish, .arabic, .persian, .kashmiri])
  func everyMinusOfUnicodeIsOne(locale: Locale) {
    let minuses: [Unicode.Scalar] = [
      "-", "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}", "\u{207B}", "\u{208B}",
      "\u{2212}", "\u{2796}", "\u{30FC}", "\u{FE58}", "\u{FE63}", "\u{FF0D}",
    ]
    let shown = locale.symbols.minus + locale.symbols.digit(5)
    for minus in minuses {
      var editor = FieldEditor(format: locale.format(IntegerGrammar(in: -9...9)), text: "")
      editor.press(.character(minus))
      editor.press(.character("5"))
      expectEqual(editor.state.text, shown, "\(minus)")
      editor.press(.clear)
      editor.press(.paste("\(minus)5"))
      expectEqual(editor.state.text, shown, "\(minus)")
      editor = FieldEditor(format: FieldFormat(grammar: maskGrammar("0-0")), text: "")
      editor.press(.paste("1\(minus)2"))
      expectEqual(editor.state.text, "1-2", "\(minus)")
    }
    for other in ["\u{2015}", "\u{AD}", "_", "~", "\u{30FB}", "\u{B1}"] {
      var editor = FieldEditor(format: locale.format(IntegerGrammar(in: -9...9)), text: "")
      editor.press(.paste("\(other)5"))
      #expect(editor.state.text != shown, "\(other)")
    }
  }

  @Test func minusCanBePastedAndTypedWhole() {
    for locale in [Locale.arabic, .persian, .kashmiri] {
      let format = Formats.integer(-99...99, locale)
      var editor = FieldEditor(format: format, text: "")
      #expect(editor.press(.paste(locale.symbols.minus + "5")).isAccepted)
      expectEqual(editor.content, .complete(.integer(-5)))
      let minus = Edit(range: 0..<1, replacement: locale.symbols.minus, isTyped: true)
      #expect(editor.offer(minus).isAccepted)
      expectEqual(editor.state.selection, Selection(caret: 1))
      expectEqual(editor.content, .complete(.integer(-5)))
      editor.press(.end)
      expectEqual(editor.state.selection, Selection(caret: 2))
      expectEqual(editor.press(.character("\u{61C}")).kind, .rejected)
    }
  }

  @Test func whatAFieldDisplaysCanBePastedBack() {
    for locale in Locale.all {
      for (prefix, suffix) in [("", ""), ("€", " kg"), ("", "\u{A0}٪\u{200F}"), ("5", "0")] {
        let format = Formats.decimal(9, 2, locale, prefix: prefix, suffix: suffix)
        for value in ["0", "-0.5", "1234567.25", "50", "505", "-123456789"] {
          let shown = format.text(for: .decimal(ExactDecimal(value)!))
          for paste in prefix == "5" ? [shown] : [shown, prefix + shown + suffix] {
            var editor = FieldEditor(format: format, text: shown)
            editor.press(.selectAll)
            #expect(editor.press(.paste(paste)).isAccepted, "\(locale) \(paste)")
            expectEqual(editor.state.text, shown)
          }
        }
      }
    }
  }

  @Test func whatIsCutByArrowsCanBePastedBack() {
    let format = FieldFormat(grammar: IntegerGrammar(), isGrouped: true)
    var editor = FieldEditor(format: format, text: "1,234")
    for _ in 0..<3 { editor.press(.selectLeft) }
    let text = editor.selectedText
    expectEqual(text, "234")
    editor.press(.cut)
    editor.press(.paste(text))
    expectEqual(editor.state.text, "1,234")
  }

  @Test(arguments: [
    ("1,234.5^", "1.234,5^"), ("1,2^34.", "1.2^34,"), ("-^", "-^"), ("^", "^"),
    ("^00.25", "^00,25"), ("1,[234.]5", "1[.234,]5"), ("x^", "x^"), ("1.234^", "1,234^"),
  ])
  func anotherFormatWritesWhatIsEditedInItsSymbols(start: String, end: String) {
    let german = Formats.decimal(8, 3, .german.grouped())
    var editor = MarkedText(start).editor(Formats.decimal(8, 3, .english.grouped()))
    let content = editor.content
    editor.format = german
    expectEqual(MarkedText(editor.state).description, end)
    if case .complete = content { expectEqual(editor.content, content) }
  }

  @Test func whatIsUndoneInAnotherFormatIsWrittenInItsSymbols() {
    var editor = FieldEditor(format: FieldEditorTests.grouped, text: "1,234.5")
    editor.press(.backspace)
    editor.press(.backspace)
    editor.press(.undo)
    editor.format = Formats.decimal(8, 2, .german)
    expectEqual(MarkedText(editor.state).description, "1234,^")
    editor.press(.undo)
    expectEqual(MarkedText(editor.state).description, "1234,5^")
    editor.press(.redo)
    editor.press(.redo)
    expectEqual(MarkedText(editor.state).description, "1234^")
  }

  @Test func aDayIsWrittenInTheOrderOfAnotherFormat() {
    for text in ["2026-02-01", "2026-02-03"] {
      var editor = FieldEditor(format: CornerFormats.date, text: text)
      editor.format = CornerFormats.germanDate
      expectEqual(editor.state.text, "0\(text.last!).02.2026")
      expectEqual(editor.content, .complete(.date((try? CalendarDate(reading: text))!)))
    }
  }

  @Test func aTextInAMaskIsKeptInAnotherMask() throws {
    func format(_ mask: String) throws -> FieldFormat {
      FieldFormat(grammar: MaskGrammar(try TextMask(mask)))
    }
    for (mask, text, shorter) in [
      ("0000", "12/3", "12/"), ("000-00", "12/3", "12/"), ("00.00.00", "12.3", "12"),
    ] {
      var editor = try FieldEditor(format: format("00/00/00"), text: "")
      for key in "123".unicodeScalars { editor.press(.character(key)) }
      editor.format = try format(mask)
      expectEqual(editor.state.text, text)
      editor.press(.backspace)
      expectEqual(editor.state.text, shorter)
    }
  }

  @Test(arguments: [
    ("1,234,567", "1,234"), ("12,345,678", "12,345"), ("1.234.567", "1.23"),
    ("12345678", "12,345"), ("1,234.567", "1,234.56"),
  ])
  func aPasteOfAGroupedNumberIsCutAfterItsLastFittingGroup(paste: String, text: String) {
    let format = Formats.decimal(5, 2, .english.grouped())
    var editor = FieldEditor(format: format, text: "")
    let edit = Edit(range: 0..<0, replacement: paste, isTyped: false)
    if let cut = format.cut(edit, in: editor.state) { editor.offer(cut) }
    expectEqual(editor.state.text, text)
  }

  @Test func aFormatThatOnlyTakesLessLeavesTheTextAsItIs() {
    var editor = FieldEditor(format: Formats.natural, text: "007")
    editor.format = Formats.integer(0...5)
    expectEqual(editor.state.text, "007")
    guard case .incomplete = editor.content else {
      Issue.record("7 is not in 0...5")
      return
    }
  }
}
