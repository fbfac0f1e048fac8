public import Records
public import Validation

/// Edits a property as text, checking every key.
///
/// While idle, a field follows its property like a label. During editing the field is inactive: the
/// property follows the text with every accepted edit, and the field observes only changes from
/// outside.
///
/// ```swift
/// let field = TextFieldInteractor(person, person.property(named: "age")!)
/// field.press(.character("4"))     // person.age is 4
/// field.end()                      // .ended
/// ```
open class TextFieldInteractor: ControlInteractor {
  private(set) final var editing: FieldEditing?

  /// The format of the values.
  ///
  /// A new format is shown at once, in the notation of the ``Interactor/locale`` if there is one, and
  /// applies to later edits. The text changes to the new symbols; the property does not change.
  public final var format: FieldFormat {
    get { shownFormat }
    set {
      let settings = localeSettings
      (ownFormat, self.settings) = (newValue, settings)
      show(settings?.format(newValue, of: propertyName) ?? newValue)
    }
  }

  private var shownFormat: FieldFormat
  /// The format without the locale.
  private var ownFormat: FieldFormat
  private var settings: LocaleSettings?

  /// The records that the property can refer to; if nil, a reference is shown by its identifier.
  ///
  /// The records must match ``format``, which must be set first. If the field is being edited and
  /// its text is one of the new keys, the record of the key becomes the value.
  public final var references: ReferenceKeys? {
    didSet {
      if let editing { follow(editing, editing.editor.content) }
      if isActive { updateView() }
    }
  }

  /// Whether Return ends editing; otherwise it updates the property and editing continues.
  public final var shouldReturn = true

  /// Whether Clear empties the text; otherwise it resets the property and keeps the text.
  public final var shouldClear = true

  /// Whether Return must be confirmed after a rejected key that may have been intended.
  ///
  /// The first Return, or the first key that leaves the field, is then refused.
  public final var confirmsRefusals = false

  /// Whether to truncate a paste that is too long; otherwise the paste is rejected.
  public final var cutsPastes = false

  /// Whether the field shows one line: line breaks and tabs of a paste become spaces; other control
  /// characters, and characters that change the text direction, are dropped.
  public final var isSingleLine = false

  /// Rewrites an edit before it is checked; nil rejects it.
  ///
  /// Not called for undo, redo, steps, cursor keys and completions.
  public final var rewrite: ((Edit, EditState) -> Edit?)?

  /// Whether the user has left the field, or tried to, since the subject was set.
  public final var isTouched = false

  /// The time at which ``shownReason`` is set.
  public final var reasonTiming = ReasonTiming.atKey

  /// Whether a ``ListInteractor`` has removed the field with its item.
  final var isRemoved = false

  /// Called with the property's value before the field is left in a form being edited, if the text
  /// was edited.
  ///
  /// If the closure throws, leaving is refused. Use it for checks that need a store.
  public final var check: ((Value?) throws(Violation) -> Void)?

  /// Called with the property's value before editing ends, if the text was edited, even if the
  /// value is the same. In a form being edited, ``FormInteractor/accept`` is called instead.
  ///
  /// If the closure throws, Return is refused. Use it to store the value and for checks that need a
  /// store.
  public final var accept: ((Value?) throws(Violation) -> Void)?

  /// The view; a weak reference.
  public final weak var view: (any TextFieldView)? {
    didSet {
      guard view != nil else { return }
      configureView()
      updateView()
    }
  }

  /// Closures to notify in addition to ``view``; they are retained.
  public final var events: TextFieldViewEvents? {
    didSet {
      guard events != nil else { return }
      configureView()
      updateView()
    }
  }

  private var ownTraits: ViewTraits?
  private var shownTraits: ViewTraits?

  /// The traits of the view; by default the traits of the grammar of ``format``.
  ///
  /// In a new record, the placeholder of a property with the default `next` is `next`.
  public final var traits: ViewTraits {
    get {
      let isNext = property?.givenDefault == .next && awaitsDefault
      return ownTraits
        ?? ViewTraits(
          format.grammar.traits, isEditable: true, placeholder: isNext ? "next" : nil)
    }
    set {
      ownTraits = newValue
      configureView()
    }
  }

  /// Creates a field with the limits of a format.
  ///
  /// - Parameter subject: the object with the property; nil to set it later.
  public init(
    _ subject: (any PropertySubject)?, _ propertyName: String, format: FieldFormat,
    isActive: Bool = true
  ) {
    (shownFormat, ownFormat) = (format, format)
    super.init(subject, propertyName, isActive: isActive)
  }

  /// Creates a field with the limits of the property.
  public convenience init(
    _ subject: (any PropertySubject)?, _ property: Property, symbols: NumberSymbols = .english,
    isGrouped: Bool = false, isActive: Bool = true
  ) {
    let format = FieldFormat(property, symbols: symbols, isGrouped: isGrouped)
    self.init(subject, property.name, format: format, isActive: isActive)
  }

  deinit {
    if let handler = editing?.handler, let event = subject?.propertyChanged { event -= handler }
  }

