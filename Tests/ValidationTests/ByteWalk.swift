import Validation

/// Edits chosen by bytes: grammar, locale, keys and edits.
///
/// A coverage-guided fuzzer can call it, because nothing else is needed.
struct ByteWalk {
  private var bytes: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    self.bytes = bytes[...]
  }

  static func failure(in bytes: [UInt8]) -> String? {
    var walk = ByteWalk(bytes)
    return walk.run()
  }

  private mutating func run() -> String? {
    let grammar = ByteWalk.grammars[number(below: ByteWalk.grammars.count)]
    let locale = Locale.all[number(below: Locale.all.count)]
    let format = locale.format(grammar, prefix: "€ ", suffix: " kg")
    var editor = FieldEditor(format: format, text: isTrue ? text() : "")
    while !bytes.isEmpty {
      let before = editor
      let outcome = step(&editor)
      if let broken = ByteWalk.broken(by: outcome, from: before, to: editor) {
        return "\(before.state) to \(editor.state), \(outcome): \(broken)"
      }
    }
    return ByteWalk.notErased(editor)
  }

  private mutating func step(_ editor: inout FieldEditor) -> Outcome {
    switch number(below: 24) {
    case 0: return editor.press(.backspace)
    case 1: return editor.press(.delete)
    case 2: return editor.press(.left)
    case 3: return editor.press(.right)
    case 4: return editor.press(.selectLeft)
    case 5: return editor.press(.selectRight)
    case 6: return editor.press(.wordBackspace)
    case 7: return editor.press(.undo)
    case 8: return editor.press(.redo)
    case 9: return editor.press(.cut)
    case 10: return editor.press(.go(number(below: 12) - 1))
    case 11: return editor.press(.select(number(below: 12) - 1, number(below: 12) - 1))
    case 12: return editor.press(.paste(text()))
    case 13:
      // In any order, nested or out of bounds.
      let ranges = (0...number(below: 3)).map { _ in
        let lower = number(below: 12) - 1
        return lower..<lower + number(below: 4)
      }
      return editor.offer(Edit(ranges: ranges, replacement: text(), isTyped: isTrue))
    case 14:
      let minus = editor.format.notation.symbols.minusSign
      return editor.offer(
        Edit(range: editor.state.selection.range, replacement: minus, isTyped: true))
    default: return editor.press(.character(scalar()))
    }
  }

  // MARK: - What has to hold

  private static func broken(
    by outcome: Outcome, from before: FieldEditor, to after: FieldEditor
  ) -> String? {
    let places = after.format.places(in: after.state.text).count
    let selection = after.state.selection
    guard [selection.anchor, selection.caret].allSatisfy({ (0..<places).contains($0) }) else {
      return "the selection is out of bounds"
    }
    switch outcome {
    case .rejected(let rejection):
      if after.state != before.state || after.undoDepth != before.undoDepth {
        return "a rejection changed the field"
      }
      if rejection.message.isEmpty || rejection.message.count > 250 { return "the reason is long" }
    case .moved(let selection):
      if after.state != EditState(text: before.state.text, selection: selection) {
        return "a movement changed the text"
      }
    case .accepted(let state, let content):
      if state != after.state { return "the state is another one" }
      if content != after.content { return "the content is \(after.content)" }
      if case .incomplete("") = content { return "there is no reason" }
      if case .complete(let value) = content {
        let text = after.format.text(for: value)
        if after.format.value(of: text) != value { return "\(text) does not read back" }
      }
    }
    guard after.undoDepth == before.undoDepth + 1 else { return nil }
    var undone = after
    undone.press(.undo)
    // Undoing a redo leads to the state where the change was first made.
    var redone = before
    redone.press(.redo)
    if redone.undoDepth == after.undoDepth, redone.state == after.state {
      return undone.state.text.unicodeScalars.elementsEqual(before.state.text.unicodeScalars)
        ? nil : "undo of redo leads to \(undone.state)"
    }
    return undone.state == before.state ? nil : "undo leads to \(undone.state)"
  }

  private static func notErased(_ editor: FieldEditor) -> String? {
    var editor = editor
    editor.press(.end)
    for _ in 0...2 * editor.state.text.unicodeScalars.count where !editor.state.text.isEmpty {
      editor.press(.backspace)
    }
    return editor.state.text.isEmpty ? nil : "\(editor.state) is not erased"
  }

  // MARK: - What the bytes say

  private mutating func number(below bound: Int) -> Int { Int(bytes.popFirst() ?? 0) % bound }

  private var isTrue: Bool {
    mutating get { number(below: 2) == 1 }
  }

  private mutating func scalar() -> Unicode.Scalar {
    ByteWalk.scalars[number(below: ByteWalk.scalars.count)]
  }

  // Sometimes the bytes themselves, which may be invalid UTF-8.
  private mutating func text() -> String {
    let count = number(below: 7)
    if count == 6 {
      let raw = bytes.prefix(9)
      bytes = bytes.dropFirst(9)
      return String(decoding: raw, as: UTF8.self)
    }
    return ReferencePatternTexts.string((0..<count).map { _ in scalar() })
  }

  private static let scalars: [Unicode.Scalar] =
    Array(
      "0123456789.,-ab1 x\u{301}😀🇩\u{200D}\u{61C}\u{200E}\u{2212}\u{A0}\u{202F}’٣۵\r\n\0€kg+:()TZABF#truefals５"
        .unicodeScalars)

  private static let grammars: [any Grammar] =
    [
      TextGrammar(), TextGrammar(length: 2...5), IntegerGrammar(), IntegerGrammar(in: 18...65),
      IntegerGrammar(in: -5300...(-46)),
      DecimalGrammar(maximumIntegerDigits: 8, fractionDigits: 1...3),
      DecimalGrammar(
        maximumIntegerDigits: 3, fractionDigits: 0...2, minimum: ExactDecimal("-12.5"),
        maximum: ExactDecimal("345.67")),
      PatternGrammar(ReferencePattern.repeated(.any, 0, nil).automaton, length: 1...4),
      PatternGrammar(ReferencePattern.repeated(.text("ab1"), 1, 3).automaton),
      PatternGrammar(
        ReferencePattern.sequence([
          .repeated(.one(of: "ab \u{301}"), 1, 3), .choice([.text("1"), .repeated(.any, 2, 2)]),
        ]).automaton),
      PatternGrammar(ReferencePattern.one(of: "").automaton),
      HexGrammar(digits: 5), CardGrammar(), CardGrammar(lengths: 3...6, after34And37: 4),
      DateGrammar(),
      DateGrammar(
        from: CalendarDate(year: 1999, month: 12, day: 30)!,
        through: CalendarDate(year: 2024, month: 2, day: 29)!,
        order: .dayMonthYear, separator: "."),
      DateTimeGrammar(), LocalDateTimeGrammar(zoneOffset: { _ in 3_600_000 }), BooleanGrammar(),
      ChoiceGrammar(["a", "ab", "a b", "b\u{301}1", "x-"]),
      ChoiceGrammar([]), DoubleGrammar(), DoubleGrammar(minimum: -12.5, maximum: 1e3),
    ] + masks

  private static let masks: [any Grammar] = ["+1 (000) aA\\0-N", "0-0-0+1", "a1\\00 "].compactMap {
    (try? TextMask($0)).map { MaskGrammar($0) }
  }
}
