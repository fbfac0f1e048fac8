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

  /// Returns whether the field accepts a value when the user leaves it.
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
    // Every beginning of an accepted text is accepted too, so a binary search works.
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

  /// Returns the content of a field; the reason for an incomplete text lists the characters
  /// accepted at the caret.
  public func content(of state: EditState) -> FieldContent {
    grammar.content(of: state, in: notation)
  }

  /// Returns the index of each caret position in a displayed text, including the start and the end.
  /// Ranges and selections count these positions.
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

  /// Returns the texts, as displayed, that a text can become.
  public func candidates(for state: EditState) -> Candidates {
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

extension FieldFormat {
  /// A text that keeps its meaning stays unchanged. Otherwise its characters are converted to the
  /// symbols and groups of this format, with the same selection. If a complete text still changes
  /// its meaning, it is written anew from its value, with the caret at the end.
  func translated(_ state: EditState, from other: FieldFormat) -> EditState {
    let content = other.content(of: state.text)
    let known: Value? = if case .complete(let value) = content { value } else { nil }
    if let known, value(of: state.text) == known { return state }
    let translation = transcribed(state, from: other)
    guard let known, value(of: translation.text) != known else { return translation }
    let text = text(for: known)
    guard value(of: text) == known else { return translation }
    return FieldEditor(format: self, text: text).state
  }

  private func transcribed(_ state: EditState, from other: FieldFormat) -> EditState {
    let (old, new) = (other.notation, notation)
    guard old.symbols != new.symbols || old.isGrouped != new.isGrouped else { return state }
    guard let grammar = grammar as? any InnerTextGrammar,
      let reader = other.grammar as? any InnerTextGrammar
    else { return withDigits(of: state, from: other) }
    let reading = reader.reading(of: state.text, in: old)
    let ends = [state.selection.anchor, state.selection.caret].map {
      grammar.display(reading.bytes, caret: reading.boundaries[$0], in: new)
    }
    return EditState(
      text: ends[1].text,
      selection: Selection(anchor: ends[0].selection.caret, caret: ends[1].selection.caret))
  }

  // A fixed form keeps its positions; only the digits differ.
  private func withDigits(of state: EditState, from other: FieldFormat) -> EditState {
    var translation = state
    let zero = notation.symbols.zeroDigit.value
    translation.text = String(
      String.UnicodeScalarView(
        state.text.unicodeScalars.map { scalar in
          guard let digit = other.notation.digit(scalar) else { return scalar }
          return Unicode.Scalar(zero + UInt32(digit)) ?? scalar
        }))
    translation.layout = state.layout
    return translation
  }
}
