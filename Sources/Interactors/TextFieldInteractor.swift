public import Records
public import Validation

/// Edits a property as text, and offers every key to the keystroke rule.
///
/// While a field is idle it follows its property like a label. Editing makes it inactive: then the
/// property follows the text, at every accepted edit, and the interactor listens only for changes
/// from elsewhere.
///
/// ```swift
/// let field = TextFieldInteractor(person, person.property(named: "age")!)
/// field.activate()
/// field.press(.character("4"))     // person.age is 4
/// field.endEditing()               // .ended
/// ```
open class TextFieldInteractor: ControlInteractor {
  private typealias Handler = EventHandler<any NotifyPropertyChanged, PropertyChange>

  /// One editing: the text, and what the property had and was given.
  private struct Editing {
    var editor: FieldEditor
    /// What Cancel brings back.
    var original: Value?
    /// What the property has, as far as this field knows.
    var known: Value?
    /// What each step of undo had led to, the present one among them.
    var steps: [Step]
    /// Why the subject did not take the text, which the grammar does.
    var objection: String?
    var handler: Handler?
    /// Whether the field is to be active when the editing has ended.
    var wasActive: Bool

    struct Step {
      /// The property's value.
      var value: Value?
      /// Why the subject did not take the text.
      var objection: String?
    }

    /// Changes the text where it is: a copy would cost the whole way back at each key.
    mutating func apply(_ change: (inout FieldEditor) -> Outcome) -> Outcome { change(&editor) }
  }

  private var editing: Editing?

  /// How the field reads and writes its values.
  ///
  /// Another one shows in the field at once. It judges the text of an editing, which it puts into
  /// its own symbols, and leaves the property alone.
  public final var format: FieldFormat {
    didSet {
      let before = editing?.editor.state
      editing?.editor.format = format
      if isActive || editing?.editor.state != before { showValue() }
    }
  }

  /// The records that the property can refer to; without them a reference is shown by its name.
  ///
  /// They belong to ``format``, which has to take their keys and is to be given first. A text that
  /// has become a key under an editing makes its record the value.
  public final var references: ReferenceKeys? {
    didSet {
      if let content = editing?.editor.content { follow(content) }
      if isActive { showValue() }
    }
  }

  /// Whether Return ends the editing; otherwise it updates the property and goes on.
  public final var shouldReturn = true

  /// Whether Clear empties the text; otherwise it resets the property and the text stays.
  public final var shouldClear = true

  /// Asked before an editing ends, with the property's value if the editing has changed it.
  ///
  /// What it throws refuses Return; this is the place to store the value, and to check what only a
  /// store can.
  public final var accept: ((Value?) throws(Violation) -> Void)?

  /// Where the text is shown; the field does not keep it alive.
  public final weak var view: (any TextFieldView)? {
    didSet {
      guard let view else { return }
      view.configureView(ViewTraits(property?.kind ?? .text, isEditable: true))
      view.updateView(state)
    }
  }

  /// Makes a field whose limits are those of a format.
  public init(_ subject: any Subject, _ propertyName: String, format: FieldFormat) {
    self.format = format
    super.init(subject, propertyName)
  }

  /// Makes a field within the limits of the property.
  public convenience init(
    _ subject: any Subject, _ property: Property, symbols: NumberSymbols = .english,
    isGrouped: Bool = false
  ) {
    let format = FieldFormat(property, symbols: symbols, isGrouped: isGrouped)
    self.init(subject, property.name, format: format)
  }

  deinit {
    if let handler = editing?.handler, let event = subject?.propertyChanged { event -= handler }
  }

  // MARK: What is in the field

  /// Whether an editing has begun and not ended.
  public final var isEditing: Bool { editing != nil }

  /// Whether the editing under way has changed the text, or has been undone to where it began.
  public final var hasEdits: Bool { editing.map { $0.steps.count > 1 } ?? false }

  /// The text and the selection, as displayed; an idle field has its caret at the end.
  public final var state: EditState {
    editing?.editor.state ?? FieldEditor(format: format, text: idleText).state
  }

  /// The text as displayed.
  public final var text: String { editing?.editor.state.text ?? idleText }

  /// The selected part of the text, for a pasteboard.
  public final var selectedText: String { editing?.editor.selectedText ?? "" }

