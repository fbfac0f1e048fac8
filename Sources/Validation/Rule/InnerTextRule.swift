extension InnerTextGrammar {
  /// Returns the outcome of one edit. An insertion is accepted if a complete text begins with the
  /// text before the caret, and the text after the caret fits the form.
  public func outcome(of edit: Edit, in state: EditState, in notation: Notation) -> Outcome {
    InnerTextRule(grammar: self, notation: notation).outcome(of: edit, in: state)
  }

  /// Returns the content of a text; a text that is not as the grammar displays it is incomplete.
  public func content(of state: EditState, in notation: Notation) -> FieldContent {
    InnerTextRule(grammar: self, notation: notation).content(of: state)
  }

  /// Returns the canonical text of a value, as displayed.
  public func text(for value: Value, in notation: Notation) -> String? {
    canonicalText(of: value, in: notation).map { display($0, caret: 0, in: notation).text }
  }

  /// Returns the edit that completes a text; `nil` unless the caret is at its end and there is only
  /// one completion.
  public func completion(of state: EditState, in notation: Notation) -> Edit? {
    let reading = reading(of: state.text, in: notation)
    guard state.selection == Selection(caret: reading.count),
      let completion = completion(of: reading.bytes[...]), completion != reading.bytes
    else { return nil }
    // Replace the whole text, because characters may combine at the caret.
    return Edit(
      range: 0..<reading.count,
      replacement: display(completion, caret: 0, in: notation).text, isTyped: false)
  }

  /// Returns whether a complete text begins with the text.
  public func canGoOn(_ state: EditState, in notation: Notation) -> Bool {
    begins(reading(of: state.text, in: notation).bytes[...])
  }

  /// Returns the complete texts that a text can become; empty unless the caret is at the end.
  public func candidates(for state: EditState, in notation: Notation) -> Candidates {
    let reading = reading(of: state.text, in: notation)
    guard state.selection == Selection(caret: reading.count) else { return Candidates() }
    return Candidates(
      candidates(for: reading.bytes[...]).map { display($0, caret: 0, in: notation).text })
  }
}

struct InnerTextRule {
  let grammar: any InnerTextGrammar
  let notation: Notation

  func outcome(of edit: Edit, in state: EditState) -> Outcome {
    let reading = grammar.reading(of: state.text, in: notation)
    guard let edit = edit.within(0...reading.count) else { return .outOfBounds }
    return edit.replacement.isEmpty
      ? deletion(edit.ranges, reading, state) : insertion(edit, reading, state)
  }

  private func insertion(_ edit: Edit, _ reading: Reading, _ state: EditState) -> Outcome {
    let point = insertionPoint(edit.ranges, reading)
    let insertion = grammar.insertion(
      of: edit.replacement, isTyped: edit.isTyped, at: point, in: notation)
    switch insertion {
    case .rejected(let rejection): return .rejected(rejection)
    case .nothing: return .accepted(state, content(of: state))
    case .move(let count):
      return .moved(Selection(caret: edit.ranges[0].upperBound + count))
    case .insert(let text, let dropped, let droppedAfter):
      let (inner, caret) = point.inserting(
        text, dropping: dropped, droppingAfter: droppedAfter)
      guard grammar.takes(inner, caret: caret) else {
        let attempt = Attempt(inner: inner, caret: caret, point: point, isTyped: edit.isTyped)
        return .rejected(Rejection(grammar.objection(to: attempt, in: notation)))
      }
      return accepted(inner, caret: caret)
    }
  }

  private func deletion(
    _ ranges: [Range<Int>], _ reading: Reading, _ state: EditState
  ) -> Outcome {
    let ranges = ranges.count == 1 ? [extended(ranges[0], reading, state.selection)] : ranges
    let point = insertionPoint(ranges, reading)
    guard ranges.contains(where: { !$0.isEmpty }) else {
      let unchanged = EditState(
        text: state.text, selection: Selection(caret: ranges[0].lowerBound))
      return .accepted(unchanged, content(of: unchanged))
    }
    var before = point.before
    if ranges.count == 1, isBackspace(over: ranges[0], state.selection) {
      let character = reading.bytes[inner(ranges[0], reading)]
      before = before.dropLast(grammar.bytesTakenAlong(byBackspaceOver: character, at: point))
    }
    let inner = before + point.after
    let next = grammar.display(Array(inner), caret: before.count, in: notation)
    if next.text.hasSameScalars(as: state.text), isForeign(state.text, reading) {
      return cut(ranges, out: state.text)
    }
    return accepted(next, madeOf: inner, caret: before.count)
  }

