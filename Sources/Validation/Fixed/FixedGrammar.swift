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

struct FixedObjection {
  let rule: FixedRule

  /// The text before the insertion, after the selected characters were removed.
  let start: FixedText

  /// Whether a selection was removed; then typing a literal changes the text even if the literal is
  /// only skipped.
  var removesSome = false

  private var form: FixedForm { rule.form }

  func objection(_ mistake: FixedMistake, isTyped: Bool) -> Reason.Detail {
    let next = isTyped ? expected(in: start) : []
    switch mistake {
    case .nothingFollows where start.caret == form.slots.count || !isTyped:
      let text = start.shown.prefix(start.caretCell)
      return text.isEmpty
        ? Reason.Detail(mistake) : Reason.Detail(.nothingFits, after: quoted(endOf: text))
    case .nothingFollows, .early, .outOfPart, .nothing, .wrongClass:
      return Reason.Detail(mistake).expecting(next)
    }
  }

  func objection(_ text: FixedText, isTyped: Bool) -> Reason.Detail {
    let next = isTyped ? expected(in: start) : []
    if let reason = rule.grammar.objection(to: text, in: rule.notation) {
      return reason.expecting(next)
    }
    let shown = text.shown
    guard text.hasRightClasses else {
      return Reason.Detail(.wrongClasses, quoted(endOf: shown[...]), expected: next)
    }
    let cell = text.caretCell
    let scalar = Reason.Quote(rule.string(Array(shown[max(0, cell - 1)..<max(cell, 1)])))
    let before = isTyped ? start.shown.prefix(start.caretCell) : shown.prefix(max(0, cell - 1))
    return before.isEmpty
      ? Reason.Detail(.cannotStart, scalar, expected: next)
      : Reason.Detail(.cannotFollow, scalar, after: quoted(endOf: before), expected: next)
  }

  func expected(in text: FixedText) -> [Reason.Expected] {
    var choices: [Reason.Expected] = []
    let named = form.nextPlace(from: text.caret).map { form.slots[$0] }
    if let literal = text.nextLiteral, named?.taking(literal) == nil, isNew(literal, in: text) {
      choices.append(.literal(.init([literal])))
    }
    switch named {
    case .digit?:
      let digits = (ASCII.zero...ASCII.nine).filter { takes(Unicode.Scalar($0), in: text) }
      choices += Reason.Expected.runs(of: digits) { rule.string([Unicode.Scalar($0)]) }
    case .hexadecimal?: choices += takes("0", in: text) ? Reason.Expected.hexadecimalDigits : []
    case .capital?, .letter?: choices += takes("A", in: text) ? [.anyOf(.letter)] : []
    case .alphanumeric?: choices += takes("A", in: text) ? [.anyOf(.letter), .anyOf(.digit)] : []
    case .literal?, nil: break
    }
    return choices
  }

  private func takes(_ scalar: Unicode.Scalar, in text: FixedText) -> Bool {
    var text = text
    return (try? text.type(scalar)) != nil && rule.isPossible(text)
  }

  // Whether typing the literal does more than move the caret.
  private func isNew(_ literal: Unicode.Scalar, in text: FixedText) -> Bool {
    var next = text
    return (try? next.type(literal)) != nil && rule.isPossible(next)
      && (removesSome || !next.isLiteralPassed(since: text))
  }

  func incompleteness(of whole: FixedText) -> Reason.Detail {
    var whole = whole
    whole.moveCaret(toCell: whole.cells.count)
    if let reason = rule.grammar.objection(to: whole, in: rule.notation) { return reason }
    let missing = form.stretches.enumerated().flatMap { number, stretch in
      stretch.positions.dropFirst(whole[number].count).map { form.slots[$0] }
    }
    let next = expected(in: start)
    guard let first = missing.first else {
      return whole.hasRightClasses
        ? Reason.Detail(.notTaken, quoted(endOf: whole.shown[...]), expected: next)
        : Reason.Detail(.wrongClasses, quoted(endOf: whole.shown[...]))
    }
    let areAlike = missing.allSatisfy { $0.name == first.name }
    return Reason.Detail(
      .missing, count: missing.count, of: areAlike ? first.characters : .character, expected: next)
  }

  private func quoted(endOf text: ArraySlice<Unicode.Scalar>) -> Reason.Quote {
    Reason.Quote(rule.string(Array(text)), form: .end)
  }
}

extension Reason.Detail {
  fileprivate init(_ mistake: FixedMistake) {
    switch mistake {
    case .nothingFollows(let scalar): self.init(.noPlace, .init(scalar))
    case .wrongClass(let scalar, .capital) where scalar.isLetter:
      self.init(.noCapital, .init(scalar), of: .letter)
    case .wrongClass(let scalar, let slot):
      self.init(.wrongClass, .init(scalar), of: slot.characters)
    case .early(let scalar): self.init(.early, .init(scalar))
    case .outOfPart(let scalar): self.init(.outOfPart, .init(scalar))
    case .nothing: self.init(.nothingToInsert)
    }
  }
}

extension Reason.Quote {
  fileprivate init(_ scalar: Unicode.Scalar) {
    self.init([scalar], form: .literal)
  }
}

extension Slot {
  fileprivate var characters: Reason.CharacterClass {
    switch self {
    case .literal: .literal
    case .digit: .digit
    case .hexadecimal: .hexadecimalDigit
    case .capital, .letter: .letter
    case .alphanumeric: .letterOrDigit
    }
  }
}