  private var idleText: String {
    if case .reference(let id) = value, let key = references?[id] { return key }
    return value.map { format.text(for: $0) } ?? ""
  }

  /// Whether Return would end the editing, as far as the text tells.
  public final var fieldState: FieldState {
    guard let editing else { return .acceptable }
    if let objection = editing.objection { return .incomplete(reason: objection) }
    switch editing.editor.content {
    case .complete: return .acceptable
    case .incomplete(let reason): return .incomplete(reason: reason.description)
    case .empty:
      guard isRequired else { return .acceptable }
      return .incomplete(reason: Violation.required(propertyName).message)
    }
  }

  open override func propertyDidChange() { showValue() }

  open override func subjectWillChange() { cancelEditing() }

  private func showValue() { view?.updateView(state) }

  // MARK: Editing

  /// Why the value of the property cannot be edited as text; nil where it can.
  ///
  /// A binary fraction may need more digits than a field has; it is shown and not edited.
  public final var objection: Rejection? {
    guard editing == nil, case .double(let number)? = value,
      format.grammar.text(for: .double(number), in: format.notation) == nil,
      case .double? = property?.kind
    else { return nil }
    let reason = number.isFinite ? "has more digits than a field edits" : "is edited in no field"
    return Rejection(message: "\(number) \(reason); a command can set another value")
  }

  override func postpones(activation isWanted: Bool) -> Bool {
    editing?.wasActive = isWanted
    return isEditing
  }

  /// Begins an editing with the caret at the end; does nothing while one is under way.
  public final func beginEditing() {
    guard editing == nil else { return }
    let wasActive = isActive
    deactivate()
    let value = value
    editing = Editing(
      editor: FieldEditor(format: format, text: idleText), original: value, known: value,
      steps: [Editing.Step(value: value)], wasActive: wasActive)
    let name = propertyName
    editing?.handler = subject?.propertyChanged.add { [weak self] _, change in
      if change.concerns(name) { self?.propertyChangedElsewhere() }
    }
    showValue()
  }

  /// Presses a key, which begins an editing if none is under way.
  @discardableResult
  public final func press(_ key: Key) -> Outcome {
    if let objection { return .rejected(objection) }
    beginEditing()
    switch key {
    case .clear where !shouldClear:
      reset()
      return .accepted(state, editing?.editor.content ?? .empty)
    case .undo, .redo: return apply({ $0.press(key) }, then: restoreValue)
    default: return apply({ $0.press(key) }, then: follow)
    }
  }

  /// Completes a text that has begun and can go on in one way only, as one edit; nil where it
  /// cannot, and nothing has changed.
  @discardableResult
  public final func complete() -> Outcome? {
    guard isEditing, !text.isEmpty, format.completion(of: state) != nil else { return nil }
    return apply({ $0.complete() ?? .moved($0.state.selection) }, then: follow)
  }

  /// Offers an edit, which begins an editing if none is under way.
  @discardableResult
  public final func offer(_ edit: Edit) -> Outcome {
    if let objection { return .rejected(objection) }
    beginEditing()
    return apply({ $0.offer(edit) }, then: follow)
  }

  /// Changes the text, and brings the property to it if that was a step of undo or the undoing.
  private func apply(
    _ change: (inout FieldEditor) -> Outcome, then update: (FieldContent) -> Void
  ) -> Outcome {
    let depth = editing?.editor.undoDepth
    // A view may end the editing as soon as it is told of it.
    guard let outcome = editing?.apply(change) else {
      return .rejected(Rejection(message: "the editing has ended"))
    }
    if case .accepted(_, let content) = outcome, editing?.editor.undoDepth != depth {
      update(content)
    }
    if case .rejected = outcome { return outcome }
    showValue()
    return outcome
  }

  /// Gives the property the value of the text; what is incomplete leaves it as it was.
  private func follow(_ content: FieldContent) {
    guard let depth = editing?.editor.undoDepth else { return }
    // An observer may press a key before the property has taken the value.
    let present = Editing.Step(value: value)
    if let steps = editing?.steps.prefix(depth) {
      editing?.steps = Array(steps) + repeatElement(present, count: depth + 1 - steps.count)
    }
    switch content {
    case .complete(let value):
      if case .text(let key) = value, let id = references?[key] {
        write(.reference(id))
      } else {
        // As the property will have it, so that its own change is not taken for one from elsewhere.
        write(property?.kind.converted(value) ?? value)
      }
    case .empty: reset()
    case .incomplete: editing?.objection = nil
    }
    guard let editing, editing.editor.undoDepth == depth, editing.steps.count == depth + 1 else {
      return
    }
    self.editing?.steps[depth] = Editing.Step(value: value, objection: editing.objection)
  }