  override func takes(_ value: Value) -> Bool {
    if case .reference = value { return true }
    return format.takes(value)
  }

  /// Whether the field is being edited.
  public final var isEditing: Bool { editing != nil }

  /// Whether the user has edited the text, even if all edits were undone.
  public final var hasEdits: Bool { editing?.hasSteps ?? false }

  /// Whether the text differs from the text at the start of editing.
  public final var hasOtherText: Bool {
    editing.map { !$0.editor.state.text.hasSameScalars(as: wholeText(of: $0.original)) } ?? false
  }

  /// The displayed text and selection; an idle field has its caret at the end.
  public final var state: EditState {
    editing?.editor.state ?? FieldEditor(format: format, text: idleText).state
  }

  /// The displayed text.
  public final var text: String { editing?.editor.state.text ?? idleText }

  /// The selected text, for the clipboard.
  public final var selectedText: String { editing?.editor.selectedText ?? "" }

  private var idleText: String {
    let value = value
    return longNumber(value)?.rounded ?? text(of: value)
  }

  private func wholeText(of value: Value?) -> String {
    longNumber(value)?.whole ?? text(of: value)
  }

  private func text(of value: Value?) -> String {
    if case .reference(let id) = value, let key = references?[id] { return key }
    return value.map { format.text(for: $0) } ?? ""
  }

  private func longNumber(_ value: Value?) -> LongNumber? {
    guard let value, !isBeyondField(value) else { return nil }
    return format.longNumber(value)
  }

  /// The state of the text, which determines whether Return would end editing.
  ///
  /// A number with more digits after the point than the field allows is acceptable while it is
  /// unchanged.
  public final var fieldState: FieldState {
    guard let editing else { return .acceptable }
    if let objection = editing.objection { return .incomplete(reason: objection) }
    switch editing.editor.content {
    case .complete: return .acceptable
    case .incomplete where editing.isWhole: return .acceptable
    case .incomplete(let reason):
      return format.canGoOn(editing.editor.state)
        ? .incomplete(reason: reason) : .invalid(reason: reason)
    case .empty:
      guard isRequired else { return .acceptable }
      let name = propertyName
      return .incomplete(reason: Reason(.init(.required, .init(name))))
    }
  }

  /// Why the text is not acceptable, if ``reasonTiming`` says to show it.
  public final var shownReason: Reason? {
    switch reasonTiming {
    case .atKey: fieldState.reason
    case .onLeaving: isTouched ? fieldState.reason : nil
    case .atEnd: editing?.isAsked == true ? fieldState.reason : nil
    }
  }

  /// The rejected input to be confirmed; nil if there is none or ``confirmsRefusals`` is false.
  public final var unanswered: Refusal? { confirmsRefusals ? editing?.editor.unanswered : nil }

  /// Updates the view.
  open override func propertyDidChange() { updateView() }

  /// Cancels editing.
  open override func subjectWillChange() { cancel() }

  /// Resets ``isTouched``.
  open override func subjectDidChange() { isTouched = false }

  /// Passes the traits to the view.
  open func configureView() {
    let traits = traits
    shownTraits = traits
    view?.configureView(traits)
    events?.configure(traits)
  }

  /// Passes text and selection to the view.
  open func updateView() {
    guard view != nil || events != nil else { return }
    let state = state
    view?.updateView(state)
    events?.update(state)
  }

  open override func localeDidChange() {
    takeLocale()
    super.localeDidChange()
  }

  /// Updates the format from the locale.
  open override func willActivate() { takeLocale() }

  private func takeLocale() {
    let settings = localeSettings
    guard settings != self.settings else { return }
    self.settings = settings
    show(settings?.format(ownFormat, of: propertyName) ?? ownFormat)
  }

  private func show(_ format: FieldFormat) {
    shownFormat = format
    let before = editing?.editor.state
    let wasIncomplete = if case .incomplete? = editing?.editor.content { true } else { false }
    editing?.setFormat(format)
    if let known = editing?.known, editing?.long != nil { editing?.long = longNumber(known) }
    if wasIncomplete { writeCompletedText() }
    if traits != shownTraits { configureView() }
    if isActive || editing?.editor.state != before { updateView() }
  }

  override func postpones(activation isWanted: Bool) -> Bool {
    editing?.wasActive = isWanted
    return isEditing
  }

  /// Begins editing, with the caret at the end; does nothing if the field is already being edited
  /// or cannot be edited.
  open func begin() {
    checkThread()
    guard editing == nil, objection == nil else { return }
    let wasActive = isActive
    deactivate()
    let value = value
    let long = longNumber(value)
    var editor = FieldEditor(format: format, text: long?.whole ?? text(of: value))
    if long?.isReplaced == true { editor.press(.selectAll) }
    editing = FieldEditing(editor, of: value, long, wasActive: wasActive)
    editing?.handler = heard()
    updateView()
  }

  override func hear(_ sender: any NotifyPropertyChanged, _ change: PropertyChange) {
    guard let editing else { return super.hear(sender, change) }
    if editing.isWriting {
      editing.isWriting = false
      editing.known = change.name == nil ? value : change.new
    } else {
      propertyChangedElsewhere()
    }
  }

