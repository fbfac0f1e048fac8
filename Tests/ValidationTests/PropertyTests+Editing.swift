import TestSupport
import Testing
import Validation

/// P10 to P12 of KEYSTROKES.md.
extension PropertyTests {
  @Test(arguments: Kind.tried.indices)
  func p10PastingIsTyping(index: Int) {
    let kind = Kind.tried[index]
    let keys = kind.keys + [kind.keys[0], "x"]
    let pieces = (kind.longest == nil ? keys : kind.keys).map { kind.shown(String($0)) }
    var random = Seeded(stream: 1_100 + index)
    let short = kind.longest == nil ? [] : strings(of: pieces, upTo: 2)
    var pairs = 0
    let wrong = kind.counterexample(stream: 1_000 + index, walks: 2, keys: 8) { editor in
      let long = (0..<4).map { _ in
        (0..<2 + random.below(4)).map { _ in pieces[random.below(pieces.count)] }
      }
      let text = kind.shown(kind.canonical[random.below(kind.canonical.count)].text)
      let part = text.dropFirst(editor.state.selection.caret).prefix(1 + random.below(4))
      // A group separator cannot be typed in a number.
      let other = kind.grammar is any NumberGrammar ? [] : [[String(part)]]
      let isAtEnd = editor.state.selection.caret == editor.state.text.count
      for text in short.map({ [$0] }) + long + other {
        var typist = editor
        let whole = text.joined()
        let isTyped = typist.type(whole)
        // Leading zeros cannot be typed.
        if !isTyped || kind.grammar is any NumberGrammar && whole.contains(pieces[0]) { continue }
        // A paste loses surrounding white space, unless a complete text contains it.
        if kind.grammar is ChoiceGrammar || kind.grammar is PatternGrammar
          || kind.grammar is LocalDateTimeGrammar,
          whole.first?.isWhitespace == true || whole.last?.isWhitespace == true
        {
          continue
        }
        // White space cannot be pasted into places.
        if kind.isOfPlaces, whole.allSatisfy(\.isWhitespace) { continue }
        // Keys and pastes differ: a key completes a choice; a paste loses the final point of a
        // date, and its zeros replace a zero that was not typed.
        if kind.grammar is ChoiceGrammar && !typist.state.selection.isEmpty
          || kind.grammar is DateGrammar && whole.hasSuffix(".")
          || kind.grammar is PhoneGrammar && editor.state.text.first == "0" && !isAtEnd
        {
          continue
        }
        // The caret moves behind a character that combines with the next one.
        let isOneEach = (editor.state.text + whole).utf8.allSatisfy { $0 < 0x80 && $0 != 0x0D }
        guard isAtEnd || isOneEach || kind.grammar is any NumberGrammar else { continue }
        pairs += 1
        var paster = editor
        let outcome = paster.press(.paste(whole))
        // Keys can move to the next part or past a separator, but a paste keeps the digits before a
        // separator in one part.
        if case .rejected(let rejection) = outcome,
          [.outOfPart, .early].contains(rejection.reason.code), !whole.allSatisfy(\.isWholeNumber)
        {
          continue
        }
        if !outcome.isApplied || paster.state != typist.state || paster.content != typist.content {
          return "\(whole.debugDescription) pasted: \(outcome), typed: \(typist.state)"
        }
      }
      return nil
    }
    #expect(wrong == nil)
    #expect(kind.longest == nil || pairs > 0)
  }

