/// The format of a field or label of one kind in one locale: grammar, symbols, grouping, and the
/// affixes beside the text.
public struct FieldFormat: Sendable {
  /// The grammar of the texts.
  public let grammar: any Grammar

  /// The notation for display.
  public let notation: Notation

  /// Creates a format.
  public init(
    grammar: any Grammar, symbols: NumberSymbols = .english, isGrouped: Bool = false,
    prefix: String = "", suffix: String = ""
  ) {
    self.grammar = grammar
    notation = Notation(symbols: symbols, isGrouped: isGrouped, prefix: prefix, suffix: suffix)
  }

  /// Returns the canonical text of a value, as displayed.
  ///
  /// A value that the grammar cannot write, which only a program can set, is displayed in full.
  public func text(for value: Value) -> String {
    grammar.text(for: value, in: notation) ?? value.description
  }

  /// Returns the texts of a number with more digits than the field allows: rounded while the field
  /// is idle, and in full while it is edited; `nil` for any other value.
  public func longNumber(_ value: Value) -> LongNumber? { grammar.longNumber(value, in: notation) }

  /// Returns whether the field can be left with a value.
  public func takes(_ value: Value) -> Bool {
    if value == .text("") { return grammar.takesEmptyText }
    return self.value(of: text(for: value)) != nil
  }

  /// Returns whether typing at the end can complete an incomplete text; otherwise users must change
  /// the existing text.
  public func canGoOn(_ state: EditState) -> Bool { grammar.canGoOn(state, in: notation) }

  /// Returns the format with the symbols of another locale; affixes stay unchanged, except those of
  /// percentages.
  public func withSymbols(_ symbols: NumberSymbols) -> FieldFormat {
    let affixes =
      grammar is PercentGrammar
      ? symbols.percent : PercentSign(prefix: notation.prefix, suffix: notation.suffix)
    return FieldFormat(
      grammar: grammar, symbols: symbols, isGrouped: notation.asksForGroups,
      prefix: affixes.prefix, suffix: affixes.suffix)
  }

  /// Shortens the replacement to the longest beginning that the field accepts; `nil` if that is
  /// empty or everything.
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
    // If a text is accepted, so are all its beginnings; hence the binary search.
    var (taken, refused) = (0, characters.count)
    while refused - taken > 1 {
      let middle = (taken + refused) / 2
      if isTaken(cut(to: middle)) { taken = middle } else { refused = middle }
    }
    return taken > 0 ? cut(to: taken) : nil
  }

  /// Returns the value of a displayed text; `nil` if the text is incomplete.
  public func value(of text: String) -> Value? {
    guard case .complete(let value) = content(of: text) else { return nil }
    return value
  }

  /// Returns the content of a displayed text, with the caret at its end.
  public func content(of text: String) -> FieldContent {
    content(of: EditState(text: text, selection: Selection(caret: .max)))
  }

  /// Returns the content of a field; the reason of an incomplete text lists the characters accepted
  /// at the caret.
  public func content(of state: EditState) -> FieldContent {
    grammar.content(of: state, in: notation)
  }

  /// Returns the index of each caret position in a displayed text, including the start and the end.
  /// Offsets of ranges and selections count these.
  public func places(in text: String) -> [String.Index] {
    notation.bounds(of: text, count: grammar.reading(of: text, in: notation).count)
  }

  /// The description of a complete text in English, for example `0 to 150`; `nil` if the grammar
  /// has none.
  public var expectation: String? { expected?.description }

  /// The description of a complete text, as data; `nil` if the grammar has none.
  public var expected: FieldExpectation? { grammar.expectation(in: notation) }

  /// Returns the notation of a text, for example `dd.mm.yyyy`, if it is not the default notation of
  /// the field.
  public func form(of state: EditState) -> String? { grammar.form(of: state, in: notation) }

  /// Returns the texts, as displayed, that a text with the caret at its end can become.
  public func candidates(for state: EditState) -> [String] {
    grammar.candidates(for: state, in: notation)
  }

  /// Returns the edit that completes a text; `nil` if several texts or no text can follow, or if
  /// the caret is not at the end.
  ///
  /// - Complexity: O(log *n*) in the number of complete texts.
  public func completion(of state: EditState) -> Edit? {
    grammar.completion(of: state, in: notation)
  }

  /// Judges one edit: a pure function of the format, the state and the edit.
  ///
  /// Deletions are accepted. An insertion is accepted if a complete text begins with the text then
  /// before the caret, and the text after the caret fits the form, where gaps may still have to be
  /// filled. Any other edit is rejected as a whole, and so are ranges out of bounds.
  ///
  /// - Complexity: O(*n*) in the length of the text and of the replacement.
  public func outcome(of edit: Edit, in state: EditState) -> Outcome {
    grammar.outcome(of: edit, in: state, in: notation)
  }
}
