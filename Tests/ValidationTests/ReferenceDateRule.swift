/// F7 by definition: a date can be written in the field's form, with points or with slashes.
struct ReferenceDateRule {
  typealias State = ReferenceForm.State
  let own: ReferenceForm
  /// The form for a separator after one or two digits; after four digits the year comes first.
  let ways: [Character: ReferenceForm]
  let yearFirst: ReferenceForm

  init(_ own: ReferenceForm, ways: [Character: ReferenceForm], yearFirst: ReferenceForm) {
    self.own = own
    self.ways = ways
    self.yearFirst = yearFirst
  }

  func form(_ state: State) -> ReferenceForm {
    state.way.map { $0 == "-" ? yearFirst : ways[$0]! } ?? own
  }

  func outcome(
    _ state: State, _ range: Range<Int>, _ text: String, isTyped: Bool, caret: Int?
  ) -> ReferenceFormRule.Outcome {
    let rule = ReferenceFormRule(form: form(state))
    if text.isEmpty { return written(rule.deletion(state, range, caret: caret), state.way) }
    let isKey = isTyped && text.unicodeScalars.count == 1
    guard let digits = digits(state, range) else {
      return written(
        isKey
          ? rule.typed(state, range, Character(text)) : rule.pasted(state, range, text), state.way)
    }
    let way = digits.isEmpty ? nil : state.way
    if !isKey { return pasted(text, after: digits, way) }
    let key = Character(text)
    if let digit = ReferencePlace.digit.takes(key), way == nil { return typed(digits, digit) }
    if !digits.isEmpty, ways[key] != nil { return put(digits, key, key) }
    return put(digits, key, way)
  }

  // The remaining digits, at most two, with the caret after them.
  private func digits(_ state: State, _ range: Range<Int>) -> [Character]? {
    let shown = form(state).shown(state).map(\.character)
    guard range.lowerBound >= 0, range.upperBound == shown.count, range.lowerBound <= 2,
      shown[..<range.lowerBound].allSatisfy(\.isNumber),
      range.isEmpty || shown[range].contains(where: \.isNumber)
    else { return nil }
    return Array(shown[..<range.lowerBound])
  }

  private func state(_ form: ReferenceForm, _ digits: [Character]) -> State {
    var state = form.empty
    state.texts[0] = digits
    state.caret = digits.isEmpty ? 0 : form.positions(0)[digits.count - 1] + 1
    return state
  }

  private func form(_ way: Character?) -> ReferenceForm {
    var state = own.empty
    state.way = way
    return form(state)
  }

  private func put(
    _ digits: [Character], _ key: Character, _ way: Character?
  ) -> ReferenceFormRule.Outcome {
    let form = form(way)
    let state = state(form, digits)
    let end = digits.count
    return written(ReferenceFormRule(form: form).typed(state, end..<end, key), way)
  }

  private func written(
    _ outcome: ReferenceFormRule.Outcome, _ way: Character?
  ) -> ReferenceFormRule.Outcome {
    guard case .accepted(var state) = outcome else { return outcome }
    state.way = way
    if form(state).text(state).isEmpty { state.way = nil }
    return .accepted(state)
  }

  // MARK: Digits

  // The other forms that one or two digits can continue.
  private var others: [ReferenceForm] {
    ways.values.filter { way in
      way.values != own.values || way.cells.count != own.cells.count
        || zip(way.cells, own.cells).contains {
          if case (.literal(let one), .literal(let other)) = $0 { one != other } else { false }
        }
    }
  }

  private func typed(_ digits: [Character], _ digit: Character) -> ReferenceFormRule.Outcome {
    let written = digits + [digit]
    let fits = others.contains { way in
      guard let state = replayed(written, way) else { return false }
      return state.texts.dropFirst().allSatisfy(\.isEmpty)
        && (digits.isEmpty || state.texts[0] == written)
    }
    if fits, digits.count < 2 {
      let needsZero = (others + [own]).allSatisfy {
        ReferenceFormRule(form: $0).isSecondOnly(digit, 0)
      }
      return .accepted(state(own, digits.isEmpty && needsZero ? ["0", digit] : written))
    }
    return replayed(written, own).map { .accepted($0) } ?? .rejected
  }

  private func replayed(_ digits: [Character], _ form: ReferenceForm) -> State? {
    var whole = form.empty
    for digit in digits {
      let end = form.text(whole).count
      guard let next = ReferenceFormRule(form: form).placed(whole, end, digit) else { return nil }
      whole = next
    }
    return form.isPossible(whole) ? whole : nil
  }

  // MARK: Pastes

  private func pasted(
    _ text: String, after digits: [Character], _ way: Character?
  ) -> ReferenceFormRule.Outcome {
    let invisible: [Character] = ["\u{FEFF}", "\u{200E}", "\u{200B}"]
    var seen = text.filter { !invisible.contains($0) }[...]
    while seen.first?.isWhitespace == true { seen.removeFirst() }
    while seen.last?.isWhitespace == true { seen.removeLast() }
    if seen.isEmpty {
      let form = form(way)
      let (state, end) = (state(form, digits), digits.count)
      return written(ReferenceFormRule(form: form).pasted(state, end..<end, text), way)
    }
    let group = seen.prefix { ReferencePlace.digit.takes($0) != nil }
    let count = digits.count + group.count
    if way == nil, group.count == seen.count, 1...2 ~= count, !group.isEmpty {
      // As if typed.
      var outcome = ReferenceFormRule.Outcome.rejected
      var before = digits
      for digit in group {
        outcome = typed(before, ReferencePlace.digit.takes(digit)!)
        guard case .accepted(let state) = outcome else { return outcome }
        before = own.shown(state).map(\.character)
      }
      return outcome
    }
    if !digits.isEmpty, !group.isEmpty, group.count < seen.count {
      let form = form(way)
      let (state, end) = (state(form, digits), digits.count)
      return written(ReferenceFormRule(form: form).pasted(state, end..<end, text), way)
    }
    let separator = seen.dropFirst(group.count).first
      .map { (ReferencePlace.alike[$0] ?? $0) as Character }
    var made = way
    var shape = String(digits) + text
    if let separator,
      count == 4 && "-/.".contains(separator) || 1...2 ~= count && ways[separator] != nil
    {
      made = count == 4 ? "-" : separator
      // White space after separators and a final point are ignored.
      shape = String(digits) + seen
      for space in [" ", "\u{A0}"] {
        while shape.contains("\(separator)\(space)") {
          shape = shape.replacing("\(separator)\(space)", with: "\(separator)")
        }
      }
      if separator == ".", shape.count(where: { $0 == "." }) > 1, shape.last == ".",
        shape.dropLast().last != "."
      {
        shape.removeLast()
      }
    }
    let form = form(made)
    return written(ReferenceFormRule(form: form).pasted(form.empty, 0..<0, shape), made)
  }
}

extension ReferenceFormRule {
  func placed(_ state: State, _ caret: Int, _ digit: Character) -> State? {
    put(form.with(state, caretAt: caret), digit)
  }
}
