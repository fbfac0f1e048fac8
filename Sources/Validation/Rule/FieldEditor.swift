/// One editing of a field: its state, and the way back and forth in it.
public struct FieldEditor: Sendable {
  /// How the field looks and what it takes.
  ///
  /// Another one judges the text from then on. Where it writes otherwise, in another locale say,
  /// the text and all that can be undone are put into its symbols and keep their values.
  public var format: FieldFormat {
    didSet {
      state = format.translated(state, from: oldValue)
      run = nil
      done = done.map { $0.translated(to: format, from: oldValue) }
      undone = undone.map { $0.translated(to: format, from: oldValue) }
    }
  }

  /// The text and the selection.
  public private(set) var state: EditState

  private struct Step {
    var before: EditState
    var after: EditState

    func translated(to format: FieldFormat, from other: FieldFormat) -> Step {
      Step(
        before: format.translated(before, from: other),
        after: format.translated(after, from: other))
    }
  }

  private var done: [Step] = []
  private var undone: [Step] = []
  private var refusals = Refusals()

  /// What free text is typed in one step of undo.
  private enum Run { case letters, whiteSpace }

  /// The run that the last step is, while it can go on.
  private var run: Run?

  /// Begins an editing of any text, with the caret at the end.
  public init(format: FieldFormat, text: String) {
    self.format = format
    state = FieldEditor.beginning(text, format)
  }

  /// Begins an editing in a state that another has led to.
  public init(format: FieldFormat, state: EditState) {
    self.format = format
    self.state = state
  }

  /// How many edits there are to undo.
  public var undoDepth: Int { done.count }

  /// What the text amounts to, and what can be typed at the caret where it is not complete.
  public var content: FieldContent { format.content(of: state) }

  /// The part of the text that is selected.
  public var selectedText: String {
    guard !state.selection.isEmpty else { return "" }
    let bounds = format.places(in: state.text)
    let reading = reading
    if reading.hasLiterals {
      let range = state.selection.range
      return String(state.text[bounds[range.lowerBound]..<bounds[range.upperBound]])
    }
    // A separator of groups at an edge is none without the digits beside it.
    let significant = state.selection.range.filter(reading.isSignificant)
    guard let first = significant.first, let last = significant.last else { return "" }
    return String(state.text[bounds[first]..<bounds[last + 1]])
  }

  /// Offers an edit and says what became of it; a rejected one changes nothing.
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

  /// Completes a text that can only go on in one way, as one edit; `nil` where there is none.
  public mutating func complete() -> Outcome? {
    guard let completion = format.completion(of: state) else { return nil }
    // The text comes in place of itself, which nobody has selected.
    refusals.passKey()
    let refusals = refusals
    defer { self.refusals = refusals }
    return offer(completion)
  }

  /// Goes so many steps up, or down where the count is less than zero, as one edit.
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

  // What leaves the text as it was is no step to undo.
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

  // MARK: Refusals

  /// The first refusal that could have meant something and was not answered since.
  ///
  /// A deletion answers it, undo and redo, what is put over a selection, the decimal separator right
  /// after a refused separator, and a paste right after a refused one.
  public var unanswered: Refusal? { refusals.unanswered }

  /// What is asked before a text is kept that leaves a refusal unanswered; `nil` where none is.
  public var question: Reason? {
    guard let refusal = unanswered else { return nil }
    let text = state.text
    return Reason(
      Reason.Detail(
        .unanswered, .init(refusal.text),
        before: text.isEmpty ? nil : Reason.Quote(text, form: .kept)))
  }

  /// Takes all refusals for answered.
  public mutating func answer() { refusals.answer() }

  /// Notes a key that changes nothing: a separator refused before it stays unanswered.
  mutating func passKey() { refusals.passKey() }

  // What was completed nobody has selected.
  private mutating func settle(
    _ edit: Edit, hasTaken isChanged: Bool, over completed: Range<Int>?
  ) {
    let isDeletion = edit.replacement.isEmpty
    if isDeletion ? isChanged : edit.ranges.contains(where: { !$0.isEmpty && $0 != completed }) {
      return refusals.answer()
    }
    let meaning = { [format] in
      format.grammar.meaning(ofRefused: edit.replacement, in: format.notation)
    }
    if edit.isTyped, refusals.isAwaitingSeparator, meaning() == .separator {
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

  // MARK: Changes that are not judged

  /// Takes a text from elsewhere, with the caret at the end; what was edited is forgotten.
  public mutating func replace(with text: String) {
    self = FieldEditor(format: format, text: text)
  }

  /// Restores text and selection from before the last edit.
  mutating func undo() -> Outcome {
    leaveRun()
    if let step = done.popLast() {
      undone.append(step)
      state = step.before
    }
    return unjudged
  }

  /// Restores text and selection from after the edit last undone.
  mutating func redo() -> Outcome {
    leaveRun()
    if let step = undone.popLast() {
      done.append(step)
      state = step.after
    }
    return unjudged
  }

  /// Moves the selection.
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

  /// The state as it is, accepted.
  var unjudged: Outcome { .accepted(state, content) }

  /// The text in its inner form.
  var reading: Reading { format.grammar.reading(of: state.text, in: format.notation) }

  private static func beginning(_ text: String, _ format: FieldFormat) -> EditState {
    let end = format.grammar.reading(of: text, in: format.notation).count
    return EditState(text: text, selection: Selection(caret: end))
  }
}