  // Checks the meaning of the remaining characters: a deletion may change it if a program set a
  // text that is not as the grammar displays it.
  private func accepted(
    _ next: EditState, madeOf inner: ArraySlice<UInt8>, caret: Int
  ) -> Outcome {
    let reading = grammar.reading(of: next.text, in: notation)
    guard !reading.bytes.elementsEqual(inner) else {
      return .accepted(next, content(ofInner: reading.bytes, in: next))
    }
    var next = next
    next.selection = Selection(
      caret: caret == inner.count ? reading.count : min(next.selection.caret, reading.count))
    return .accepted(next, content(of: next))
  }

  private func isForeign(_ text: String, _ reading: Reading) -> Bool {
    !grammar.display(reading.bytes, caret: 0, in: notation).text.hasSameScalars(as: text)
  }

  private func cut(_ ranges: [Range<Int>], out text: String) -> Outcome {
    let places = notation.bounds(
      of: text, count: grammar.reading(of: text, in: notation).count)
    var rest = text
    for range in ranges.sorted(by: { $0.lowerBound > $1.lowerBound }) {
      let upper = min(places[range.upperBound], rest.endIndex)
      if places[range.lowerBound] < upper { rest.removeSubrange(places[range.lowerBound]..<upper) }
    }
    let count = grammar.reading(of: rest, in: notation).count
    let caret = min(ranges[0].lowerBound, count)
    let next = EditState(text: rest, selection: Selection(caret: caret))
    return .accepted(next, content(of: next))
  }

  private func accepted(_ text: [UInt8], caret: Int) -> Outcome {
    let next = grammar.display(text, caret: caret, in: notation)
    return .accepted(next, content(ofInner: text, in: next))
  }

  private func inner(_ range: Range<Int>, _ reading: Reading) -> Range<Int> {
    reading.inner(range.lowerBound)..<reading.inner(range.upperBound)
  }

  private func isBackspace(over range: Range<Int>, _ selection: Selection) -> Bool {
    selection.isEmpty && selection.caret == range.upperBound
  }

  // Backspace on a character that is only displayed deletes the character before it, and forward
  // delete the character after it.
  private func extended(
    _ range: Range<Int>, _ reading: Reading, _ selection: Selection
  ) -> Range<Int> {
    guard !range.isEmpty, selection.isEmpty, inner(range, reading).isEmpty else { return range }
    if isBackspace(over: range, selection) {
      return (reading.significant(before: range.lowerBound) ?? range.lowerBound)..<range.upperBound
    }
    if selection.caret == range.lowerBound {
      let next = reading.significant(from: range.upperBound).map { $0 + 1 }
      return range.lowerBound..<(next ?? range.upperBound)
    }
    return range
  }

  private func insertionPoint(_ ranges: [Range<Int>], _ reading: Reading) -> InsertionPoint {
    let first = inner(ranges[0], reading)
    let bytes = reading.bytes
    if ranges.count == 1 {
      let end = ranges[0].upperBound
      return InsertionPoint(
        before: bytes[..<first.lowerBound], after: bytes[first.upperBound...],
        replacesNothing: ranges[0].isEmpty,
        isBeforeSeparator: ranges[0].isEmpty && end < reading.count
          && !reading.isSignificant(at: end))
    }
    let removed = ranges.map { inner($0, reading) }
    let isKept = { (index: Int) in !removed.contains { $0.contains(index) } }
    return InsertionPoint(
      before: bytes[..<first.lowerBound].indices.filter(isKept).map { bytes[$0] }[...],
      after: bytes[first.lowerBound...].indices.filter(isKept).map { bytes[$0] }[...],
      replacesNothing: false, isBeforeSeparator: false)
  }

  func content(of state: EditState) -> FieldContent {
    let text = state.text
    let inner = grammar.reading(of: text, in: notation).bytes
    let content = content(ofInner: inner, in: state)
    guard case .complete = content else {
      return text.isEmpty || content != .empty
        ? content : .incomplete(reason: Reason(.init(.noDigits, .init(text))))
    }
    let shown = grammar.display(inner, caret: 0, in: notation).text
    return shown.hasSameScalars(as: text)
      ? content
      : .incomplete(
        reason: Reason(.init(.notAsWritten, .init(text), expected: [.literal(.init(shown))])))
  }

  private func content(ofInner text: [UInt8], in state: EditState) -> FieldContent {
    if text.isEmpty { return .empty }
    return grammar.value(of: text).map { .complete($0) }
      ?? .incomplete(reason: Reason(incompleteness(of: state)))
  }

  private func incompleteness(of state: EditState) -> Reason.Detail {
    let reading = grammar.reading(of: state.text, in: notation)
    let range = state.selection.range
    let ends = [range.lowerBound, range.upperBound].map {
      reading.inner(min(max($0, 0), reading.count))
    }
    let point = InsertionPoint(
      before: reading.bytes[..<ends[0]], after: reading.bytes[ends[1]...],
      replacesNothing: range.isEmpty, isBeforeSeparator: false)
    return grammar.incompleteness(of: reading.bytes, at: point, in: notation)
  }
}
