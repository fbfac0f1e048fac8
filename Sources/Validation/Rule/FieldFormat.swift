/// The format of a field or label in one locale: the grammar, symbols and grouping, and the affixes
/// before and after the text.
public struct FieldFormat: Sendable {
  /// The grammar of the texts.
  public let grammar: any Grammar

  /// The notation for display.
  public let notation: Notation

  /// Creates a format from a grammar and a notation.
  public init(
    grammar: any Grammar, symbols: NumberSymbols = .english, isGrouped: Bool = false,
    prefix: String = "", suffix: String = ""
  ) {
    self.grammar = grammar
    notation = Notation(symbols: symbols, isGrouped: isGrouped, prefix: prefix, suffix: suffix)
  }

  /// Returns the canonical text of a value, as displayed.
  ///
  /// If the grammar cannot write the value, which only a program can set, the value is displayed in
  /// full.
  public func text(for value: Value) -> String {
    grammar.text(for: value, in: notation) ?? value.description
  }

  /// Returns the texts of a number that has more fraction digits than the field allows, or no
  /// digits to edit; `nil` for any other value, and for a number that is out of range.
  public func longNumber(_ value: Value) -> LongNumber? { grammar.longNumber(value, in: notation) }

  /// Returns whether the text of a value is complete; for an empty text, whether the grammar
  /// accepts it.
  public func takes(_ value: Value) -> Bool {
    if value == .text("") { return grammar.takesEmptyText }
    return self.value(of: text(for: value)) != nil
  }

  /// Returns whether an incomplete text can be completed by adding characters; if not, users must
  /// change the existing text.
  public func canGoOn(_ state: EditState) -> Bool { grammar.canGoOn(state, in: notation) }

  /// Returns the format with the symbols of another locale; affixes are unchanged, except the
  /// affixes of percentages.
  public func withSymbols(_ symbols: NumberSymbols) -> FieldFormat {
    let affixes =
      grammar is PercentGrammar
      ? symbols.percent : PercentSign(prefix: notation.prefix, suffix: notation.suffix)
    return FieldFormat(
      grammar: grammar, symbols: symbols, isGrouped: notation.asksForGroups,
      prefix: affixes.prefix, suffix: affixes.suffix)
  }

  /// Returns the format in the notation of a locale; display names that were given are kept.
  ///
  /// - Parameter choiceName: Returns the display name of a choice; `nil` if there is none.
  package func localized(
    _ symbols: NumberSymbols, dates: DateNotation, slashed: DateOrder?,
    zoneOffset: (@Sendable (Int) -> Int)?, booleanNames: [String: String],
    choiceName: (String) -> String?
  ) -> FieldFormat {
    let format = withSymbols(symbols)
    let grammar: any Grammar =
      switch grammar {
      case let grammar as DateGrammar: grammar.written(dates, slashed: slashed)
      case let grammar as DateTimeGrammar: grammar.written(dates, zoneOffset)
      case let grammar as LocalDateTimeGrammar: grammar.written(dates, zoneOffset)
      case let grammar as BooleanGrammar: grammar.displaying(booleanNames)
      case let grammar as ChoiceGrammar: grammar.displaying(choiceName)
      default: grammar
      }
    return FieldFormat(grammar: grammar, notation: format.notation)
  }

  private init(grammar: any Grammar, notation: Notation) {
    self.grammar = grammar
    self.notation = notation
  }

  /// Returns the edit with the longest beginning of its replacement that the field accepts; `nil`
  /// if no beginning is accepted, or if the whole replacement is accepted.
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
    var (taken, refused) = (0, characters.count)
    while refused - taken > 1 {
      let middle = (taken + refused) / 2
      if isTaken(cut(to: middle)) { taken = middle } else { refused = middle }
    }
    // A beginning can be rejected although a longer one is accepted, for example a number that
    // ends inside a group of digits.
    var end = taken + 1
    while end < characters.count, end <= taken + Self.longestGroup {
      if isTaken(cut(to: end)) { taken = end }
      end += 1
    }
    return taken > 0 ? cut(to: taken) : nil
  }

  private static let longestGroup = 5

  /// Returns the value of a displayed text; `nil` if the text is incomplete.
  public func value(of text: String) -> Value? {
    guard case .complete(let value) = content(of: text) else { return nil }
    return value
  }

  /// Returns the content of a displayed text, with the caret at its end.
  public func content(of text: String) -> FieldContent {
    content(of: EditState(text: text, selection: Selection(caret: .max)))
  }

  /// Returns the content of a field; the reason for an incomplete text can list the characters
  /// accepted at the caret.
  public func content(of state: EditState) -> FieldContent {
    grammar.content(of: state, in: notation)
  }

  /// Returns the index of each caret position in a displayed text, including the start and the end.
  public func places(in text: String) -> [String.Index] {
    notation.bounds(of: text, count: grammar.reading(of: text, in: notation).count)
  }

  /// The description of a complete text in English, for example `0 to 150`; `nil` if the grammar
  /// has none.
  public var expectation: String? { expected?.description }

  /// The description of a complete text as a value; `nil` if the grammar has none.
  public var expected: FieldExpectation? { grammar.expectation(in: notation) }

  /// Returns the notation of a text, for example `dd.mm.yyyy`, if it is not the default notation of
  /// the field.
  public func form(of state: EditState) -> String? { grammar.form(of: state, in: notation) }

  /// Returns the complete texts that a text can become, as displayed.
  public func candidates(for state: EditState) -> Candidates {
    grammar.candidates(for: state, in: notation)
  }

  /// Returns the edit that completes a text; `nil` if several texts or none can follow.
  ///
  /// Most grammars complete a text only if the caret is at the end.
  ///
  /// - Complexity: O(log *n*) in the number of complete texts; O(*n*) in the length of all names
  ///   for a ``SearchGrammar``.
  public func completion(of state: EditState) -> Edit? {
    grammar.completion(of: state, in: notation)
  }

  /// Returns the outcome of one edit, which depends only on the format, the state and the edit.
  ///
  /// Deletions are accepted. An insertion is accepted if a complete text begins with the new text
  /// before the caret, and the text after the caret fits the form, even if characters are missing
  /// between them. Any other edit is rejected as a whole, and so is an edit with a range out of
  /// bounds.
  ///
  /// - Complexity: O(*n*) in the length of the text and of the replacement.
  public func outcome(of edit: Edit, in state: EditState) -> Outcome {
    grammar.outcome(of: edit, in: state, in: notation)
  }
}

