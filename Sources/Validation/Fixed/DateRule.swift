/// A grammar whose texts keep the notation in which they were begun, even if the field gets another
/// one; see ``FixedLayout/dates``.
protocol DatedGrammar: CalendarGrammar {
  var dates: DateNotation { get }

  func written(_ notation: DateNotation) -> Self
}

/// A grammar of dates or months that users may write in several notations.
protocol NotatedGrammar: DatedGrammar {
  var others: [DateNotation] { get }

  /// Returns the notation selected by a separator after `count` digits; nil if the separator
  /// selects no notation.
  func dates(after count: Int, _ separator: Unicode.Scalar) -> DateNotation?
}

/// While the text has at most two digits, and the caret is after them, they can begin a year, a day
/// or a month. A separator then selects the notation. A third digit selects the notation of the
/// field.
struct DateRule<G: NotatedGrammar> {
  let grammar: G
  let notation: Notation

  private var own: FixedRule { rule(grammar.dates) }

  private func rule(_ dates: DateNotation) -> FixedRule {
    FixedRule(grammar: grammar.written(dates), notation: notation)
  }

  private var others: [DateNotation] { grammar.others }

  func outcome(of edit: Edit, in state: EditState) -> Outcome {
    // Fast path: what is inserted after three characters selects no notation.
    if state.layout?.dates == nil, edit.ranges.count == 1, edit.ranges[0].lowerBound > 2,
      !edit.replacement.isEmpty
    {
      return own.outcome(of: edit, in: state)
    }
    guard !edit.replacement.isEmpty, let digits = digits(under: edit, in: state) else {
      let dates = state.layout?.dates
      return marked(rule(dates ?? grammar.dates).outcome(of: edit, in: state), dates)
    }
    let made = digits.isEmpty ? nil : state.layout?.dates
    guard edit.isTyped, let scalar = edit.replacement.onlyScalar else {
      return pasted(edit.replacement, after: digits, made)
    }
    let key = own.local(scalar).plain
    let dates = grammar.dates(after: min(digits.count, 2), key) ?? made
    let outcome =
      key.isPlainDigit && made == nil
      ? typed(key, after: digits)
      : marked(put(edit.replacement, isTyped: true, after: digits, dates), dates)
    // Report that today is outside the range, not that the letter `t` is wrong.
    let isToday = digits.isEmpty && grammar.abbreviated(scalar) != nil
    guard made == nil, !isToday, case .rejected(let rejection) = outcome else { return outcome }
    return .rejected(Rejection(naming(rejection.reason.detail, after: digits)))
  }

  // The digits that the edit keeps, if there are at most two and the caret is after them.
  private func digits(under edit: Edit, in state: EditState) -> [Unicode.Scalar]? {
    guard edit.ranges.count == 1, edit.ranges[0].lowerBound <= 2 else { return nil }
    let offsets = ScalarOffsets(state.text)
    guard let range = edit.within(0...offsets.count)?.ranges.first else { return nil }
    let scalars = state.text.unicodeScalars.map(own.local)
    let gone = offsets.scalars(range)
    let rest = scalars[..<gone.lowerBound]
    guard gone.upperBound == scalars.count, rest.count <= 2, rest.allSatisfy(\.isPlainDigit),
      gone.isEmpty || scalars[gone].contains(where: \.isPlainDigit)
    else { return nil }
    return Array(rest)
  }

  private func put(
    _ text: String, isTyped: Bool, after digits: [Unicode.Scalar], _ dates: DateNotation?
  ) -> Outcome {
    let rule = rule(dates ?? grammar.dates)
    let start = rule.state(of: FixedText(rule.form, beginningWith: digits))
    let end = start.selection.caret
    return rule.outcome(of: Edit(range: end..<end, replacement: text, isTyped: isTyped), in: start)
  }

  // While several notations are possible, a digit stays as typed. A leading zero is added only if
  // every notation would add it.
  private func typed(_ digit: Unicode.Scalar, after digits: [Unicode.Scalar]) -> Outcome {
    let written = digits + [digit]
    let replayed = replayed(written, in: own)
    let isOpen = digits.count < 2 && others.contains { canBegin(written, in: rule($0)) }
    if isOpen {
      let needsZero = ([grammar.dates] + others).allSatisfy {
        $0.order.parts[0].isSecondOnly(digit)
      }
      let text = digits.isEmpty && needsZero ? ["0", digit] : written
      return accepted(FixedText(own.form, beginningWith: text))
    }
    return replayed.map(accepted) ?? put(String(digit), isTyped: true, after: digits, nil)
  }

  private func naming(_ reason: Reason.Detail, after digits: [Unicode.Scalar]) -> Reason.Detail {
    let start = FixedText(own.form, beginningWith: digits)
    let literals = FixedObjection(rule: own, start: start).expected(in: start).filter {
      if case .literal = $0 { true } else { false }
    }
    let taken = (ASCII.zero...ASCII.nine).filter {
      if case .accepted = typed(Unicode.Scalar($0), after: digits) { true } else { false }
    }
    return reason.expecting(
      literals + Reason.Expected.runs(of: taken) { own.string([Unicode.Scalar($0)]) })
  }

