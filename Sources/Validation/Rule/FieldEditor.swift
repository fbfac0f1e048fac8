/// An editor of one field, with undo and redo.
public struct FieldEditor: Sendable {
  /// The format of the field.
  ///
  /// A new format applies to later edits. If the new format has other symbols, for example of
  /// another locale, the text and all undo steps are converted without changing their values.
  public var format: FieldFormat {
    get { presentFormat }
    set { setFormat(newValue) { _ in nil } }
  }

  private var presentFormat: FieldFormat

  /// The text and the selection.
  public private(set) var state: EditState

  private struct Step {
    var before: EditState
    var after: EditState

    func translated(
      to format: FieldFormat, from other: FieldFormat, _ values: (Value?, Value?)
    ) -> Step {
      Step(
        before: format.translated(before, from: other, values.0),
        after: format.translated(after, from: other, values.1))
    }
  }

  private var done: [Step] = []
  private var undone: [Step] = []
  private var refusals = Refusals()

  private enum Run { case letters, whiteSpace }

  /// The typing run being coalesced into the last undo step.
  private var run: Run?

  /// Creates an editor of any text, with the caret at the end.
  public init(format: FieldFormat, text: String) {
    presentFormat = format
    state = FieldEditor.beginning(text, format)
  }

  /// Creates an editor from the state of another editor.
  public init(format: FieldFormat, state: EditState) {
    presentFormat = format
    self.state = state
  }

  /// Sets ``format``.
  ///
  /// - Parameter values: Returns the value that the user edits, by the number of undo steps before
  ///   it; nil if only the text is known. The same text can mean two values, for example in the
  ///   hour that clocks repeat.
  package mutating func setFormat(_ format: FieldFormat, values: (Int) -> Value?) {
    let other = presentFormat
    presentFormat = format
    state = format.translated(state, from: other, values(done.count))
    run = nil
    func translated(_ step: Step, _ depth: Int) -> Step {
      step.translated(to: format, from: other, (values(depth), values(depth + 1)))
    }
    done = done.enumerated().map { translated($1, $0) }
    let last = done.count + undone.count - 1
    undone = undone.enumerated().map { translated($1, last - $0) }
  }

  /// The number of steps that can be undone; a run of typed characters can be one step.
  public var undoDepth: Int { done.count }

  /// The content of the text; the reason for an incomplete text can list the characters accepted at
  /// the caret.
  public var content: FieldContent { format.content(of: state) }

  /// The selected part of the text.
  public var selectedText: String {
    guard !state.selection.isEmpty else { return "" }
    let bounds = format.places(in: state.text)
    let reading = reading
    if reading.hasLiterals {
      let range = state.selection.range
      return String(state.text[bounds[range.lowerBound]..<bounds[range.upperBound]])
    }
    // Group separators are copied only between digits.
    let significant = state.selection.range.filter(reading.isSignificant)
    guard let first = significant.first, let last = significant.last else { return "" }
    return String(state.text[bounds[first]..<bounds[last + 1]])
  }

  /// Applies an edit and returns the outcome; a rejected edit leaves the text and the selection
  /// unchanged.
  @discardableResult
  public mutating func offer(_ edit: Edit) -> Outcome {
    let outcome = format.outcome(of: edit, in: state)
    switch outcome {
    case .accepted(let next, _):
      let isChanged = !next.text.hasSameScalars(as: state.text)
      settle(edit, hasTaken: isChanged, over: state.completed)
      let run = self.run(of: edit)
      if isChanged, let run, run == self.run, continuesLastStep(edit) {
        done[done.count - 1].after = next
        undone = []
      } else {
        take(next)
      }
      self.run = isChanged ? run : nil
      state = next
    case .moved(let selection): _ = move(to: selection)
    case .rejected(let rejection):
      guard !edit.replacement.isEmpty else { break }
      if edit.replacement.unicodeScalars.contains(where: \.plain.isPlainDigit) {
        state.hasRefusedDigit = true
      }
      note(rejection, of: edit)
    }
    return outcome
  }

  /// Completes a text that has only one possible continuation, as one edit, and marks rejections as
  /// answered; returns `nil` if there is no such continuation.
  public mutating func complete() -> Outcome? {
    format.completion(of: state).map { choose($0.replacement) }
  }

  /// Replaces the text with a candidate, as one edit, and marks rejections as answered.
  public mutating func choose(_ candidate: String) -> Outcome {
    let text = format.value(of: candidate).map(format.text) ?? candidate
    defer { answer() }
    return offer(Edit(range: 0..<reading.count, replacement: text, isTyped: false))
  }

  /// Completes the text when the user leaves the field, for example a two-digit year or a single
  /// candidate; returns `nil` if the text stays unchanged.
  public mutating func finish() -> Outcome? {
    guard case .incomplete = content else { return nil }
    if format.grammar is SearchGrammar { return complete() }
    guard let edit = format.grammar.finishing(state, in: format.notation) else { return nil }
    let refusals = refusals
    defer { self.refusals = refusals }
    return offer(edit)
  }

  mutating func step(by count: Int) -> Outcome {
    refusals.passEdit()
    guard let next = format.grammar.stepped(state, by: count, in: format.notation) else {
      return .rejected(Rejection(.init(.nothingToStep)))
    }
    run = nil
    take(next)
    state = next
    return unjudged
  }

