/// A grammar whose texts fill a fixed sequence of positions with literals between them, for example
/// masks, dates and times.
public protocol FixedGrammar: Grammar {
  /// The positions and literals.
  var form: FixedForm { get }

  /// Returns whether some complete text matches each part of this text up to the caret.
  func begins(_ text: FixedText) -> Bool

  /// Returns the value of a text; `nil` if the text is incomplete.
  func value(of text: FixedText) -> Value?

  /// Returns whether a complete text begins with the run, which has no gaps.
  func begins(_ run: FixedRun) -> Bool

  /// Returns the value of a run; `nil` if the run is incomplete.
  func value(of run: FixedRun) -> Value?

  /// Returns the text of a value, in ASCII digits; `nil` if the form cannot represent the value.
  func shown(_ value: Value) -> [Unicode.Scalar]?

  /// Returns the text that a letter typed into an empty field abbreviates, in ASCII digits; `nil`
  /// if the letter is not an abbreviation. For example, `t` is today.
  func abbreviated(_ scalar: Unicode.Scalar) -> [Unicode.Scalar]?

  /// Returns a pasted text converted from another notation; `nil` if it cannot be converted. Called
  /// only if the text itself does not fit into an empty field.
  func rewritten(_ text: String) -> String?

  /// Returns why ``rewritten(_:)`` cannot convert a pasted text; `nil` if the reason is not known
  /// more exactly than for any other text.
  func objection(toPasted text: String) -> Reason.Detail?

  /// Returns why no complete text begins with this text; `nil` if a list of the expected characters
  /// is enough.
  func objection(to text: FixedText, in notation: Notation) -> Reason.Detail?

  /// Returns the text with the part at the caret increased or decreased; `nil` if it cannot be
  /// stepped.
  func stepped(_ text: FixedText, by count: Int) -> [Unicode.Scalar]?
}

extension FixedGrammar {
  /// Returns `true`: by default, every text whose characters fit their positions is accepted.
  public func begins(_ text: FixedText) -> Bool { true }

  /// Returns `true`: by default, every run whose characters fit their positions is accepted.
  public func begins(_ run: FixedRun) -> Bool { true }

  /// Returns `nil`: there are no abbreviations by default.
  public func abbreviated(_ scalar: Unicode.Scalar) -> [Unicode.Scalar]? { nil }

  /// Returns `nil`: pastes are not converted by default.
  public func rewritten(_ text: String) -> String? { nil }

  /// Returns `nil`: pastes are not converted by default.
  public func objection(toPasted text: String) -> Reason.Detail? { nil }

  /// Returns `nil`: by default, a list of the expected characters is enough.
  public func objection(to text: FixedText, in notation: Notation) -> Reason.Detail? { nil }

  /// Returns `nil`: by default, texts cannot be stepped.
  public func stepped(_ text: FixedText, by count: Int) -> [Unicode.Scalar]? { nil }

  /// Returns the displayed text without its literals; a text that the form cannot display is
  /// returned unchanged.
  public func reading(of text: String, in notation: Notation) -> Reading {
    FixedRule(grammar: self, notation: notation).reading(of: text)
  }

  /// Returns the outcome of one edit. A typed character skips a literal, is inserted into a segment
  /// that is not full, or overwrites a character.
  public func outcome(of edit: Edit, in state: EditState, in notation: Notation) -> Outcome {
    guard let dates = state.layout?.dates else {
      return FixedRule(grammar: self, notation: notation).outcome(of: edit, in: state)
    }
    if edit.ranges == [0..<state.text.count] {
      let plain = EditState(text: state.text, selection: state.selection)
      return FixedRule(grammar: self, notation: notation).outcome(of: edit, in: plain)
    }
    let outcome = rule(state, notation).outcome(of: edit, in: state)
    guard case .accepted(var next, let content) = outcome else { return outcome }
    next.layout?.dates = next.text.isEmpty ? nil : dates
    return .accepted(next, content)
  }

  /// Returns the content of the text; a text that the form cannot display is incomplete.
  public func content(of state: EditState, in notation: Notation) -> FieldContent {
    rule(state, notation).content(of: state)
  }

  /// Returns the text of a value, in digits of the locale.
  public func text(for value: Value, in notation: Notation) -> String? {
    shown(value).map { FixedRule(grammar: self, notation: notation).string($0) }
  }

  /// Returns ``RefusedMeaning/something`` if the text contains a letter or a digit, otherwise
  /// ``RefusedMeaning/nothing``.
  public func meaning(ofRefused text: String, in notation: Notation) -> RefusedMeaning {
    meaningOfPlaces(text)
  }

  /// Returns the state with the part at the caret increased or decreased.
  public func stepped(_ state: EditState, by count: Int, in notation: Notation) -> EditState? {
    var next = rule(state, notation).stepped(state, by: count)
    if let dates = state.layout?.dates { next?.layout?.dates = dates }
    return next
  }

  /// Returns whether the text can be completed by adding characters.
  public func canGoOn(_ state: EditState, in notation: Notation) -> Bool {
    rule(state, notation).canGoOn(state)
  }

  /// Returns the notation of a date and time, if it is not the notation of the field.
  public func form(of state: EditState, in notation: Notation) -> String? {
    guard let dates = state.layout?.dates, let own = self as? any DatedGrammar, dates != own.dates
    else { return nil }
    return dates.pattern + (own.calendar.clock == nil ? " hh:mm:ss" : " hh:mm")
  }

  /// The rule of a text, in the notation in which the text was begun.
  func rule(_ state: EditState, _ notation: Notation) -> FixedRule {
    guard let dates = state.layout?.dates, let grammar = self as? any DatedGrammar else {
      return FixedRule(grammar: self, notation: notation)
    }
    return FixedRule(grammar: grammar.written(dates), notation: notation)
  }

  /// Returns `nil`: fixed texts are not completed.
  public func completion(of state: EditState, in notation: Notation) -> Edit? { nil }
}

extension Grammar {
  func meaningOfPlaces(_ text: String) -> RefusedMeaning {
    text.unicodeScalars.contains { $0.isLetter || $0.decimalDigit != nil } ? .something : .nothing
  }
}