  private func replayed(
    _ digits: [Unicode.Scalar], in rule: FixedRule
  ) -> FixedText? {
    var text = FixedText(rule.form)
    for digit in digits {
      guard (try? text.type(digit)) != nil else { return nil }
    }
    return rule.isPossible(text) ? text : nil
  }

  private func canBegin(_ digits: [Unicode.Scalar], in rule: FixedRule) -> Bool {
    replayed(digits, in: rule).map { text in
      text[0].count == text.scalarCount && (digits.count == 1 || text[0].elementsEqual(digits))
    } ?? false
  }

  private func pasted(
    _ text: String, after digits: [Unicode.Scalar], _ made: DateNotation?
  ) -> Outcome {
    let scalars = Array(text.pasted.unicodeScalars)
    if scalars.isEmpty { return marked(put(text, isTyped: false, after: digits, made), made) }
    let group = scalars.prefix { own.local($0).plain.isPlainDigit }
    let count = digits.count + group.count
    if group.count == scalars.count, !group.isEmpty, count <= 2, made == nil {
      return typedInTurn(group, after: digits)
    }
    if !digits.isEmpty, !group.isEmpty, group.count < scalars.count {
      return marked(put(text, isTyped: false, after: digits, made), made)
    }
    let whole = String(String.UnicodeScalarView(digits)) + text
    guard let separator = scalars.dropFirst(group.count).first?.plain,
      let dates = grammar.dates(after: count, separator)
    else { return marked(put(whole, isTyped: false, after: [], made), made) }
    let shape = digits + withoutLayout(scalars, dividedBy: separator)
    let written = String(String.UnicodeScalarView(shape))
    return marked(put(written, isTyped: false, after: [], dates), dates)
  }

  private func typedInTurn(
    _ group: ArraySlice<Unicode.Scalar>, after digits: [Unicode.Scalar]
  ) -> Outcome {
    var outcome = Outcome.outOfBounds
    var written = digits
    for scalar in group {
      outcome = typed(own.local(scalar).plain, after: written)
      guard case .accepted(let state, _) = outcome else { return outcome }
      written = state.text.unicodeScalars.map(own.local)
    }
    return outcome
  }

  // Removes white space after separators, and a trailing dot unless it is the only dot or follows
  // another.
  private func withoutLayout(
    _ scalars: [Unicode.Scalar], dividedBy separator: Unicode.Scalar
  ) -> [Unicode.Scalar] {
    var kept: [Unicode.Scalar] = []
    for scalar in scalars where !(scalar.isSpace && kept.last?.plain == separator) {
      kept.append(scalar)
    }
    if separator == ".", kept.count(where: { $0.plain == "." }) > 1, kept.last?.plain == ".",
      kept.dropLast().last?.plain != "."
    {
      kept.removeLast()
    }
    return kept
  }

  private func accepted(_ text: FixedText) -> Outcome {
    let state = own.state(of: text)
    return .accepted(state, content(of: state))
  }

  // Keeps the selected notation in the state until the text is empty.
  private func marked(_ outcome: Outcome, _ dates: DateNotation?) -> Outcome {
    guard case .accepted(var state, let content) = outcome else { return outcome }
    guard let dates else {
      return state.text.unicodeScalars.count > 2
        ? outcome : .accepted(state, self.content(of: state))
    }
    mark(&state, dates)
    return .accepted(state, content)
  }

  private func mark(_ state: inout EditState, _ dates: DateNotation) {
    state.layout?.dates = state.text.isEmpty ? nil : dates
  }

  func content(of state: EditState) -> FieldContent {
    let dates = state.layout?.dates
    let content = rule(dates ?? grammar.dates).content(of: state)
    let count = ScalarOffsets(state.text).count
    let selected = Edit(
      range: state.selection.range.clamped(to: 0..<count), replacement: "", isTyped: true)
    guard case .incomplete(let reason) = content, let digits = digits(under: selected, in: state),
      digits.isEmpty || dates == nil
    else { return content }
    // The digits may be valid only in another notation.
    let other =
      state.text.unicodeScalars.count <= 2 && !digits.isEmpty && replayed(digits, in: own) == nil
      ? others.first { canBegin(digits, in: rule($0)) } : nil
    let unmarked = EditState(text: state.text, selection: state.selection)
    if let other, case .incomplete(let reason) = rule(other).content(of: unmarked) {
      return .incomplete(reason: Reason(naming(reason.detail, after: digits)))
    }
    return .incomplete(reason: Reason(naming(reason.detail, after: digits)))
  }

  func canGoOn(_ state: EditState) -> Bool {
    if let dates = state.layout?.dates { return rule(dates).canGoOn(state) }
    if own.canGoOn(state) { return true }
    let digits = state.text.unicodeScalars.map(own.local)
    return digits.count <= 2 && others.contains { canBegin(digits, in: rule($0)) }
  }

  func reading(of text: String) -> Reading {
    let ways = [grammar.dates] + others + [.iso]
    let scalars = text.unicodeScalars.map(own.local)
    let dates = ways.first { FixedText(rule($0).form, shown: scalars) != nil }
    return rule(dates ?? grammar.dates).reading(of: text)
  }

  func stepped(_ state: EditState, by count: Int) -> EditState? {
    let dates = state.layout?.dates
    guard var next = rule(dates ?? grammar.dates).stepped(state, by: count) else { return nil }
    if let dates { mark(&next, dates) }
    return next
  }
}
