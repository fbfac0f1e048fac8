/// A text that fills every position up to its end, with one byte per character.
public struct FixedRun: Sendable {
  /// The text, including literals.
  public let text: String

  let end: Int

  func withBytes<Result>(_ read: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    var text = text
    return text.withUTF8 { read(UnsafeBufferPointer(rebasing: $0[..<min(end, $0.count)])) }
  }
}

extension FixedRule {
  /// Fast path for a character typed at the end of a run: the text before it is already checked.
  /// Nil if the general path must decide, for example if a zero is added or the character is
  /// rejected.
  func outcomeAtEnd(of edit: Edit, in state: EditState) -> Outcome? {
    guard let layout = state.layout, let start = layout.runEnd, layout.fresh == nil,
      edit.ranges.count == 1, edit.ranges[0].isEmpty, edit.ranges[0].lowerBound == start,
      state.text.utf8.count == start, edit.replacement.utf8.count == 1,
      let scalar = edit.replacement.unicodeScalars.first, let place = form.nextPlace(from: start)
    else { return nil }
    if form.isLiteral(scalar, at: start) { return outcome(ofLiteral: scalar, in: state, start) }
    guard let taken = form.slots[place].taking(scalar), taken.value < 0x80 else { return nil }
    if form.isCalendar {
      let owner = form.owners[place]
      if owner.index == 0, form.stretches[owner.stretch].part?.isSecondOnly(taken) ?? false {
        return nil
      }
    }
    var text = state.text
    text.reserveCapacity(form.slots.count)
    for position in start..<place where !append(form.slots[position], to: &text) { return nil }
    text.unicodeScalars.append(taken)
    let isLast = place == form.lastPlace
    let run = FixedRun(text: text, end: place + 1)
    let value = isLast ? grammar.value(of: run) : nil
    guard value != nil || grammar.begins(run) else { return nil }
    var next = EditState(text: text, selection: Selection(caret: place + 1))
    if isLast {
      for position in (place + 1)..<form.slots.count
      where !append(form.slots[position], to: &next.text) { return nil }
    }
    let end = next.text.utf8.count
    next.layout = FixedLayout(counts: [], reach: layout.reach, fresh: nil, runEnd: end)
    guard let value = isLast ? value : grammar.value(of: run) else {
      let state = next
      return .accepted(state, .incomplete(reason: Reason(content(of: state).detail)))
    }
    return .accepted(next, .complete(value))
  }

  // A literal typed at its position stays displayed.
  private func outcome(
    ofLiteral scalar: Unicode.Scalar, in state: EditState, _ start: Int
  ) -> Outcome? {
    var text = state.text
    guard !scalar.isPlainDigit, append(form.slots[start], to: &text),
      grammar.begins(FixedRun(text: text, end: start + 1))
    else { return nil }
    var next = EditState(text: text, selection: Selection(caret: start + 1))
    next.layout = FixedLayout(counts: [], reach: start + 1, fresh: nil, runEnd: start + 1)
    let shown = next
    return .accepted(shown, .incomplete(reason: Reason(content(of: shown).detail)))
  }

  private func append(_ slot: Slot, to text: inout String) -> Bool {
    guard case .literal(let literal) = slot, literal.value < 0x80, literal != "\r" else {
      return false
    }
    text.unicodeScalars.append(literal)
    return true
  }
}
