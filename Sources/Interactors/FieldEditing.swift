internal import Records
internal import Validation

/// One editing of a field: the text, and what the property had and was given.
///
/// It is an object, for a copy would count many references at each key.
final class FieldEditing {
  var editor: FieldEditor
  /// What Cancel restores.
  var original: Value?
  /// What the property has, as far as the field knows.
  var known: Value?
  /// Why the subject did not take the text, which the grammar does.
  var objection: Reason?
  /// What listens for changes from elsewhere.
  var handler: EventHandler<any NotifyPropertyChanged, PropertyChange>?
  /// Whether the field is to be active when the editing has ended.
  var wasActive: Bool
  /// How the value is shown that the property had, if it has more digits than the field.
  var long: LongNumber?
  /// Whether the next change of the property is the field's own.
  var isWriting = false
  /// Whether Return was refused for the text as it is.
  var isAsked = false
  /// What each step of undo had led to, the present one among them.
  private var steps: [Step]

  private struct Step {
    /// The property's value.
    var value: Value?
    /// Why the subject did not take the text.
    var objection: Reason?
  }

  init(_ editor: FieldEditor, of value: Value?, _ long: LongNumber?, wasActive: Bool) {
    self.editor = editor
    self.long = long
    self.wasActive = wasActive
    (original, known) = (value, value)
    steps = [Step(value: value)]
  }

  /// Whether an edit can be undone.
  var hasSteps: Bool { steps.count > 1 }

  /// Whether the text is the whole of a number that has more digits than the field.
  var isWhole: Bool { long.map { editor.state.text.hasSameScalars(as: $0.whole) } ?? false }

  // The steps are changed where they are: a copy would cost the whole way back at each key.

  /// Begins the step to so many edits, from what the property has.
  func beginStep(_ depth: Int) {
    if steps.count > depth { steps.removeSubrange(depth...) }
    while steps.count <= depth { steps.append(Step(value: known)) }
  }

  /// Notes what the step has led to, unless an observer has gone on from it meanwhile.
  func endStep(_ depth: Int) {
    guard editor.undoDepth == depth, steps.count == depth + 1 else { return }
    steps[depth] = Step(value: known, objection: objection)
  }

  /// Goes to the step that undo or redo has led to, and returns the value it had.
  func restoreStep() -> Value? {
    let step = steps[editor.undoDepth]
    (known, objection) = (step.value, step.objection)
    return step.value
  }

  /// Goes on with a value from elsewhere; the steps are forgotten.
  func take(_ value: Value?, _ long: LongNumber?, text: String) {
    self.long = long
    (known, objection) = (value, nil)
    steps = [Step(value: value)]
    editor.replace(with: text)
  }

  /// Converts all values by a closure.
  func convert(_ convert: (Value) -> Value?) {
    original = original.flatMap(convert)
    known = known.flatMap(convert)
    steps = steps.map { Step(value: $0.value.flatMap(convert), objection: $0.objection) }
  }
}
