import Testing
import Validation

/// P1 to P12 of KEYSTROKES.md, each for text, integer and decimal.
struct PropertyTests {
  /// The kinds, with texts that can be typed into each from left to right.
  struct Subject: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var format: FieldFormat
    var canonical: [String]
  }

  static let subjects: [Subject] =
    [
      Subject(
        testDescription: "text", format: Locale.english.format(TextGrammar(length: 2...6)),
        canonical: ["ab", "e\u{301}\u{323}x", "👩‍👩‍👧 🇩🇪", "a\0b\r\n", "  ", "𝟗½一x"]),
      Subject(
        testDescription: "any text", format: Locale.english.format(TextGrammar()),
        canonical: ["a", "\u{301}", "long and longer, and with \u{202E}marks"]),
    ]
    + Locale.all.flatMap { locale in
      [
        Subject(
          testDescription: "integer \(locale)", format: Formats.integer(-53...20_000, locale),
          canonical: ["0", "-1", "-53", "7", "20000", "1234", "19999"].map(locale.translated)),
        Subject(
          testDescription: "decimal \(locale)",
          format: Formats.decimal(5, 2, locale, minimum: "-99999", maximum: "12345.67"),
          canonical: ["0", "-0.01", "0.5", "12345.67", "-99999", "-1000.2", "1234.05"]
            .map(locale.translated)),
      ]
    }

  static let nasty: [String] =
    [
      "", "x", "\0", "\u{301}", "1\u{301}", "👩‍👩‍👧", "🇩", "\r\n", "\u{200D}", "\u{FFFD}", "-", "--",
      ".", "..",
      "1,2,3", ",,,", "\u{61C}", "\u{61C}-", "\u{200E}-\u{200E}", "12\u{20E3}", "\u{E000}", "\\\"",
      String(decoding: [0x31, 0xFF, 0xC0, 0xED, 0xA0, 0x80] as [UInt8], as: UTF8.self),
      String(repeating: "9", count: 50), String(repeating: ",", count: 40),
    ]

  @Test(arguments: subjects.indices.filter { $0 < 4 || $0 % 4 == 1 }.map { subjects[$0] })
  func p1NoInputTraps(subject: Subject) {
    let format = subject.format
    for text in PropertyTests.nasty + subject.canonical {
      _ = format.content(of: text)
      var editor = FieldEditor(format: format, text: text)
      for other in PropertyTests.nasty {
        editor.replace(with: text)
        for key in PropertyTests.keys(other) {
          let outcome = editor.press(key)
          #expect(isInBounds(editor), "\(text.debugDescription) \(key) \(outcome)")
        }
        for range in [0..<1, 0..<400, -5..<0, 1..<2, Int.max - 1..<Int.max, Int.min..<Int.min] {
          editor.offer(Edit(ranges: [range, 0..<1], replacement: other, isTyped: true))
          #expect(isInBounds(editor))
        }
      }
    }
  }

  private static func keys(_ text: String) -> [Key] {
    [
      .go(1), .paste(text), .left, .selectLeft, .backspace, .right, .delete, .selectHome, .copy,
      .cut, .undo, .redo, .selectEnd, .wordBackspace, .go(-1), .go(.max), .select(.min, 1),
      .selectAll, .paste(text), .home, .selectRight, .clear, .undo, .end,
    ] + Key.typing(String(text.prefix(5)))
  }

  private func isInBounds(_ editor: FieldEditor) -> Bool {
    var copy = editor
    copy.press(.end)
    return editor.state.selection.range.lowerBound >= 0
      && editor.state.selection.range.upperBound <= copy.state.selection.caret
  }

  @Test(arguments: ["text", "any text", "integer en", "decimal en grouped 3 3 from 1"])
  func p1PasteOfAMebibyteIsJudged(name: String) throws {
    let subject = try #require(PropertyTests.subjects.first { $0.testDescription == name })
    for piece in ["1", "é", ","] {
      let paste = String(repeating: piece, count: 1_048_576 / piece.utf8.count)
      var editor = FieldEditor(format: subject.format, text: "")
      let outcome = editor.press(.paste(paste))
      guard name != "any text" else {
        #expect(editor.state.text == paste)
        continue
      }
      guard case .rejected(let rejection) = outcome else {
        Issue.record("\(editor.state.text.prefix(9))")
        continue
      }
      #expect(rejection.message.count < 120)
    }
  }

  @Test(arguments: ExhaustiveTests.grammars.indices)
  func p2AcceptedInsertionsCanBeCompleted(index: Int) {
    let (grammar, locale) = ExhaustiveTests.grammars[index]
    let comparison = Comparison(grammar, locale)
    let numbers = grammar.reference
    // The longest text has no digit in front that could give way.
    let goals = numbers.complete.keys.sorted().reduce(into: [String: String]()) { goals, text in
      for end in text.indices + [text.endIndex] { goals[String(text[..<end])] = text }
    }
    for inner in comparison.reachableTexts(grammar.digits) {
      let text = locale.symbols.text(inner)
      for place in 0...locale.symbols.display(inner).count {
        for key in grammar.digits.map(locale.symbols.shown) + [locale.symbols.point, "-"] {
          let edit = Edit(range: place..<place, replacement: key, isTyped: true)
          let state = EditState(text: text, selection: Selection(caret: place))
          guard case .accepted(let next, _) = comparison.format.outcome(of: edit, in: state) else {
            continue
          }
          let result = comparison.rule.innerText(next.text)
          let caret = locale.symbols.display(result)[..<next.selection.caret]
            .count { !$0.isSeparator }
          let before = Array(result[..<caret])
          #expect(numbers.accepts(before, followedBy: Array(result[caret...])), "\(state) \(key)")
          let goal = goals[String(before)]
          #expect(isCompletable(before, goal, comparison.format, locale), "\(state) \(key)")
        }
      }
    }
  }

  // What stands behind the caret is deleted, and the rest of some complete text typed: a zero in
  // front may give way to a digit behind it, so that the text typed in the end is another one.
  private func isCompletable(
    _ before: [Character], _ goal: String?, _ format: FieldFormat, _ locale: Locale
  ) -> Bool {
    guard let goal else { return false }
    var editor = FieldEditor(format: format, text: locale.symbols.text(before))
    for character in goal.dropFirst(before.count) {
      let key = Key.typing(locale.symbols.shown(character)).last!
      guard editor.press(key).isAccepted else { return false }
    }
    return editor.content.value != nil
  }

  @Test(arguments: subjects)
  func p3CanonicalTextsCanBeTypedAndPasted(subject: Subject) {
    for text in subject.canonical {
      var typist = FieldEditor(format: subject.format, text: "")
      for key in subject.format.keys(text) { #expect(typist.offer(key).isAccepted, "\(text)") }
      var paster = FieldEditor(format: subject.format, text: "")
      #expect(paster.press(.paste(text)).isAccepted, "\(text)")
      for editor in [typist, paster] {
        #expect(Array(editor.state.text.unicodeScalars) == Array(text.unicodeScalars))
        #expect(editor.content == subject.format.content(of: text))
        guard case .complete = editor.content else {
          Issue.record("\(text): \(editor.content)")
          continue
        }
      }
    }
  }

  @Test(arguments: ExhaustiveTests.grammars.indices)
  func p3EveryCanonicalNumberCanBeTyped(index: Int) {
    let (grammar, locale) = ExhaustiveTests.grammars[index]
    let format = locale.format(grammar.grammar)
    for value in Set(grammar.reference.complete.values.filter { abs($0) < 3_000 }) {
      let canonical = format.text(for: grammar.value(value))
      var editor = FieldEditor(format: format, text: "")
      for edit in format.keys(canonical) where !editor.offer(edit).isAccepted {
        Issue.record("\(canonical) at \(editor.state.text)")
      }
      #expect(editor.content == .complete(grammar.value(value)))
      #expect(editor.state.text == canonical)
    }
  }

  @Test(arguments: subjects)
  func p4BackspaceEmptiesEveryState(subject: Subject) {
    for text in subject.canonical + PropertyTests.nasty {
      var editor = FieldEditor(format: subject.format, text: text)
      var presses = 0
      while editor.state.selection.caret > 0, presses <= text.unicodeScalars.count {
        #expect(editor.press(.backspace).isAccepted)
        presses += 1
      }
      #expect(editor.state == EditState(text: "", selection: Selection(caret: 0)))
    }
  }

  @Test(arguments: ExhaustiveTests.grammars.indices)
  func p4BackspaceEmptiesEveryReachableState(index: Int) {
    let (grammar, locale) = ExhaustiveTests.grammars[index]
    let comparison = Comparison(grammar, locale)
    for inner in comparison.reachableTexts(grammar.digits) {
      var editor = FieldEditor(format: comparison.format, text: locale.symbols.text(inner))
      for _ in inner { #expect(editor.press(.backspace).isAccepted) }
      #expect(editor.state == EditState(text: "", selection: Selection(caret: 0)))
    }
  }

  @Test func p5ValuesAreExact() {
    let integer = Formats.integer(Int.min...Int.max)
    for value in [Int.min, Int.min + 1, -1, 0, 1, Int.max - 1, Int.max, 9_007_199_254_740_993] {
      #expect(integer.content(of: "\(value)") == .complete(.integer(value)))
      var editor = FieldEditor(format: integer, text: "")
      for key in Key.typing("\(value)") { editor.press(key) }
      #expect(editor.content == .complete(.integer(value)))
    }
    let decimal = Formats.decimal(19, 19)
    for text in [
      "1234567890123456789.0987654321098765432", "-0.0000000000000000001", "9.2",
      "9999999999999999999.9999999999999999999", "9007199254740993",
    ] {
      guard case .complete(.decimal(let value)) = decimal.content(of: text) else {
        Issue.record("\(decimal.content(of: text))")
        continue
      }
      var trimmed = text
      while text.contains("."), trimmed.last == "0" { trimmed.removeLast() }
      #expect(value.description == trimmed)
    }
    let text = Locale.english.format(TextGrammar(length: 1...2))
    #expect(text.content(of: "") == .empty)
    #expect(text.content(of: "e\u{301}") == .complete(.text("e\u{301}")))
    #expect(text.content(of: "e\u{301}") != .complete(.text("é")))
    guard case .incomplete = text.content(of: "abc") else {
      Issue.record("abc is too long")
      return
    }
  }

  @Test(arguments: subjects)
  func p6RejectionsChangeNothing(subject: Subject) throws {
    for start in subject.canonical {
      var editor = FieldEditor(format: subject.format, text: start)
      editor.press(.backspace)
      editor.press(.undo)
      editor.press(.select(0, 1))
      var rejections = 0
      for paste in PropertyTests.nasty {
        let (state, content) = (editor.state, editor.content)
        var other = editor
        let outcome = other.press(.paste(paste))
        guard case .rejected(let rejection) = outcome else { continue }
        rejections += 1
        #expect(!rejection.message.isEmpty)
        #expect(other.state == state)
        #expect(other.content == content)
        other.press(.redo)
        #expect(other.state.text != start, "the step undone is still there")
      }
      #expect(rejections > 0 || subject.testDescription == "any text")
    }
  }

  @Test(arguments: Locale.all)
  func p7TextsReadBackAsTheirValues(locale: Locale) {
    let integer = Formats.integer(Int.min...Int.max, locale)
    for value in [Int.min, -1_234_567, -1, 0, 7, 999, 1000, 12_345, Int.max] {
      let text = integer.text(for: .integer(value))
      #expect(integer.value(of: text) == .integer(value), "\(text)")
      #expect(integer.value(of: text).map(integer.text) == text)
    }
    for least in 0...3 {
      let decimal = locale.format(
        DecimalGrammar(maximumIntegerDigits: 22, fractionDigits: least...18))
      for number in [
        "0", "-0.000000000000000001", "1234567890123456789012.5", "0.1", "-1000", "12.345",
      ] {
        let value = FieldValue.decimal(Numeral(number)!)
        let text = decimal.text(for: value)
        #expect(decimal.value(of: text) == value, "\(text)")
        #expect(text == locale.translated(number, minimumFractionDigits: least))
      }
    }
    let double = locale.format(DoubleGrammar())
    var random = SeededGenerator(stream: 7)
    let short = (0..<200).map { _ in
      Double(Int64.random(in: -999_999_999...999_999_999, using: &random)) / 1e6
    }
    for value in short + [0, 0.1, 1e14, 1e-15, -2.5, 123_456.789, 999_999_999_999_999] {
      let text = double.text(for: .double(value))
      #expect(double.value(of: text) == .double(value), "\(text)")
    }
    // What has more digits than a field can edit is shown, and not read.
    for value in [0.1 + 0.2, 1e15, 1e21, 1e-16, .leastNonzeroMagnitude, 1.0 / 3] {
      #expect(double.value(of: double.text(for: .double(value))) == nil)
    }
    let text = locale.format(TextGrammar())
    for value in ["1,234", "e\u{301}", " x "] {
      #expect(text.value(of: text.text(for: .text(value))) == .text(value))
    }
    let boolean = locale.format(BooleanGrammar())
    for value in [true, false] {
      #expect(boolean.value(of: boolean.text(for: .boolean(value))) == .boolean(value))
    }
  }

  @Test(arguments: Locale.all.indices)
  func p8EditingCommutesWithTranslation(index: Int) {
    var locale = Locale.all[index]
    var random = SeededGenerator(stream: 80 + index)
    // The groups are the same on both sides; what is written with is not.
    var english = Locale.english
    english.symbols.primary = locale.symbols.primary
    english.symbols.secondary = locale.symbols.secondary
    english.symbols.minimum = locale.symbols.minimum
    english.symbols.isGrouped = locale.symbols.isGrouped
    locale.description = "translated"
    for make in [
      { Formats.integer(-1_234...98_765, $0) },
      { Formats.decimal(5, 2, $0, minimum: "-1234.5", maximum: "56789.1") },
    ] as [(Locale) -> FieldFormat] {
      var one = FieldEditor(format: make(english), text: "")
      var other = FieldEditor(format: make(locale), text: "")
      for _ in 0..<600 {
        let key = randomKey(&random)
        let first = one.press(key)
        let second: Outcome
        if case .character(let scalar) = key {
          second = other.offer(
            Edit(
              range: other.state.selection.range, replacement: locale.translated(String(scalar)),
              isTyped: true))
        } else {
          second = other.press(key)
        }
        #expect(first.kind == second.kind, "\(one.state) \(key)")
        #expect(locale.translated(one.state.text) == other.state.text)
        #expect(one.state.selection == other.state.selection)
        #expect(one.format.value(of: one.state.text) == other.format.value(of: other.state.text))
      }
    }
  }

  @Test(arguments: [(3, 3, 1), (3, 2, 1), (1, 1, 1), (2, 1, 2), (3, 3, 2)])
  func p9GroupingChangesNothingButTheLooks(primary: Int, secondary: Int, minimum: Int) {
    var random = SeededGenerator(stream: 90 + primary * secondary + minimum)
    let locale = Locale.english.grouped(primary, secondary, minimum: minimum)
    for make in [
      { Formats.integer(-123_456...98_765_432, $0) }, { Formats.decimal(7, 2, $0) },
    ] as [(Locale) -> FieldFormat] {
      var plain = FieldEditor(format: make(.english), text: "")
      var grouped = FieldEditor(format: make(locale), text: "")
      for _ in 0..<1_500 {
        let key = randomKey(&random)
        // A separator can be passed only where one is displayed.
        if key == .character(",") { continue }
        let first = plain.press(key)
        let second = grouped.press(key)
        #expect(first.kind == second.kind, "\(plain.state) \(key)")
        #expect(grouped.state.text.filter { $0 != "," } == plain.state.text)
        #expect(significant(grouped.state, \.caret) == plain.state.selection.caret, "\(key)")
        #expect(significant(grouped.state, \.anchor) == plain.state.selection.anchor, "\(key)")
        #expect(plain.content.value == grouped.content.value)
      }
    }
  }

  private func significant(_ state: EditState, _ end: KeyPath<Selection, Int>) -> Int {
    state.text.prefix(state.selection[keyPath: end]).count { $0 != "," }
  }

  private func randomKey(_ random: inout SeededGenerator) -> Key {
    switch random.below(24) {
    case 0: .left
    case 1: .right
    case 2: .selectLeft
    case 3: .selectRight
    case 4: .backspace
    case 5: .delete
    case 6: .home
    case 7: .end
    case 8: .undo
    case 9: random.below(4) == 0 ? .redo : .backspace
    case 10: .character("-")
    case 11: .character(".")
    case 12: .character(random.below(3) == 0 ? "x" : ",")
    default: .character(Unicode.Scalar(UInt8(48 + random.below(10))))
    }
  }

  @Test(arguments: [
    Formats.integer(-123...4_567), Formats.decimal(2, 2),
    Formats.decimal(3, 1, .french.grouped(2, 1)),
    Formats.decimal(2, 2, .arabic), Locale.english.format(TextGrammar(length: 0...3)),
  ])
  func p10PastingIsTyping(format: FieldFormat) {
    let symbols = format.notation.symbols
    let pieces =
      ["0", "1", "5"] + [String(symbols.decimalSeparator), "-", "x", "\u{301}", "."]
    for start in ["", "1", "12", "0"] {
      for text in strings(of: pieces, upTo: 4) {
        var typist = FieldEditor(format: format, text: "")
        for key in Key.typing(start) { typist.press(key) }
        var paster = typist
        let dropsZeros = text.contains("0") && text.trimmingZeros != text
        let outcomes = Key.typing(text).map { typist.press($0) }
        guard outcomes.allSatisfy(\.isAccepted), !dropsZeros else { continue }
        #expect(paster.press(.paste(text)).isAccepted, "\(start) \(text)")
        #expect(paster.state == typist.state, "\(start) \(text)")
        #expect(paster.content == typist.content)
      }
    }
  }

  @Test(arguments: subjects.indices)
  func p11UndoIsTheInverseOfTheEdit(index: Int) {
    let subject = PropertyTests.subjects[index]
    var random = SeededGenerator(stream: 110 + index)
    for start in subject.canonical {
      var editor = FieldEditor(format: subject.format, text: start)
      var befores: [EditState] = []
      var afters: [EditState] = []
      for _ in 0..<60 {
        let key = randomKey(&random)
        guard key != .undo, key != .redo else { continue }
        let before = editor.state
        editor.press(key)
        if editor.state.text != before.text {
          befores.append(before)
          afters.append(editor.state)
        }
      }
      let last = editor.state
      for before in befores.reversed() {
        editor.press(.undo)
        #expect(editor.state == before)
      }
      #expect(editor.state.text == start)
      let first = editor.state
      #expect(editor.press(.undo).isAccepted)
      #expect(editor.state == first, "there is nothing more to undo")
      for after in afters {
        editor.press(.redo)
        #expect(editor.state == after)
      }
      editor.press(.redo)
      #expect(editor.state.text == last.text)
      #expect(editor.content == subject.format.content(of: last.text))
    }
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
    // A range of 10^18 numbers could not be walked through, nor a step of it for each number.
    let wide = work(-1_000_000_000_000_000_000...1_000_000_000_000_000_000, keys: keys)
    let narrow = work(-1_234_569...(-1_234_560), keys: keys.map { $0 })
    #expect(wide.asked == narrow.asked)
    #expect(narrow.states.last == wide.states.last)
    #expect(wide.asked < 4 * keys.count)
  }

  @Test func p12AnEditAsksTheGrammarTwice() {
    for text in ["", "1", "12345", "1234567890123456"] {
      let counter = CountingGrammar(IntegerGrammar())
      let edit = Edit(
        range: text.count..<text.count, replacement: "7", isTyped: true)
      let state = EditState(text: text, selection: Selection(caret: text.count))
      let outcome = FieldFormat(grammar: counter).outcome(of: edit, in: state)
      #expect(outcome.isAccepted)
      #expect(counter.count == 2)
    }
  }
}
