/// How a field or label of one kind looks in one locale: grammar, symbols, grouping, and the
/// affixes beside the text.
public struct FieldFormat: Sendable {
  /// The texts the field takes.
  public let grammar: any Grammar

  /// How they are displayed.
  public let notation: Notation

  /// Creates a format.
  public init(
    grammar: any Grammar, symbols: NumberSymbols = .english, isGrouped: Bool = false,
    prefix: String = "", suffix: String = ""
  ) {
    self.grammar = grammar
    notation = Notation(symbols: symbols, isGrouped: isGrouped, prefix: prefix, suffix: suffix)
  }

  /// The canonical text of a value, as displayed.
  ///
  /// A value the grammar does not take is shown all the same, in full: a program may have set it.
  public func text(for value: Value) -> String {
    grammar.text(for: value, in: notation) ?? value.description
  }

  /// How a field shows a number that has more digits than its texts: rounded while it is idle, whole
  /// while it is edited; `nil` for any other value.
  public func longNumber(_ value: Value) -> LongNumber? { grammar.longNumber(value, in: notation) }

  /// Whether a value is one that the field can be left with.
  public func takes(_ value: Value) -> Bool {
    if value == .text("") { return grammar.takesEmptyText }
    return self.value(of: text(for: value)) != nil
  }

  /// Whether a text that is not complete can become so by what is typed at its end; what cannot has
  /// to be changed where it is.
  public func canGoOn(_ state: EditState) -> Bool { grammar.canGoOn(state, in: notation) }

  /// The format with the symbols of another locale; affixes stay as they are.
  public func withSymbols(_ symbols: NumberSymbols) -> FieldFormat {
    let affixes =
      grammar is PercentGrammar
      ? symbols.percent : PercentSign(prefix: notation.prefix, suffix: notation.suffix)
    return FieldFormat(
      grammar: grammar, symbols: symbols, isGrouped: notation.asksForGroups,
      prefix: affixes.prefix, suffix: affixes.suffix)
  }

  /// As much of what is to be put in as the field takes, from its start; `nil` where that is nothing
  /// or all.
  ///
  /// - Complexity: O(log *n*) edits in the length of the replacement.
  public func cut(_ edit: Edit, in state: EditState) -> Edit? {
    func isTaken(_ edit: Edit) -> Bool {
      if case .accepted = outcome(of: edit, in: state) { true } else { false }
    }
    let characters = Array(edit.replacement)
    if isTaken(edit) { return nil }
    func cut(to count: Int) -> Edit {
      var shorter = edit
      shorter.replacement = String(characters[..<count])
      return shorter
    }
    // What a text can begin with, all its beginnings can.
    var (taken, refused) = (0, characters.count)
    while refused - taken > 1 {
      let middle = (taken + refused) / 2
      if isTaken(cut(to: middle)) { taken = middle } else { refused = middle }
    }
    return taken > 0 ? cut(to: taken) : nil
  }

  /// The value of a text just as it is displayed; `nil` where it is not complete.
  public func value(of text: String) -> Value? {
    guard case .complete(let value) = content(of: text) else { return nil }
    return value
  }

  /// What a displayed text amounts to, with the caret at its end.
  public func content(of text: String) -> FieldContent {
    content(of: EditState(text: text, selection: Selection(caret: .max)))
  }

  /// What the displayed text of a field amounts to; the reason of one that is not complete says
  /// what can be typed where the caret is.
  public func content(of state: EditState) -> FieldContent {
    grammar.content(of: state, in: notation)
  }

  /// The index of each place where a caret can be in a displayed text, the start and the end
  /// included; offsets of ranges and selections count these.
  public func places(in text: String) -> [String.Index] {
    notation.bounds(of: text, count: grammar.reading(of: text, in: notation).count)
  }

  /// What a complete text is, in the words of a form such as `0 to 150`; `nil` where the grammar
  /// has none.
  public var expectation: String? { expected?.description }

  /// What a complete text is, as data; `nil` where the grammar cannot say.
  public var expected: FieldExpectation? { grammar.expectation(in: notation) }

  /// How the text of a field is written where that is another way than the field's own: a date as
  /// `dd.mm.yyyy`.
  public func form(of state: EditState) -> String? { grammar.form(of: state, in: notation) }

  /// The texts, as displayed, that a text with the caret at its end can become.
  public func candidates(for state: EditState) -> [String] {
    grammar.candidates(for: state, in: notation)
  }

  /// The edit that completes a text which can only go on in one way; `nil` where it can in several
  /// or in none, or the caret is not at its end.
  ///
  /// - Complexity: O(log *n*) in the number of complete texts.
  public func completion(of state: EditState) -> Edit? {
    grammar.completion(of: state, in: notation)
  }

  /// Judges one edit: a pure function of the format, the state and the edit.
  ///
  /// A deletion is accepted. An insertion is accepted if what is then before the caret begins a
  /// complete text, and what follows it fits the form, where gaps may still have to be filled.
  /// Anything else is rejected whole, and so are ranges out of bounds.
  ///
  /// - Complexity: O(*n*) in the length of the text and of the replacement.
  public func outcome(of edit: Edit, in state: EditState) -> Outcome {
    grammar.outcome(of: edit, in: state, in: notation)
  }
}
