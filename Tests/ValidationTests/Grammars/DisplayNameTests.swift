import Testing
import Validation

/// Names and dates as users of a language see and type them.
struct DisplayNameTests {
  static let displayNames = ["red": "rot", "green": "Rost", "blue": "ob", "grey": "", "old": "red"]
  static let shown = ["rot", "Rost", "ob", "grey", "old"]

  static func texts(over alphabet: String, upTo length: Int) -> [String] {
    var texts = [""]
    var last = texts
    for _ in 0..<length {
      last = last.flatMap { text in alphabet.map { text + String($0) } }
      texts += last
    }
    return texts
  }

  @Test func aTextIsAcceptedIfAndOnlyIfADisplayNameBeginsWithIt() {
    let grammar = ChoiceGrammar(
      ["red", "green", "blue", "grey", "old"], displayNames: Self.displayNames)
    let stored = ["rot": "red", "rost": "green", "ob": "blue", "grey": "grey", "old": "old"]
    let format = FieldFormat(grammar: grammar)
    for text in Self.texts(over: "rotsTbgeyld", upTo: 4) {
      let isPossible = Self.shown.contains { $0.lowercased().hasPrefix(text.lowercased()) }
      #expect(grammar.begins(Array(text.utf8)[...]) == isPossible, "\(text)")
      let value = stored[text.lowercased()].map { Value.text($0) }
      #expect(format.value(of: text) == value, "\(text)")
    }
  }

  @Test func everyNameIsShownAndReadBack() {
    let names = ["red", "green", "blue", "grey", "old"]
    let format = FieldFormat(
      grammar: ChoiceGrammar(names, displayNames: Self.displayNames))
    #expect(names.map { format.text(for: .text($0)) } == Self.shown)
    for name in names {
      #expect(format.value(of: format.text(for: .text(name))) == .text(name))
    }
    #expect(format.expectation == "rot, Rost, ob, grey or old")
  }

  @Test func aFieldOfNamesTakesKeysCompletesAndSteps() {
    let grammar = ChoiceGrammar(["red", "blue"], displayNames: ["red": "rot", "blue": "blau"])
    var editor = FieldEditor(format: FieldFormat(grammar: grammar), text: "")
    guard case .rejected = editor.press(.character("e")) else {
      Issue.record("a stored name is accepted")
      return
    }
    _ = editor.press(.character("b"))
    #expect(editor.state.text == "blau")
    #expect(editor.content == .complete(.text("blue")))
    let stepped = grammar.stepped(editor.state, by: -1, in: Notation())
    #expect(stepped?.text == "rot")
  }

  @Test func namesWithTheSameDisplayNameKeepTheirOwn() {
    let format = FieldFormat(
      grammar: ChoiceGrammar(["a", "b"], displayNames: ["a": "x", "b": "x"]))
    #expect(format.text(for: .text("a")) == "a")
    #expect(format.value(of: "b") == .text("b"))
  }

  @Test(arguments: StringTable.languages.compactMap(StringTable.init(localeIdentifier:)))
  func aBooleanIsTypedInTheLanguage(table: StringTable) {
    let format = FieldFormat(grammar: BooleanGrammar(displayNames: table.booleanNames))
    for value in [true, false] {
      var editor = FieldEditor(format: format, text: "")
      let text = format.text(for: .boolean(value))
      #expect(text == table.booleanNames["\(value)"] ?? "\(value)")
      for character in text.unicodeScalars { _ = editor.press(.character(character)) }
      #expect(editor.content == .complete(.boolean(value)), "\(text)")
    }
    if !table.booleanNames.isEmpty { #expect(format.value(of: "true") == nil) }
  }

  static let arabic = NumberSymbols(
    decimalSeparator: "\u{66B}", groupingSeparator: "\u{66C}", zeroDigit: "\u{660}")
  static let devanagari = NumberSymbols(zeroDigit: "\u{966}")

  /// Types every digit in every state that can be reached, in both digits.
  @Test(arguments: [arabic, devanagari])
  func aDateInLocalDigitsAcceptsTheSameKeys(symbols: NumberSymbols) throws {
    let first = try #require(CalendarDate(year: 2026, month: 2, day: 27))
    let last = try #require(CalendarDate(year: 2026, month: 3, day: 2))
    let grammar = DateGrammar(from: first, through: last, order: .dayMonthYear, separator: "/")
    let english = FieldFormat(grammar: grammar)
    let local = FieldFormat(grammar: grammar, symbols: symbols)
    func localized(_ text: String) -> String {
      String(
        String.UnicodeScalarView(
          text.unicodeScalars.map { scalar in
            guard "0"..."9" ~= scalar else { return scalar }
            return Unicode.Scalar(symbols.zeroDigit.value + scalar.value - 0x30) ?? scalar
          }))
    }
    var states = [EditState(text: "", selection: Selection(caret: 0))]
    var dates: Set<String> = []
    while let state = states.popLast() {
      var localState = state
      localState.text = localized(state.text)
      #expect(localized(english.text(for: .date(first))) == local.text(for: .date(first)))
      for key in "0123456789/" {
        let edit = Edit(range: state.selection.range, replacement: String(key), isTyped: true)
        let outcome = english.outcome(of: edit, in: state)
        for typed in [String(key), localized(String(key))] {
          var localEdit = edit
          localEdit.replacement = typed
          switch (outcome, local.outcome(of: localEdit, in: localState)) {
          case (.accepted(let one, let content), .accepted(let other, let localContent)):
            #expect(localized(one.text) == other.text)
            #expect(one.selection == other.selection)
            if case .complete(let value) = content {
              #expect(localContent == .complete(value))
              dates.insert("\(value)")
            }
          case (.rejected, .rejected): break
          default: Issue.record("\(typed) after \(state.text)")
          }
        }
        if case .accepted(let next, _) = outcome, next != state { states.append(next) }
      }
    }
    #expect(dates == ["2026-02-27", "2026-02-28", "2026-03-01", "2026-03-02"])
  }
}
