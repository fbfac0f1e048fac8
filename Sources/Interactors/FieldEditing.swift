internal import Records
internal import Validation

/// A class, because copying a struct on each keystroke would be costly in reference counting.
final class FieldEditing {
  var editor: FieldEditor
  var original: Value?
  private var steps: Steps
  var handler: EventHandler<any NotifyPropertyChanged, PropertyChange>?
  var wasActive: Bool
  var long: LongNumber?
  /// Whether the field itself causes the next notification of the property.
  var isWriting = false
  /// Whether ending was attempted with the current text, see ``ReasonTiming/atEnd``.
  var isAsked = false
  var mark: Reason?
  /// The text that an asynchronous closure has rejected; the closure may check the text again.
  var awaitedText: String?

  private struct Step {
    var value: Value?
    var objection: Reason?
  }

  /// One struct, so that one exclusivity check covers both properties.
  private struct Steps {
    var present: Step
    /// Includes the present step once it has ended.
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

    func value(_ depth: Int) -> Value? { all.indices.contains(depth) ? all[depth].value : nil }

    mutating func convert(_ convert: (Value) -> Value?) {
      present.value = present.value.flatMap(convert)
      all = all.map { Step(value: $0.value.flatMap(convert), objection: $0.objection) }
    }
  }

  var known: Value? {
    get { steps.present.value }
    set { steps.present.value = newValue }
  }

  /// Why the subject has rejected a text that is valid for the grammar.
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

  var hasSteps: Bool { steps.count > 1 }

  /// Whether the text is unchanged and shows all digits of a number that is too long for the field.
  var isWhole: Bool { long.map { editor.state.text.hasSameScalars(as: $0.whole) } ?? false }

  // The steps are changed in place, because copying them on each keystroke would be costly.

  func beginStep(_ depth: Int) { steps.begin(depth) }

  /// Does nothing if an observer has made further edits since the step began.
  func endStep(_ depth: Int) {
    if editor.undoDepth == depth { steps.end(depth) }
  }

  func restoreStep() -> Value? {
    steps.restore(editor.undoDepth)
    return known
  }

  func setFormat(_ format: FieldFormat) {
    let (depth, steps) = (editor.undoDepth, steps)
    editor.setFormat(format) { $0 == depth ? steps.present.value : steps.value($0) }
  }

  func take(_ value: Value?, _ long: LongNumber?, text: String) {
    self.long = long
    steps = Steps(of: value)
    editor.replace(with: text)
  }

  func convert(_ convert: (Value) -> Value?) {
    original = original.flatMap(convert)
    steps.convert(convert)
  }
}