  private func propertyChangedElsewhere() {
    let value = value
    guard let editing, editing.known != value else { return }
    editing.original = value
    changeOriginal(to: value)
    let long = longNumber(value)
    let isAllSelected = !hasEdits && selectedText == text && !text.isEmpty
    self.editing?.take(value, long, text: long?.whole ?? text(of: value))
    if isAllSelected { self.editing?.editor.press(.selectAll) }
    updateView()
  }

  /// Ends editing like Return: refused if the text is not acceptable.
  @discardableResult
  public final func end() -> ReturnOutcome { end(.onReturn) }

  /// Ends editing; the cause determines whether the end can be refused.
  @discardableResult
  open func end(_ cause: EditingEnd) -> ReturnOutcome {
    if cause != .byProgram { isTouched = true }
    if cause != .onPassing(choosing: false) || references == nil { finishText() }
    var outcome: ReturnOutcome
    switch cause {
    case .onReturn, .onLeaving:
      outcome = accept(asking: ask(), finishing: cause == .onLeaving || shouldReturn)
      if cause == .onReturn, outcome == .ended, isEditing { outcome = .stays }
    case .byProgram: outcome = accept(asking: question)
    case .onFocusLoss:
      outcome = accept(asking: question)
      if case .refused = outcome { cancel() }
    case .onPassing:
      guard let editing, hasEdits || editing.editor.unanswered != nil else {
        cancel()
        return .ended
      }
      outcome = accept(asking: question)
      if let reason = outcome.reason { editing.mark = fieldState.reason ?? reason }
    }
    // The view may have to show the reason from now on.
    if case .refused = outcome { updateView() }
    return outcome
  }

  /// Why the text could not be accepted when the focus left the field; nil once the text has
  /// changed.
  public final var mark: Reason? { editing?.mark }

  /// The question that the user must answer with a second Return; nil for an incomplete text, which
  /// is refused anyway.
  var question: Reason? {
    guard confirmsRefusals, fieldState == .acceptable else { return nil }
    return editing?.editor.question
  }

  /// Returns the question the first time; then the input counts as confirmed.
  func ask() -> Reason? {
    guard let question else { return nil }
    editing?.editor.answer()
    return question
  }

  private func accept(asking question: Reason?, finishing: Bool = true) -> ReturnOutcome {
    checkThread()
    if let question { return .refused(for: question, of: propertyName) }
    guard isEditing else {
      return isRemoved ? .refused(for: Reason(.init(.itemRemoved)), of: propertyName) : .ended
    }
    editing?.isAsked = true
    if let reason = fieldState.reason { return .refused(for: reason, of: propertyName) }
    do {
      try updateSubject()
    } catch {
      return .refused(error)
    }
    if finishing { finishEditing() }
    return .ended
  }

  /// Replaces the value that Cancel restores with a value that was set from outside during editing.
  ///
  /// If a form already contains a change of the field, the original value in the form is replaced,
  /// because a field left without edits reverts to the value in the form.
  package final func changeOriginal(to value: Value?) {
    if !isHeldByForm { editing?.original = value }
    form?.changeOriginal(of: self, to: value)
  }

  /// Converts the property's values after a change of its kind, also in its form.
  ///
  /// Call the method before the subject has the converted values.
  package final func convertValues(_ convert: (Value) -> Value?) {
    form?.convert(self, convert)
    editing?.convert(convert)
  }

  /// Keeps the text until editing ends, because the property no longer exists.
  package final func keepText() {
    if let handler = editing?.handler, let event = subject?.propertyChanged { event -= handler }
    editing?.handler = nil
  }

  package final var holdsEditing: Bool { isEditing || isHeldByForm }

  /// Cancels editing, and restores the value that the property had before it.
  ///
  /// - Parameter includesForm: whether to also revert the change that the field has already passed
  ///   to a form that is still being edited.
  public final func cancel(inForm includesForm: Bool = false) {
    if let original = editing.map(\.original) {
      editing?.known = original
      subject?.restore(propertyName, to: original)
      finishEditing()
    }
    if includesForm { takeBackFromForm() }
  }

  override var changingForm: FormInteractor? { isEditing ? nil : super.changingForm }

  /// Passes an edited value to ``accept``, or to the form being edited.
  ///
  /// - Throws: `Violation` if ``check``, ``accept`` or a rule about the property rejects the value.
  open override func updateSubject() throws(Violation) {
    // The text counts as an edit even if the value is the original value, because another user may
    // have stored another value.
    guard let editing, !editing.isWhole, hasEdits || value != editing.original else { return }
    if let form {
      try check?(value)
      form.take(self, original: editing.original)
    } else {
      try subject?.validate(about: [propertyName])
      try accept?(value)
    }
    self.editing?.original = value
  }

  final func finishEditing() {
    guard let ended = editing else { return }
    if let handler = ended.handler, let event = subject?.propertyChanged { event -= handler }
    editing = nil
    if ended.wasActive { activate() } else { updateView() }
  }
}