  // A pasted number loses leading zeros; otherwise pasting equals typing.
  @Test(arguments: [
    Formats.integer(-123...4_567), Formats.decimal(2, 2),
    Formats.decimal(3, 1, .french.grouped(2, 1)), Formats.decimal(2, 2, .arabic),
  ])
  func p10PastingANumberIsTypingIt(format: FieldFormat) {
    let symbols = format.notation.symbols
    let pieces = ["0", "1", "5"] + [String(symbols.decimalSeparator), "-", "x", "\u{301}", "."]
    for start in ["", "1", "12", "0"] {
      for text in strings(of: pieces, upTo: 3) where text.trimmingZeros == text {
        var typist = FieldEditor(format: format, text: "")
        for key in Key.typing(start) { typist.press(key) }
        var paster = typist
        guard typist.type(text) else { continue }
        #expect(paster.press(.paste(text)).isApplied, "\(start) \(text)")
        expectEqual(paster.state, typist.state, "\(start) \(text)")
        expectEqual(paster.content, typist.content)
      }
    }
  }

  @Test(arguments: Kind.tried.indices)
  func p11UndoAndRedoAreInverses(index: Int) {
    let kind = Kind.tried[index]
    let wrong = kind.counterexample(stream: 1_200 + index, walks: 2) { editor in
      for key in [.backspace, .delete, .clear] + kind.keys.map(Key.character) {
        var next = editor
        next.endRun()
        _ = kind.press(key, in: &next)
        let after = next.state
        guard after.text != editor.state.text else { continue }
        if next.undoDepth != editor.undoDepth + 1 { return "\(key) is \(next.undoDepth) steps" }
        next.press(.undo)
        if next.state != editor.state || next.content != editor.content {
          return "\(key) is undone to \(next.state)"
        }
        next.press(.redo)
        if next.state != after { return "\(key) is done again to \(next.state)" }
      }
      return nil
    }
    #expect(wrong == nil)
  }

  @Test(arguments: Kind.all.indices)
  func p11AWholeEditingIsUndoneStepByStep(index: Int) {
    let kind = Kind.all[index]
    var random = Seeded(stream: 1_300 + index)
    for (start, _) in kind.canonical.prefix(2).map({ (kind.shown($0.text), $0.value) }) {
      var editor = FieldEditor(format: kind.format, text: start)
      var befores: [EditState] = []
      var afters: [(state: EditState, content: FieldContent)] = []
      for _ in 0..<60 {
        let key = kind.key(&random)
        guard key != .undo, key != .redo else { continue }
        let before = editor.state
        editor.endRun()
        _ = kind.press(key, in: &editor)
        guard !editor.state.text.utf8.elementsEqual(before.text.utf8) else { continue }
        befores.append(before)
        afters.append((editor.state, editor.content))
      }
      let last = editor.state
      for before in befores.reversed() {
        editor.press(.undo)
        expectEqual(editor.state, before)
      }
      expectEqual(editor.undoDepth, 0)
      let first = editor.state
      #expect(editor.press(.undo).isApplied)
      expectEqual(editor.state, first, "there is nothing more to undo")
      for after in afters {
        editor.press(.redo)
        expectEqual(editor.state, after.state)
        expectEqual(editor.content, after.content)
      }
      editor.press(.redo)
      expectEqual(editor.state.text, last.text)
    }
  }

