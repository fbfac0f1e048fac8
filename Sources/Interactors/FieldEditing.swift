internal import Records
internal import Validation

/// One editing of a field: the text, and what the property had and was given.
///
/// It is an object, for a copy would count many references at each key.
final class FieldEditing {
  var editor: FieldEditor
  /// What Cancel restores.
  var original: Value?
  /// What the property has, as far as the field knows, and what it had.
  private var steps: Steps
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

  private struct Step {
    /// The property's value.
    var value: Value?
    /// Why the subject did not take the text.
    var objection: Reason?
  }

  /// What each step of undo had led to, and what there is now: one struct, for each access of an
  /// object is looked after.
  private struct Steps {
    var present: Step
    /// The present one is among them, once it is ended.
    private var all: [Step]

    init(of value: Value?) {
      present = Step(value: value)
      all = [present]
    }

    var count: Int { all.count }

    mutating func begin(_ depth: Int) {
      if all.count > depth { all.removeSubrange(depth...) }
      while all.count <= depth { all.append(Step(value: present.value)) }
    }

    mutating func end(_ depth: Int) {
      if all.count == depth + 1 { all[depth] = present }
    }

    mutating func restore(_ depth: Int) { present = all[depth] }

    mutating func convert(_ convert: (Value) -> Value?) {
      present.value = present.value.flatMap(convert)
      all = all.map { Step(value: $0.value.flatMap(convert), objection: $0.objection) }
    }
  }

  /// What the property has, as far as the field knows.
  var known: Value? {
    get { steps.present.value }
    set { steps.present.value = newValue }
  }

  /// Why the subject did not take the text, which the grammar does.
  var objection: Reason? {
    get { steps.present.objection }
    set { steps.present.objection = newValue }
  }

  init(_ editor: FieldEditor, of value: Value?, _ long: LongNumber?, wasActive: Bool) {
    self.editor = editor
    self.long = long
    self.wasActive = wasActive
    original = value
    steps = Steps(of: value)
  }

  /// Whether an edit can be undone.
  var hasSteps: Bool { steps.count > 1 }

  /// Whether the text is the whole of a number that has more digits than the field.
  var isWhole: Bool { long.map { editor.state.text.hasSameScalars(as: $0.whole) } ?? false }

  // The steps are changed where they are: a copy would cost the whole way back at each key.

  /// Begins the step to so many edits, from what the property has.
  func beginStep(_ depth: Int) { steps.begin(depth) }

  /// Notes what the step has led to, unless an observer has gone on from it meanwhile.
  func endStep(_ depth: Int) {
    if editor.undoDepth == depth { steps.end(depth) }
  }

  /// Goes to the step that undo or redo has led to, and returns the value it had.
  func restoreStep() -> Value? {
    steps.restore(editor.undoDepth)
    return known
  }

  /// Goes on with a value from elsewhere; the steps are forgotten.
  func take(_ value: Value?, _ long: LongNumber?, text: String) {
    self.long = long
    steps = Steps(of: value)
    editor.replace(with: text)
  }

  /// Converts all values by a closure.
  func convert(_ convert: (Value) -> Value?) {
    original = original.flatMap(convert)
    steps.convert(convert)
  }
}