  /// Gives the property the value it had at the step that undo or redo went to.
  private func restoreValue(_ content: FieldContent) {
    guard let editing else { return }
    let step = editing.steps[editing.editor.undoDepth]
    self.editing?.objection = step.objection
    self.editing?.known = step.value
    subject?.restore(propertyName, to: step.value)
  }

  private func write(_ value: Value?) {
    give(value) { () throws(Violation) in try subject?.set(propertyName, to: value) }
  }

  private func reset() {
    guard property != nil, !isRequired else { return }
    give(emptiedValue) { () throws(Violation) in try resetSubject() }
  }

  /// Changes the property as its own doing, or keeps why the subject does not take the value.
  private func give(_ value: Value?, by change: () throws(Violation) -> Void) {
    editing?.objection = nil
    let known = editing?.known
    editing?.known = value
    do {
      try change()
    } catch {
      editing?.known = known
      editing?.objection = error.message
    }
  }

  private func propertyChangedElsewhere() {
    let value = value
    guard let known = editing.map(\.known), known != value else { return }
    editing?.known = value
    editing?.original = value
    editing?.steps = [Editing.Step(value: value)]
    editing?.objection = nil
    editing?.editor.replace(with: idleText)
    showValue()
  }

  // MARK: The end of an editing

  /// Return: ends the editing if the text is acceptable.
  @discardableResult
  public final func endEditing() -> ReturnOutcome {
    let outcome = commitEditing(finishing: shouldReturn)
    return outcome == .ended && isEditing ? .stays : outcome
  }

  /// Ends the editing as Return does, also where ``shouldReturn`` would let it go on.
  @discardableResult
  public final func commitEditing() -> ReturnOutcome { commitEditing(finishing: true) }

  /// Leaves the field as Tab does: an incomplete text goes with all that the editing has changed,
  /// and the property is shown again.
  @discardableResult
  public final func leave() -> ReturnOutcome {
    if case .incomplete = fieldState {
      cancelEditing()
      return .ended
    }
    return commitEditing()
  }

  private func commitEditing(finishing: Bool) -> ReturnOutcome {
    guard isEditing else { return .ended }
    if case .incomplete(let reason) = fieldState { return .refused(reason: reason) }
    do {
      try updateSubject()
    } catch {
      return .refused(reason: error.message)
    }
    if finishing { finishEditing() }
    return .ended
  }

  /// Lets Cancel bring back another value, one that was found elsewhere while the field was edited.
  public final func changeOriginal(to value: Value?) { editing?.original = value }

  /// Takes back the editing, and nothing else.
  public final func cancelEditing() {
    guard let original = editing.map(\.original) else { return }
    editing?.known = original
    subject?.restore(propertyName, to: original)
    finishEditing()
  }

  /// Asks ``accept`` for the value that the editing has given the property.
  open override func updateSubject() throws(Violation) {
    guard let editing, value != editing.original else { return }
    try accept?(value)
    self.editing?.original = value
  }

  private func finishEditing() {
    guard let ended = editing else { return }
    if let handler = ended.handler, let event = subject?.propertyChanged { event -= handler }
    editing = nil
    if ended.wasActive { activate() } else { showValue() }
  }
}

/// Whether an editing could end with what is in the field.
public enum FieldState: Hashable, Sendable {
  /// The text is complete, or empty where that will do; an idle field is always in this state.
  case acceptable
  /// The property has kept its value; the reason says what is missing.
  case incomplete(reason: String)
}

/// What became of Return, or of leaving a field.
public enum ReturnOutcome: Hashable, Sendable {
  /// The editing has ended and the text is formatted anew.
  case ended
  /// The property has its value and the editing goes on, as the field was told to.
  case stays
  /// The editing goes on: the text is incomplete, or what accepts it has refused.
  case refused(reason: String)
}