  private mutating func take(_ next: EditState) {
    guard !next.text.hasSameScalars(as: state.text) else { return }
    done.append(Step(before: state, after: next))
    undone = []
  }

  private func run(of edit: Edit) -> Run? {
    guard format.grammar.isUndoneByRuns, edit.isTyped, let scalar = edit.replacement.onlyScalar
    else {
      return nil
    }
    return scalar.properties.isWhitespace ? .whiteSpace : .letters
  }

  private func continuesLastStep(_ edit: Edit) -> Bool {
    edit.ranges.count == 1 && edit.ranges[0].isEmpty && done.last?.after == state
      && state.selection == Selection(caret: edit.ranges[0].lowerBound)
  }

  /// The first meaningful rejected input that the user has not answered yet.
  ///
  /// Users answer a rejection by deleting, by undo or redo, or by replacing the selection. They
  /// also answer a rejected separator if the next key is the decimal separator, and a rejected
  /// paste if the next edit is a paste.
  public var unanswered: Refusal? { refusals.unanswered }

  /// The question to ask the user before keeping a text with an unanswered rejection; `nil` if
  /// every rejection is answered.
  public var question: Reason? {
    guard let refusal = unanswered else { return nil }
    let text = state.text
    return Reason(
      Reason.Detail(
        .unanswered, .init(refusal.text),
        before: text.isEmpty ? nil : Reason.Quote(text, form: .kept)))
  }

  /// Marks all rejections as answered.
  public mutating func answer() { refusals.answer() }

  mutating func passKey() { refusals.passKey() }

  // Updates the rejections after an accepted edit. Replacing an automatic completion answers no
  // rejection, because the user did not select the completion.
  private mutating func settle(
    _ edit: Edit, hasTaken isChanged: Bool, over completed: Range<Int>?
  ) {
    let isDeletion = edit.replacement.isEmpty
    if isDeletion ? isChanged : edit.ranges.contains(where: { !$0.isEmpty && $0 != completed }) {
      return refusals.answer()
    }
    if edit.isTyped, refusals.isAwaitingSeparator,
      format.grammar.meaning(ofRefused: edit.replacement, in: format.notation) == .separator
    {
      refusals.answerSeparator()
    } else if !edit.isTyped {
      refusals.answerPaste()
    }
    refusals.passEdit()
  }

  private mutating func note(_ rejection: Rejection, of edit: Edit) {
    refusals.add(
      Refusal(text: edit.replacement, reason: rejection.reason), isTyped: edit.isTyped,
      meaning: format.grammar.meaning(ofRefused: edit.replacement, in: format.notation))
  }

  /// Replaces the text without checking it, puts the caret at the end, and deletes the undo steps.
  public mutating func replace(with text: String) {
    self = FieldEditor(format: format, text: text)
  }

  mutating func undo() -> Outcome {
    leaveRun()
    if let step = done.popLast() {
      undone.append(step)
      state = step.before
    }
    return unjudged
  }

  mutating func redo() -> Outcome {
    leaveRun()
    if let step = undone.popLast() {
      done.append(step)
      state = step.after
    }
    return unjudged
  }

  mutating func move(to selection: Selection) -> Outcome {
    refusals.passKey()
    run = nil
    state.selection = selection
    return .moved(selection)
  }

  private mutating func leaveRun() {
    refusals.answer()
    run = nil
  }

  var unjudged: Outcome { .accepted(state, content) }

  var reading: Reading { format.grammar.reading(of: state.text, in: format.notation) }

  private static func beginning(_ text: String, _ format: FieldFormat) -> EditState {
    let end = format.grammar.reading(of: text, in: format.notation).count
    return EditState(text: text, selection: Selection(caret: end))
  }
}

/// A rejected input that may have been intended, so a program should ask the user about it.
public struct Refusal: Hashable, Sendable {
  /// The typed or pasted text.
  public let text: String

  /// The reason for the rejection.
  public let reason: Reason
}

struct Refusals: Sendable {
  /// The first rejection that only an edit such as a deletion can answer.
  private var first: Refusal?
  /// A separator rejected as the last key; the decimal separator can still answer it.
  private var separator: Refusal?
  /// A paste that was rejected as the last edit; another paste can still answer it.
  private var paste: Refusal?

  var unanswered: Refusal? { first ?? paste ?? separator }

  /// After this call, the decimal separator no longer answers a rejected separator.
  mutating func passKey() {
    if first == nil { first = separator }
    separator = nil
  }

  /// After this call, another paste no longer answers a rejected paste.
  mutating func passEdit() {
    if first == nil { first = paste }
    paste = nil
    passKey()
  }

  mutating func add(_ refusal: Refusal, isTyped: Bool, meaning: RefusedMeaning) {
    passEdit()
    switch meaning {
    case .nothing: break
    case .something, .separator:
      if !isTyped {
        paste = refusal
      } else if meaning == .separator {
        separator = refusal
      } else {
        first = first ?? refusal
      }
    }
  }

  mutating func answerSeparator() { separator = nil }

  mutating func answerPaste() { paste = nil }

  mutating func answer() { self = Refusals() }

  var isAwaitingSeparator: Bool { separator != nil }
}

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
        .map { reading.place(ofInner: reading.inner($0)) } ?? 0
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