  /// A kind with few complete texts and one with very many, for the same keys.
  struct Pair: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var few: any Grammar
    var many: any Grammar
    var keys: String
  }

  private static let letters = "abcdefghijklmnopqrstuvwxyz"

  static let pairs: [Pair] = [
    Pair(
      testDescription: "date",
      few: DateGrammar(
        from: CalendarDate(year: 2024, month: 2, day: 29)!,
        through: CalendarDate(year: 2024, month: 3, day: 1)!,
        order: .dayMonthYear, separator: "."),
      many: DateGrammar(order: .dayMonthYear, separator: "."), keys: "29022024"),
    Pair(
      testDescription: "moment",
      few: DateTimeGrammar(
        from: Moment(CalendarDate(year: 2024, month: 2, day: 29)!, hour: 0, minute: 0, second: 0)!,
        through: Moment(
          CalendarDate(year: 2024, month: 2, day: 29)!, hour: 0, minute: 0, second: 9)!),
      many: DateTimeGrammar(), keys: "20240229000007Z"),
    Pair(
      testDescription: "decimal",
      few: DecimalGrammar(
        maximumIntegerDigits: 9, fractionDigits: 0...3, minimum: ExactDecimal("123456.1"),
        maximum: ExactDecimal("123456.9")),
      many: DecimalGrammar(maximumIntegerDigits: 9, fractionDigits: 0...3), keys: "123456.78"),
    Pair(
      testDescription: "pattern",
      few: PatternGrammar(ReferencePattern.text("abcdabcdabcd").automaton),
      many: PatternGrammar(ReferencePattern.repeated(.one(of: letters), 12, 12).automaton),
      keys: "abcdabcdabcd"),
    Pair(
      testDescription: "text", few: TextGrammar(length: 12...12), many: TextGrammar(),
      keys: "abcdabcdabcd"),
    Pair(
      testDescription: "choice", few: ChoiceGrammar(["name 4711", "name 4712"]),
      many: ChoiceGrammar((0..<20_000).map { "name \($0)" }), keys: "name 4711"),
    Pair(
      testDescription: "mask", few: maskGrammar("\\1\\2\\3\\40"), many: maskGrammar("00000"),
      keys: "12345"),
  ]

  // A pattern of 26^12 texts could not be enumerated; a benchmark compares the costs.
  @Test(arguments: pairs)
  func p12VeryManyTextsAreEditedAsFewAre(pair: Pair) {
    func states(_ grammar: any Grammar) -> [EditState] {
      var editor = FieldEditor(format: FieldFormat(grammar: grammar), text: "")
      let typed = Key.typing(pair.keys).map { key in
        editor.press(key)
        return editor.state
      }
      #expect(editor.content.value != nil)
      for place in 1..<editor.state.selection.caret {
        var other = editor
        other.press(.go(place))
        other.press(.delete)
        other.press(.character("b"))
      }
      return typed
    }
    expectEqual(states(pair.few), states(pair.many))
  }

  @Test func p12CostDoesNotDependOnTheRange() {
    let keys = Key.typing("-123456") + [.left, .left, .backspace, .character("4"), .delete, .undo]
    func work(_ range: ClosedRange<Int>, keys: [Key]) -> (asked: Int, states: [EditState]) {
      let counter = CountingGrammar(IntegerGrammar(in: range))
      var editor = FieldEditor(format: FieldFormat(grammar: counter), text: "")
      let states = keys.map { key in
        editor.press(key)
        return editor.state
      }
      return (counter.count, states)
    }
    let wide = work(-1_000_000_000_000_000_000...1_000_000_000_000_000_000, keys: keys)
    let narrow = work(-1_234_569...(-1_234_560), keys: keys)
    expectEqual(wide.asked, narrow.asked)
    expectEqual(narrow.states.last, wide.states.last)
    #expect(wide.asked < 4 * keys.count)
  }

  /// At the end, what a complete text begins with fits as well.
  @Test func p12AnEditAsksTheGrammarOnceAtTheEndAndTwiceBeforeIt() {
    for text in ["", "1", "12345", "1234567890123456"] {
      for place in Set([0, text.count]) {
        let counter = CountingGrammar(IntegerGrammar())
        let edit = Edit(range: place..<place, replacement: "7", isTyped: true)
        let state = EditState(text: text, selection: Selection(caret: place))
        let outcome = FieldFormat(grammar: counter).outcome(of: edit, in: state)
        #expect(outcome.isApplied)
        expectEqual(counter.count, place == text.count ? 1 : 2)
      }
    }
  }
}

extension FieldEditor {
  /// Ends a run of letters or white space, so that the next key is a separate undo step.
  mutating func endRun() { press(.select(state.selection.anchor, state.selection.caret)) }

  /// Types a minus of several scalars as one key; false if a key is rejected.
  mutating func type(_ text: String) -> Bool {
    format.keys(text).map { edit in
      offer(Edit(range: state.selection.range, replacement: edit.replacement, isTyped: true))
    }.allSatisfy(\.isApplied)
  }
}
