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
