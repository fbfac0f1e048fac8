extension FieldEditor {
  /// Handles one key and returns the outcome.
  ///
  /// If a key only moves or copies, the outcome is the selection. A key without effect is accepted,
  /// but a step is rejected if the text cannot be stepped.
  @discardableResult
  public mutating func press(_ key: Key) -> Outcome {
    let selection = state.selection
    switch key {
    case .character, .paste: return edit(for: key).map { offer($0) } ?? unjudged
    case .backspace, .delete, .wordBackspace, .cut, .clear:
      if key == .clear { answer() }
      guard let edit = edit(for: key) else {
        passKey()
        return unjudged
      }
      return offer(edit)
    case .undo: return undo()
    case .redo: return redo()
    case .copy: return move(to: selection)
    case .left where !selection.isEmpty:
      return move(to: Selection(caret: selection.range.lowerBound))
    case .right where !selection.isEmpty:
      return move(to: Selection(caret: selection.range.upperBound))
    case .left, .right, .home, .end, .go:
      return move(to: Selection(caret: target(of: key)))
    case .selectLeft, .selectRight, .selectHome, .selectEnd:
      return move(to: Selection(anchor: selection.anchor, caret: target(of: key)))
    case .selectAll: return move(to: Selection(anchor: 0, caret: reading.count))
    case .step(let count): return step(by: count)
    case .select(let anchor, let caret):
      return move(to: Selection(anchor: bounded(anchor), caret: bounded(caret)))
    // The program that contains the field handles these keys.
    case .enter, .escape, .tab, .up, .down, .other:
      passKey()
      return unjudged
    }
  }

  /// Returns the edit of the current text that a key makes; `nil` if the key moves, copies, steps,
  /// undoes, redoes or has no effect.
  public func edit(for key: Key) -> Edit? {
    let selection = state.selection
    switch key {
    case .character(let scalar):
      return Edit(range: selection.range, replacement: String(scalar), isTyped: true)
    case .paste(let text):
      return text.isEmpty
        ? nil : Edit(range: selection.range, replacement: text, isTyped: false)
    case .backspace, .delete, .wordBackspace, .cut, .clear:
      guard let range = deleted(by: key), !range.isEmpty else { return nil }
      return Edit(range: range, replacement: "", isTyped: true)
    case .undo, .redo, .copy, .left, .right, .home, .end, .go, .selectLeft, .selectRight,
      .selectHome, .selectEnd, .selectAll, .step, .select, .enter, .escape, .tab, .up, .down,
      .other:
      return nil
    }
  }

  private func bounded(_ offset: Int) -> Int {
    let end = reading.count
    return (0...end).contains(offset) ? offset : end
  }

  // The new caret. Moving over a character also skips adjacent characters that are only displayed,
  // for example group separators.
  private func target(of key: Key) -> Int {
    let caret = state.selection.caret
    let reading = reading
    switch key {
    case .left, .selectLeft:
      return reading.significant(before: caret)
        .map { reading.place(ofInner: reading.boundaries[$0]) } ?? 0
    case .right, .selectRight:
      return reading.significant(from: caret).map { $0 + 1 } ?? reading.count
    case .end, .selectEnd: return reading.count
    case .go(let offset): return bounded(offset)
    default: return 0
    }
  }

  private func deleted(by key: Key) -> Range<Int>? {
    let selection = state.selection
    let caret = selection.caret
    switch key {
    case .clear: return 0..<reading.count
    case .cut: return selection.range
    case _ where !selection.isEmpty: return selection.range
    case .backspace: return caret > 0 ? caret - 1..<caret : nil
    case .delete: return caret < reading.count ? caret..<caret + 1 : nil
    case .wordBackspace: return startOfWord..<caret
    default: return nil
    }
  }

  private var startOfWord: Int {
    guard format.grammar.isFreeText else { return 0 }
    var before = state.text.prefix(state.selection.caret)
    while let last = before.last, last.isWhitespace { before.removeLast() }
    while let last = before.last, !last.isWhitespace { before.removeLast() }
    return before.count
  }
}
