/// One editing of a field: its state, and the way back and forth in it.
public struct FieldEditor: Sendable {
  /// How the field looks and what it takes.
  ///
  /// Another one judges the text from then on. Where it writes otherwise, in another locale say,
  /// the text and all that can be undone are put into its symbols and keep their values.
  public var format: FieldFormat {
    didSet {
      state = format.translated(state, from: oldValue)
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
      // What leaves the text as it was is no step to undo.
      if !next.text.hasSameScalars(as: state.text) {
        done.append(Step(before: state, after: next))
        undone = []
      }
      state = next
    case .moved(let selection): state.selection = selection
    case .rejected: break
    }
    return outcome
  }

  /// Completes a text that can only go on in one way, as one edit; `nil` where there is none.
  public mutating func complete() -> Outcome? {
    format.completion(of: state).map { offer($0) }
  }

  /// Takes a text from elsewhere, with the caret at the end; what was edited is forgotten.
  public mutating func replace(with text: String) {
    self = FieldEditor(format: format, text: text)
  }

  /// Restores text and selection from before the last edit.
  mutating func undo() -> Outcome {
    if let step = done.popLast() {
      undone.append(step)
      state = step.before
    }
    return unjudged
  }

  /// Restores text and selection from after the edit last undone.
  mutating func redo() -> Outcome {
    if let step = undone.popLast() {
      done.append(step)
      state = step.after
    }
    return unjudged
  }

  /// Moves the selection.
  mutating func move(to selection: Selection) -> Outcome {
    state.selection = selection
    return .moved(selection)
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
