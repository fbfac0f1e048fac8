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
    /// What Cancel restores.
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

  /// Whether a refusal that could have meant something is asked about before the text is kept.
  ///
  /// Return, and leaving by a key, is then refused once while such a refusal is unanswered.
  public final var confirmsRefusals = false

  /// Whether a ``ListInteractor`` has taken the field out with its item.
  final var isRemoved = false

  /// Asked before the field is left in a form that is being edited, with the property's value if
  /// the editing has changed it.
  ///
  /// What it throws refuses leaving; this is the place for what only a store can check.
  public final var check: ((Value?) throws(Violation) -> Void)?

  /// Asked before an editing ends, with the property's value if the editing has changed it; in a
  /// form that is being edited its ``FormInteractor/accept`` is asked instead.
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

  /// Whether the field cannot be left empty: the property is required, or else it would get a zero
  /// that the limits of the field exclude.
  public final override var isRequired: Bool {
    if super.isRequired { return true }
    guard let property, !property.isOptional, property.givenDefault == nil,
      let zero = property.defaultValue, zero != .text("")
    else { return false }
    return format.value(of: format.text(for: zero)) != zero
  }

  /// Whether an editing has begun and not ended.
  public final var isEditing: Bool { editing != nil }

  /// Whether the editing under way has changed the text, or has been undone to where it began.
  public final var hasEdits: Bool { editing.map { $0.steps.count > 1 } ?? false }

  /// Whether the text is another than the editing under way began with.
  public final var hasOtherText: Bool {
    editing.map { !$0.editor.state.text.hasSameScalars(as: idleText(of: $0.original)) } ?? false
  }

  /// The text and the selection, as displayed; an idle field has its caret at the end.
  public final var state: EditState {
    editing?.editor.state ?? FieldEditor(format: format, text: idleText).state
  }

  /// The text as displayed.
  public final var text: String { editing?.editor.state.text ?? idleText }

  /// The selected part of the text, for a pasteboard.
  public final var selectedText: String { editing?.editor.selectedText ?? "" }

  private var idleText: String { idleText(of: value) }

  private func idleText(of value: Value?) -> String {
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

  /// What was refused, could have meant something and was not answered since; nil where
  /// ``confirmsRefusals`` is off.
  public final var unanswered: Refusal? { confirmsRefusals ? editing?.editor.unanswered : nil }

  open override func propertyDidChange() { showValue() }

  open override func subjectWillChange() { cancelEditing() }

  private func showValue() { view?.updateView(state) }

  // MARK: Editing

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
    editing?.handler = subject?.propertyChanged.add { [weak self] _, change in
      guard let self, change.concerns(propertyName) else { return }
      propertyChangedElsewhere()
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
      editing?.editor.answer()
      reset()
      return .accepted(state, editing?.editor.content ?? .empty)
    case .undo, .redo: return apply({ $0.press(key) }, then: restoreValue)
    default: return apply({ $0.press(key) }, then: follow)
    }
  }

  /// Completes a text that has begun, is not complete and can go on in one way only, as one edit;
  /// nil where it cannot, and nothing has changed.
  @discardableResult
  public final func complete() -> Outcome? {
    guard canComplete, format.completion(of: state) != nil else { return nil }
    return apply({ $0.complete() ?? .moved($0.state.selection) }, then: follow)
  }

  /// Offers an edit, which begins an editing if none is under way.
  @discardableResult
  public final func offer(_ edit: Edit) -> Outcome {
    if let objection { return .rejected(objection) }
    beginEditing()
    return apply({ $0.offer(edit) }, then: follow)
  }

  /// Changes the text, and the property with it if the text has become another.
  private func apply(
    _ change: (inout FieldEditor) -> Outcome, then update: (FieldContent) -> Void
  ) -> Outcome {
    let before = editing?.editor.state.text ?? ""
    // A view may end the editing as soon as it is told of it.
    guard let outcome = editing?.apply(change) else {
      return .rejected(Rejection(message: "the editing has ended"))
    }
    if case .accepted(let state, let content) = outcome, !state.text.hasSameScalars(as: before) {
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
        write(property.map { $0.trimmed($0.kind.converted(value) ?? value) } ?? value)
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
    changeOriginal(to: value)
    editing?.steps = [Editing.Step(value: value)]
    editing?.objection = nil
    editing?.editor.replace(with: idleText)
    showValue()
  }

  // MARK: The end of an editing

  /// Return: ends the editing if the text is acceptable.
  @discardableResult
  public final func endEditing() -> ReturnOutcome {
    if let question = ask() { return .refused(reason: question) }
    let outcome = commitEditing(finishing: shouldReturn)
    return outcome == .ended && isEditing ? .stays : outcome
  }

  /// Ends the editing as Return does, also where ``shouldReturn`` would let it go on; while a
  /// refusal is unanswered this is refused as often as it is tried.
  @discardableResult
  public final func commitEditing() -> ReturnOutcome {
    if let question { return .refused(reason: question) }
    return commitEditing(finishing: true)
  }

  /// Leaves the field by a key, as Return does, also where ``shouldReturn`` would let the editing
  /// go on.
  @discardableResult
  public final func leave() -> ReturnOutcome {
    if let question = ask() { return .refused(reason: question) }
    return commitEditing(finishing: true)
  }

  /// Ends the editing because the focus has gone, which nothing can refuse.
  ///
  /// What could not be kept by Return goes with all that the editing has changed, and the value
  /// from before is shown again.
  public final func loseFocus() {
    if case .refused = commitEditing() { cancelEditing() }
  }

  /// What is to be asked before the text is kept; an incomplete one is not kept anyway.
  private var question: String? {
    guard confirmsRefusals, fieldState == .acceptable else { return nil }
    return editing?.editor.question
  }

  /// What is to be asked now; once asked it is answered.
  private func ask() -> String? {
    guard let question else { return nil }
    editing?.editor.answer()
    return question
  }

  private func commitEditing(finishing: Bool) -> ReturnOutcome {
    guard isEditing else {
      return isRemoved ? .refused(reason: Self.removal.message) : .ended
    }
    if case .incomplete(let reason) = fieldState { return .refused(reason: reason) }
    do {
      try updateSubject()
    } catch {
      return .refused(error)
    }
    if finishing { finishEditing() }
    return .ended
  }

  /// Changes the value that Cancel restores to one that was found elsewhere while the field, or its
  /// form, was edited.
  public final func changeOriginal(to value: Value?) {
    editing?.original = value
    form?.changeOriginal(of: self, to: value)
  }

  /// Goes on with the property as one of another kind, as its form does: its values are what a closure
  /// makes of them.
  ///
  /// To be called before the subject has the values of that kind.
  public final func convertValues(_ convert: (Value) -> Value?) {
    form?.convert(self, convert)
    guard let before = editing else { return }
    editing?.original = before.original.flatMap(convert)
    editing?.known = before.known.flatMap(convert)
    editing?.steps = before.steps.map {
      Editing.Step(value: $0.value.flatMap(convert), objection: $0.objection)
    }
  }

  /// Lets the text of an editing stay until that ends, for its property is gone.
  public final func keepText() {
    if let handler = editing?.handler, let event = subject?.propertyChanged { event -= handler }
    editing?.handler = nil
  }

  /// Whether the field is edited, or was left in a form that is still edited, which is to store
  /// what it has made of its property.
  public final var holdsEditing: Bool { isEditing || isHeldByForm }

  /// Cancels the editing, and nothing else.
  public final func cancelEditing() {
    guard let original = editing.map(\.original) else { return }
    editing?.known = original
    subject?.restore(propertyName, to: original)
    finishEditing()
  }

  /// Cancels the editing, and reverts what it has made of the property in a form that is still
  /// edited.
  public final func takeBackEditing() {
    cancelEditing()
    takeBackFromForm()
  }

  /// Asks ``accept``, or leaves it to the form, for the value that the editing has given the
  /// property.
  open override func updateSubject() throws(Violation) {
    guard let editing, value != editing.original else { return }
    if let form {
      try check?(value)
      form.take(self, original: editing.original)
    } else {
      try accept?(value)
    }
    self.editing?.original = value
  }

  private func finishEditing() {
    guard let ended = editing else { return }
    if let handler = ended.handler, let event = subject?.propertyChanged { event -= handler }
    editing = nil
    if ended.wasActive { activate() } else { showValue() }
  }
}