extension FieldFormat {
  /// Converts a state from another format. A text that keeps its meaning stays unchanged. Otherwise
  /// its characters are converted to the symbols and groups of this format, with the same
  /// selection. If that changes the value of a complete text, the value is written in this format,
  /// with the caret at the end.
  ///
  /// - Parameter meant: The value of the text if the text is the text for this value.
  func translated(
    _ state: EditState, from other: FieldFormat, _ meant: Value?
  ) -> EditState {
    let isMeant =
      meant.flatMap { other.grammar.text(for: $0, in: other.notation) }?
      .hasSameScalars(as: state.text) ?? false
    guard let known = isMeant ? meant : other.value(of: state) else {
      return transcribed(state, from: other)
    }
    let text = text(for: known)
    func inOwnNotation(_ state: EditState) -> EditState {
      state.layout?.dates == nil ? state : EditState(text: state.text, selection: state.selection)
    }
    if value(of: state.text) == known || text.hasSameScalars(as: state.text) {
      return inOwnNotation(state)
    }
    let translation = transcribed(state, from: other)
    if value(of: translation.text) == known { return inOwnNotation(translation) }
    // A value that this format cannot write has no text with a value.
    let isWritten =
      isMeant
      ? grammar.text(for: known, in: notation) != nil
      : value(of: text).map { self.text(for: $0).hasSameScalars(as: text) } ?? false
    guard isWritten, !translation.text.hasSameScalars(as: text) else { return translation }
    return FieldEditor(format: self, text: text).state
  }

  // In the notation in which the text was begun.
  private func value(of state: EditState) -> Value? {
    let content = state.layout?.dates == nil ? content(of: state.text) : content(of: state)
    guard case .complete(let value) = content else { return nil }
    return value
  }

  private func transcribed(_ state: EditState, from other: FieldFormat) -> EditState {
    let (old, new) = (other.notation, notation)
    guard
      old.symbols != new.symbols || old.isGrouped != new.isGrouped
        || other.grammar is any FixedGrammar
    else { return state }
    guard let grammar = grammar as? any InnerTextGrammar,
      let reader = other.grammar as? any InnerTextGrammar
    else { return retyped(state, from: other) ?? withDigits(of: state, from: other) }
    let reading = reader.reading(of: state.text, in: old)
    let ends = [state.selection.anchor, state.selection.caret].map {
      grammar.display(reading.bytes, caret: reading.inner($0), in: new)
    }
    return EditState(
      text: ends[1].text,
      selection: Selection(anchor: ends[0].selection.caret, caret: ends[1].selection.caret))
  }

  // The characters at the same positions of this form; a date stays in the notation in which the
  // user has begun it.
  private func retyped(_ state: EditState, from other: FieldFormat) -> EditState? {
    guard !state.text.isEmpty, let old = other.grammar as? any FixedGrammar,
      let new = grammar as? any FixedGrammar
    else { return nil }
    let begun = state.layout?.dates ?? (old as? any DatedGrammar)?.dates
    let inBegun: (any FixedGrammar)? = begun.flatMap { (new as? any DatedGrammar)?.written($0) }
    let rule = FixedRule(grammar: inBegun ?? new, notation: notation)
    guard let text = old.rule(state, other.notation).text(of: state).flatMap({ rule.form.text($0) })
    else { return nil }
    var translation = rule.state(of: text)
    let end = translation.text.count
    translation.selection = Selection(
      anchor: min(state.selection.anchor, end), caret: min(state.selection.caret, end))
    if begun != (new as? any DatedGrammar)?.dates || state.layout?.dates != nil {
      translation.layout?.dates = begun
    }
    return translation
  }

  private func withDigits(of state: EditState, from other: FieldFormat) -> EditState {
    var translation = state
    let zero = notation.symbols.zeroDigit.value
    translation.text = String(
      String.UnicodeScalarView(
        state.text.unicodeScalars.map { scalar in
          guard let digit = other.notation.digit(scalar) else { return scalar }
          return Unicode.Scalar(zero + UInt32(digit)) ?? scalar
        }))
    return translation
  }
}
