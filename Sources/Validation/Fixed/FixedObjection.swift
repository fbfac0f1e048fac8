/// Says why an edit of a fixed form is refused, and what would have been accepted.
struct FixedObjection<G: FixedGrammar> {
  let rule: FixedRule<G>

  /// What was in the form, with the caret where something was to be inserted.
  let start: FixedText

  private var form: FixedForm { rule.form }

  /// The message for a scalar that a form does not take.
  func message(_ mistake: FixedMistake, isTyped: Bool) -> String {
    let next = isTyped ? expected(in: start) : ""
    switch mistake {
    case .nothingFollows where start.caret == form.slots.count || !isTyped:
      let text = start.shown.prefix(start.caretCell)
      return text.isEmpty ? mistake.message : "nothing can follow \(quoted(endOf: text))"
    case .nothingFollows, .early, .nothing:
      return Expectation.sentence(mistake.message, expected: next)
    case .wrongClass(_, let slot):
      let isSaid = ["a \(slot.name ?? "")", "a letter or a digit"].contains(next)
      return Expectation.sentence(mistake.message, expected: isSaid ? "" : next)
    }
  }

  /// The message for what would be in the form, with the caret after what was inserted.
  func message(_ text: FixedText, isTyped: Bool) -> String {
    let next = isTyped ? expected(in: start) : ""
    if let reason = rule.grammar.objection(to: text, in: rule.notation) {
      return Expectation.sentence(reason, expected: next)
    }
    let shown = text.shown
    guard text.hasRightClasses else {
      return Expectation.sentence(
        "\(quoted(endOf: shown[...])) has characters in places of another class", expected: next)
    }
    let cell = text.caretCell
    let scalar = Quotation(rule.string(Array(shown[max(0, cell - 1)..<max(cell, 1)])))
    let before = isTyped ? start.shown.prefix(start.caretCell) : shown.prefix(max(0, cell - 1))
    return Expectation.sentence(
      before.isEmpty
        ? "\(scalar) cannot come first" : "\(scalar) cannot follow \(quoted(endOf: before))",
      expected: next)
  }

  /// What would be taken as the next key: literals, digits, a letter; nothing where nothing would.
  func expected(in text: FixedText) -> String {
    var choices: [String] = []
    let named = form.nextPlace(from: text.caret).map { form.slots[$0] }
    if let literal = text.nextLiteral, named?.taking(literal) == nil, isNew(literal, in: text) {
      choices.append("\(Quotation([literal]))")
    }
    switch named {
    case .digit?:
      let digits = (ASCII.zero...ASCII.nine).filter { takes(Unicode.Scalar($0), in: text) }
      choices += Expectation.runs(of: digits) { rule.string([Unicode.Scalar($0)]) }
    case .hexadecimal?: choices += takes("0", in: text) ? ["0–9", "A–F"] : []
    case .capital?, .letter?: choices += takes("A", in: text) ? ["a letter"] : []
    case .alphanumeric?: choices += takes("A", in: text) ? ["a letter", "a digit"] : []
    case .literal?, nil: break
    }
    return Expectation.either(choices)
  }

  private func takes(_ scalar: Unicode.Scalar, in text: FixedText) -> Bool {
    var text = text
    return (try? text.type(scalar)) != nil && rule.isPossible(text)
  }

  // Whether a literal is taken and not passed only.
  private func isNew(_ literal: Unicode.Scalar, in text: FixedText) -> Bool {
    var next = text
    return (try? next.type(literal)) != nil && rule.isPossible(next)
      && !next.isLiteralPassed(since: text)
  }

  /// What a form lacks, or why what is in it is not complete.
  func incompleteness(of whole: FixedText) -> String {
    var whole = whole
    whole.moveCaret(toCell: whole.cells.count)
    if let reason = rule.grammar.objection(to: whole, in: rule.notation) { return reason }
    let missing = form.stretches.enumerated().flatMap { number, stretch in
      stretch.positions.dropFirst(whole[number].count).map { form.slots[$0] }
    }
    let next = expected(in: start)
    guard let first = missing.first else {
      return whole.hasRightClasses
        ? Expectation.sentence("\(quoted(endOf: whole.shown[...])) is not taken", expected: next)
        : "\(quoted(endOf: whole.shown[...])) has characters in places of another class"
    }
    let word = missing.allSatisfy { $0.name == first.name } ? first.name : nil
    let count = Expectation.more(missing.count, word ?? "character")
    // All of a class: the count says as much.
    let isAny = ["a digit", "a letter", "a letter or a digit", "0–9 or A–F"].contains(next)
    return isAny && word != nil || next.isEmpty ? count : "\(count): expected \(next)"
  }

  private func quoted(endOf text: ArraySlice<Unicode.Scalar>) -> Quotation {
    Quotation(endOf: Array(rule.string(Array(text)).utf8)[...])
  }
}

extension Expectation {
  /// How many more of something there must be.
  static func more(_ count: Int, _ name: String) -> String {
    if count == 1 { return "one more \(name)" }
    return name == "letter or digit" ? "\(count) more letters or digits" : "\(count) more \(name)s"
  }
}
