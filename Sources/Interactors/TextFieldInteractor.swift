public import Records
public import Validation

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

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
  /// The editing under way; who has a key to apply does so to the object.
  private(set) final var editing: FieldEditing?

  /// How the field reads and writes its values.
  ///
  /// Another one shows in the field at once. It judges the text of an editing, which it puts into
  /// its own symbols, and leaves the property alone.
  public final var format: FieldFormat {
    didSet {
      let before = editing?.editor.state
      editing?.editor.format = format
      if let known = editing?.known, editing?.long != nil { editing?.long = longNumber(known) }
      if traits != shownTraits { configureView() }
      if isActive || editing?.editor.state != before { updateView() }
    }
  }

  /// The records that the property can refer to; without them a reference is shown by its name.
  ///
  /// They belong to ``format``, which has to take their keys and is to be given first. A text that
  /// has become a key under an editing makes its record the value.
  public final var references: ReferenceKeys? {
    didSet {
      if let editing { follow(editing, editing.editor.content) }
      if isActive { updateView() }
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

  /// Whether a paste that is too long is cut to what fits; otherwise it is refused.
  public final var cutsPastes = false

  /// Rewrites an edit before it is judged: what it returns takes its place, and nil refuses it.
  ///
  /// Undo and redo, keys that only move, and completions are not asked for.
  public final var rewrite: ((Edit, EditState) -> Edit?)?

  /// Asked for the locale whose symbols are shown whenever the field becomes active, and by
  /// ``localeDidChange()``; nil for the symbols of ``format``.
  ///
  /// With `{ .autoupdatingCurrent }` the field follows the user's.
  public final var locale: (() -> Locale)? { didSet { localeDidChange() } }

  /// Whether a person has left the field since it was attached to its property, or tried to.
  public final var isTouched = false

  /// When ``shownReason`` says why the text is not acceptable.
  public final var reasonTiming = ReasonTiming.atKey

  /// Whether a ``ListInteractor`` has taken the field out with its item.
  final var isRemoved = false

  /// Asked before the field is left in a form that is being edited, with the property's value if
  /// the editing has changed the text.
  ///
  /// What it throws refuses leaving; this is the place for what only a store can check.
  public final var check: ((Value?) throws(Violation) -> Void)?

  /// Asked before an editing ends that has changed the text, with the property's value, be it
  /// another or the same as before; in a form that is being edited its ``FormInteractor/accept`` is
  /// asked instead.
  ///
  /// What it throws refuses Return; this is the place to store the value, and to check what only a
  /// store can.
  public final var accept: ((Value?) throws(Violation) -> Void)?

  /// Where the text is shown; the field does not keep it alive.
  public final weak var view: (any TextFieldView)? {
    didSet {
      guard view != nil else { return }
      configureView()
      updateView()
    }
  }

  /// What is told beside ``view``, as closures that the field keeps.
  public final var events: TextFieldViewEvents? {
    didSet {
      guard events != nil else { return }
      configureView()
      updateView()
    }
  }

  private var ownTraits: ViewTraits?
  private var shownTraits: ViewTraits?

  /// What the view should be like: as the grammar of ``format`` has it, unless others are set.
  public final var traits: ViewTraits {
    get { ownTraits ?? ViewTraits(format.grammar.traits, isEditable: true) }
    set {
      ownTraits = newValue
      configureView()
    }
  }

  /// Makes a field whose limits are those of a format.
  ///
  /// - Parameter subject: the object that has the property; nil if it is to be given later.
  public init(_ subject: (any Subject)?, _ propertyName: String, format: FieldFormat) {
    self.format = format
    super.init(subject, propertyName)
  }

  /// Makes a field within the limits of the property.
  public convenience init(
    _ subject: (any Subject)?, _ property: Property, symbols: NumberSymbols = .english,
    isGrouped: Bool = false
  ) {
    let format = FieldFormat(property, symbols: symbols, isGrouped: isGrouped)
    self.init(subject, property.name, format: format)
  }

  deinit {
    if let handler = editing?.handler, let event = subject?.propertyChanged { event -= handler }
  }

  // MARK: What is in the field

  override func takes(_ value: Value) -> Bool {
    if case .reference = value { return true }
    return format.takes(value)
  }

  /// Whether an editing has begun and not ended.
  public final var isEditing: Bool { editing != nil }

  /// Whether the editing under way has changed the text, or has been undone to where it began.
  public final var hasEdits: Bool { editing?.hasSteps ?? false }

  /// Whether the text is another than the editing under way began with.
  public final var hasOtherText: Bool {
    editing.map { !$0.editor.state.text.hasSameScalars(as: wholeText(of: $0.original)) } ?? false
  }

  /// The text and the selection, as displayed; an idle field has its caret at the end.
  public final var state: EditState {
    editing?.editor.state ?? FieldEditor(format: format, text: idleText).state
  }

  /// The text as displayed.
  public final var text: String { editing?.editor.state.text ?? idleText }

  /// The selected part of the text, for a pasteboard.
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

  /// Whether Return would end the editing, as far as the text tells.
  ///
  /// A number that has more digits after the point than the field is acceptable as long as all of it
  /// is there.
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

  /// Why the text is not acceptable, if it is time to say so: as ``reasonTiming`` has it.
  public final var shownReason: Reason? {
    switch reasonTiming {
    case .atKey: fieldState.reason
    case .onLeaving: isTouched ? fieldState.reason : nil
    case .atEnd: editing?.isAsked == true ? fieldState.reason : nil
    }
  }

  /// What was refused, could have meant something and was not answered since; nil where
  /// ``confirmsRefusals`` is off.
  public final var unanswered: Refusal? { confirmsRefusals ? editing?.editor.unanswered : nil }

  /// Shows the value anew.
  open override func propertyDidChange() { updateView() }

  /// Cancels the editing.
  open override func subjectWillChange() { cancelEditing() }

  /// Forgets that the field was left.
  open override func subjectDidChange() { isTouched = false }

  /// Tells the view its traits.
  open func configureView() {
    let traits = traits
    shownTraits = traits
    view?.configureView(traits)
    events?.configure(traits)
  }

  /// Tells the view the text and the selection.
  open func updateView() {
    guard view != nil || events != nil else { return }
    let state = state
    view?.updateView(state)
    events?.update(state)
  }

  open override func localeDidChange() {
    takeSymbols()
    super.localeDidChange()
  }

  /// Takes over the symbols of the locale, before the first update.
  open override func willActivate() { takeSymbols() }

  private func takeSymbols() {
    guard let symbols = locale.map({ NumberSymbols(locale: $0()) }),
      symbols != format.notation.symbols
    else { return }
    format = format.withSymbols(symbols)
  }

  // MARK: Editing

  override func postpones(activation isWanted: Bool) -> Bool {
    editing?.wasActive = isWanted
    return isEditing
  }

  /// Begins an editing with the caret at the end; does nothing while one is under way, and where the
  /// property cannot be edited.
  open func beginEditing() {
    checkThread()
    guard editing == nil, objection == nil else { return }
    let wasActive = isActive
    deactivate()
    let value = value
    let long = longNumber(value)
    var editor = FieldEditor(format: format, text: long?.whole ?? text(of: value))
    if long?.isReplaced == true { editor.press(.selectAll) }
    editing = FieldEditing(editor, of: value, long, wasActive: wasActive)
    editing?.handler = subject?.propertyChanged.add { [weak self] _, change in
      guard let self, let editing, change.concerns(propertyName) else { return }
      checkThread()
      if editing.isWriting {
        editing.isWriting = false
        editing.known = change.name == nil ? self.value : change.new
      } else {
        propertyChangedElsewhere()
      }
    }
    updateView()
  }

  private func propertyChangedElsewhere() {
    let value = value
    guard let editing, editing.known != value else { return }
    changeOriginal(to: value)
    let long = longNumber(value)
    self.editing?.take(value, long, text: long?.whole ?? text(of: value))
    updateView()
  }

  // MARK: The end of an editing

  /// Return: ends the editing if the text is acceptable.
  @discardableResult
  open func endEditing() -> ReturnOutcome {
    isTouched = true
    if let question = ask() { return .refused(for: question, of: propertyName) }
    let outcome = commitEditing(finishing: shouldReturn)
    return outcome == .ended && isEditing ? .stays : outcome
  }

  /// Ends the editing as Return does, also where ``shouldReturn`` would let it go on; while a
  /// refusal is unanswered this is refused as often as it is tried.
  @discardableResult
  public final func commitEditing() -> ReturnOutcome {
    if let question { return .refused(for: question, of: propertyName) }
    return commitEditing(finishing: true)
  }

  /// Leaves the field by a key, as Return does, also where ``shouldReturn`` would let the editing
  /// go on.
  @discardableResult
  public final func leave() -> ReturnOutcome {
    isTouched = true
    if let question = ask() { return .refused(for: question, of: propertyName) }
    return commitEditing(finishing: true)
  }

  /// Ends the editing because the focus has gone, which nothing can refuse.
  ///
  /// What could not be kept by Return goes with all that the editing has changed, and the value
  /// from before is shown again.
  public final func loseFocus() {
    isTouched = true
    if case .refused = commitEditing() { cancelEditing() }
  }

  /// What is to be asked before the text is kept; an incomplete one is not kept anyway.
  private var question: Reason? {
    guard confirmsRefusals, fieldState == .acceptable else { return nil }
    return editing?.editor.question
  }

  /// What is to be asked now; once asked it is answered.
  private func ask() -> Reason? {
    guard let question else { return nil }
    editing?.editor.answer()
    return question
  }

  private func commitEditing(finishing: Bool) -> ReturnOutcome {
    checkThread()
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
    editing?.convert(convert)
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

  override var changingForm: FormInteractor? { isEditing ? nil : super.changingForm }

  /// Asks ``accept``, or leaves it to the form, for the value that the editing has given the
  /// property.
  open override func updateSubject() throws(Violation) {
    // What was typed is meant, even if it is what was there: somebody else may have stored another.
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

  private func finishEditing() {
    guard let ended = editing else { return }
    if let handler = ended.handler, let event = subject?.propertyChanged { event -= handler }
    editing = nil
    if ended.wasActive { activate() } else { updateView() }
  }
}
