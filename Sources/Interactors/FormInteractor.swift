public import Records
public import Validation

/// Nests a field or label for each property of a subject, and edits them together.
///
/// Editing begins when a field gets the focus, and ends after the last field. Meanwhile, each
/// accepted key updates its property, as in a single field. At the end, ``accept`` is called once
/// with all changes. ``cancel()`` reverts them.
///
/// The focus moves through the fields in nesting order, including fields of nested lists and forms.
/// Inactive fields are skipped.
///
/// ```swift
/// let form = FormInteractor(ada, ["name", "age"])
/// form.focusFirst()?.press(.paste("Ada"))
/// form.leaveForNext()                          // .ended
/// form.focusedField?.press(.character("3"))    // ada.age is 3
/// form.accept = { changes in names = changes.map(\.propertyName) }
/// form.leaveForNext()                          // .ended: names are name and age
/// ```
///
/// A nested form is edited together with its parent.
public final class FormInteractor: Interactor {
  /// A named part of a form.
  public struct Part {
    /// The name, unique in the form.
    public let name: String
    /// The label, field, list or form.
    public let interactor: any InteractorProtocol
  }

  /// The object of the form.
  public private(set) var subject: any PropertySubject

  /// Whether the form is being edited.
  public private(set) var isEditing = false

  /// Whether the form creates its subject; the form is then accepted even without changes.
  public var isOfNewSubject = false

  /// Called before editing ends, with all changes, after the rules have been checked; not called
  /// without changes, unless the subject is new.
  ///
  /// If the closure throws, editing continues. Use it to store the values together.
  public var accept: (([FormChange]) throws(Violation) -> Void)?

  private var isWaiting = false
  /// Whether the user must confirm rejected input before editing can end, as in
  /// ``TextFieldInteractor/confirmsRefusals``; the next attempt to end confirms the input.
  public private(set) var isAsking = false
  private var culprit: TextFieldInteractor?
  private var waitingWords: String {
    stringTable.sentence("form.waiting") ?? "the form is being stored"
  }
  private var changed = FormChanges()
  private var named: [Part] = []
  private var focus: TextFieldInteractor?
  /// The fields in order, from which the successor of a focused field that disappears is
  /// determined.
  private var order: [TextFieldInteractor] = []

  /// Creates a form without parts.
  public init(_ subject: any PropertySubject, isActive: Bool = true) {
    self.subject = subject
    super.init()
    if isActive { activate() }
  }

  /// Creates a form with parts for properties, in this order and named after the properties.
  ///
  /// A part is a field, or a ``ListInteractor`` for a list of records. If a field cannot edit the
  /// property (a computed property, a list of values, or a reference without a choice of keys), the
  /// part is a label.
  ///
  /// - Parameters:
  ///   - propertyNames: existing properties of the subject.
  ///   - row: creates the interactor for a record of a list; if nil, lists are labels.
  ///   - references: returns the keys that a reference can be set to.
  public convenience init(
    _ subject: any PropertySubject, _ propertyNames: [String], symbols: NumberSymbols = .english,
    isActive: Bool = true, row: ((RecordID) -> (any InteractorProtocol)?)? = nil,
    references: (Property) -> ReferenceKeys? = { _ in nil }
  ) {
    self.init(subject, isActive: isActive)
    for name in propertyNames {
      guard let property = subject.property(named: name) else {
        preconditionFailure("a form can only show properties of its subject")
      }
      let part: any InteractorProtocol
      if case .records = property.kind, let row {
        part = ListInteractor(subject, name, isActive: isActive, row: row)
      } else if case .reference = property.kind, let keys = references(property) {
        part = ReferenceTextFieldInteractor(subject, name, among: keys, isActive: isActive)
      } else if property.isEditableAsText {
        part = TextFieldInteractor(subject, property, symbols: symbols, isActive: isActive)
      } else {
        part = LabelInteractor(subject, property, symbols: symbols, isActive: isActive)
      }
      add(part, as: name)
    }
  }

  /// The named parts that are still nested in the form, in the order in which they were added.
  public var parts: [Part] {
    let present = Set(nested.map { ObjectIdentifier($0) })
    return named.filter { present.contains(ObjectIdentifier($0.interactor)) }
  }

  /// The part of this name; nil if there is none.
  public subscript(name: String) -> (any InteractorProtocol)? {
    parts.first { $0.name == name }?.interactor
  }

  /// The part of this name as a class, such as `form["lines", as: ListInteractor.self]`; nil if
  /// there is no part of this name and class.
  public subscript<Part: InteractorProtocol>(name: String, as type: Part.Type) -> Part? {
    self[name] as? Part
  }

  /// Nests an interactor at the end and names it; an interactor that is already nested in the form
  /// only gets the name.
  ///
  /// - Precondition: the name is unused, and the form is not nested in the interactor.
  public func add(_ interactor: any InteractorProtocol, as name: String) {
    precondition(self[name] == nil, "the names of a form's parts must differ")
    let others = parts.filter { $0.interactor !== interactor }
    named = others + [Part(name: name, interactor: interactor)]
    nest(interactor)
  }

  /// Replaces the subject by another one with the same properties.
  ///
  /// Named parts for the old subject switch to the new one; unnamed interactors keep their
  /// subjects. Editing is cancelled.
  public func attach(to subject: any PropertySubject) {
    cancel()
    let before = self.subject
    self.subject = subject
    for case let part as PropertyInteractor in parts.map(\.interactor)
    where part.subject === before {
      part.subject = subject
    }
  }

  /// Ends editing like the loss of the focus, see ``EditingEnd/onFocusLoss``.
  public override func didDeactivate() { end(.onFocusLoss) }

  /// The changes not accepted yet, in the order of first change; a field being edited is not
  /// included until it is left.
  public var changes: [FormChange] { changed.different }

  /// Whether cancelling would lose edits.
  public var hasEdits: Bool { !changes.isEmpty || fields.contains(where: \.hasEdits) }

  /// The number of properties that cancelling would restore, including the properties of fields
  /// being edited.
  public var numberOfChanges: Int {
    let changes = changes
    let edited = fields.filter(\.hasOtherText).count { field in
      !changes.contains { $0.subject === field.subject && $0.propertyName == field.propertyName }
    }
    return changes.count + edited
  }

  /// Sets a property as part of the editing, which begins if necessary.
  ///
  /// The value is not validated. Use this to add rows to and remove rows from a list of records.
  public func set(_ propertyName: String, of subject: any PropertySubject, to value: Value?) {
    begin()
    change(propertyName, of: subject) { subject.restore(propertyName, to: value) }
  }

  func change<Failure: Error>(
    _ propertyName: String, of subject: any PropertySubject, by change: () throws(Failure) -> Void
  ) throws(Failure) {
    let known = (editedForm ?? self).changed[subject, propertyName]
    let original = known.map(\.original) ?? subject.value(of: propertyName)
    try change()
    begin()
    let form = editedForm ?? self
    form.changed.note(subject, propertyName, original: original)
    // A field of the property treats this change as a change from outside, and has replaced the
    // original value.
    form.changed.changeOriginal(subject, propertyName, to: original)
  }

  /// Ends editing if the changes are accepted.
  ///
  /// If they are refused, editing continues. The focus moves to the field of the violation, if it
  /// names one. After ``EditingEnd/onFocusLoss``, refused changes are reverted instead.
  @discardableResult
  public func end(_ cause: EditingEnd = .onReturn) -> ReturnOutcome {
    guard cause == .onFocusLoss else { return endIfAccepted() }
    guard isEditing || focus != nil else { return .ended }
    let outcome = endIfAccepted()
    if case .refused = outcome { cancel() }
    return outcome
  }

  private func endIfAccepted() -> ReturnOutcome {
    guard !isWaiting else { return .refused(reason: waitingWords) }
    var given: [(change: FormChange, value: Value?)] = []
    do throws(Violation) {
      if let changes = try changesToAccept() {
        given = changes.map { ($0, $0.value) }
        try accept?(changes)
      }
    } catch {
      // A store may have set values and rolled them back; set them again.
      for (change, value) in given where change.value != value {
        change.subject.restore(change.propertyName, to: value)
      }
      return refuse(error)
    }
    finish()
    return .ended
  }

  /// Ends editing like ``end(_:)``, but passes the changes to an asynchronous closure rather than
  /// to ``accept``.
  ///
  /// Waits for the closure, such as a call of a server, on the caller's actor. Meanwhile the fields
  /// can be edited, another attempt to end is refused, and ``cancel()`` does nothing. If there were
  /// edits meanwhile, editing continues, and Cancel restores the accepted values.
  @discardableResult
  nonisolated(nonsending) public func end(
    waiting accept: nonisolated(nonsending) ([FormChange]) async throws(Violation) -> Void
  ) async -> ReturnOutcome {
    guard !isWaiting else { return .refused(reason: waitingWords) }
    let given: [(change: FormChange, value: Value?)]
    do throws(Violation) {
      guard let changes = try changesToAccept() else {
        finish()
        return .ended
      }
      given = changes.map { ($0, $0.value) }
      isWaiting = true
      defer { isWaiting = false }
      try await accept(changes)
    } catch {
      return refuse(error)
    }
    for (change, value) in given {
      changed.changeOriginal(change.subject, change.propertyName, to: value)
    }
    guard !hasEdits else { return .stays }
    finish()
    return .ended
  }

  private func changesToAccept() throws(Violation) -> [FormChange]? {
    (culprit, isAsking) = (nil, false)
    let edited = fields.filter(\.isEditing)
    for field in edited {
      field.finishText()
      if let reason = field.fieldState.reason {
        culprit = field
        throw ReturnOutcome.violation(for: reason, of: field.propertyName)
      }
    }
    if let question = question(of: edited) {
      isAsking = true
      throw Violation(kind: .rule, message: question)
    }
    for field in edited {
      guard case .refused(let violation) = field.end(.byProgram) else { continue }
      culprit = field
      throw violation
    }
    culprit = nil
    let changes = changes
    guard isEditing, isOfNewSubject || !changes.isEmpty else { return nil }
    try validate(changes)
    return changes
  }

  private func question(of fields: [TextFieldInteractor]) -> String? {
    let asked = fields.compactMap { field in field.ask().map { (field, $0.detail) } }
    guard let first = asked.first else { return nil }
    culprit = first.0
    let table = stringTable
    if asked.count == 1 { return "\(first.0.propertyName): \(first.1.localized(in: table))" }
    let refused = asked.map { "\($0.propertyName) \($1.subject?.description ?? "")" }
    return table.sentence("form.unanswered", ["subject": table.list(refused, with: "and")])
      ?? "\(refused.listed(with: "and")) were rejected; press Return again to keep the values shown"
  }

  private func refuse(_ violation: Violation) -> ReturnOutcome {
    if let field = culprit ?? violation.property.flatMap(field) { focus(on: field) }
    return .refused(violation)
  }

  private func validate(_ changes: [FormChange]) throws(Violation) {
    // Unless the subject is new, checks only rules about properties of this form, because in this
    // form the user cannot fix violations of other rules.
    let names = named.map(\.name) + changes.filter { $0.subject === subject }.map(\.propertyName)
    if isOfNewSubject { try subject.validate() } else { try subject.validate(about: names) }
    for change in changes where change.subject !== subject { try change.subject.validate() }
  }

  /// Reverts all changes and removes the focus; does nothing during ``end(waiting:)``.
  ///
  /// If a form that contains this one is being edited, cancels that form as well.
  public func cancel() {
    guard !isWaiting else { return }
    if let editedForm, editedForm !== self { editedForm.cancel() }
    for field in fields { field.cancel() }
    let changes = changed
    changes.revert()
    finish()
  }

  private func begin() {
    guard !isEditing, editedForm == nil else { return }
    isEditing = true
    adoptEditings(of: nested)
  }

  private func adoptEditings(of nested: [any InteractorProtocol]) {
    for case let inner as Interactor in nested {
      if let form = inner as? FormInteractor, form.isEditing {
        changed.adopt(form.changed)
        (form.isEditing, form.changed) = (false, FormChanges())
      }
      adoptEditings(of: inner.nested)
    }
  }

  private func finish() {
    (isEditing, changed) = (false, FormChanges())
    (focus, order) = (nil, [])
  }

  func rename(_ part: PropertyInteractor, to name: String) {
    if let subject = part.subject { changed.rename(subject, part.propertyName, to: name) }
  }

  func convert(_ field: TextFieldInteractor, _ convert: (Value) -> Value?) {
    if let subject = field.subject { changed.convert(subject, field.propertyName, convert) }
  }

  func take(_ field: TextFieldInteractor, original: Value?) {
    guard let subject = field.subject else { return }
    changed.note(subject, field.propertyName, original: original)
  }

  func takeBack(_ part: PropertyInteractor) {
    if let subject = part.subject { changed.take(subject, part.propertyName)?.revert() }
  }

  /// Reverts the changes of an object, for example if its row is removed; fields being edited are
  /// not affected.
  public func takeBack(_ subject: any PropertySubject) {
    for change in (editedForm ?? self).changed.take(subject) { change.revert() }
  }

  /// Sets a property to a value merged from the form's change and `original`, a new value from
  /// elsewhere.
  package func rebase(
    _ propertyName: String, of subject: any PropertySubject, on original: Value?, to value: Value?
  ) {
    changed.rebase(subject, propertyName, on: original, to: value)
    subject.restore(propertyName, to: value)
  }

  func holds(_ part: PropertyInteractor) -> Bool {
    part.subject.flatMap { changed[$0, part.propertyName] } != nil
  }

  func changeOriginal(of field: TextFieldInteractor, to value: Value?) {
    guard let subject = field.subject else { return }
    changed.changeOriginal(subject, field.propertyName, to: value)
  }

  /// The field that receives keys; nil if no field has the focus.
  ///
  /// If the focused field has disappeared, this is its successor; if there is none, its
  /// predecessor.
  public var focusedField: TextFieldInteractor? {
    let fields = passable
    return place(in: fields).map { fields[$0] }
  }

  package var lostField: TextFieldInteractor? {
    focus.flatMap { focus in passable.contains { $0 === focus } ? nil : focus }
  }

  /// The first field that can receive keys; nil if there is none.
  public var firstField: TextFieldInteractor? { passable.first }

  package func focusedField(without gone: [TextFieldInteractor]) -> TextFieldInteractor? {
    let fields = passable.filter { field in !gone.contains { $0 === field } }
    return place(in: fields).map { fields[$0] }
  }

  /// The field after the focused field; nil if there is none, or if no field has the focus.
  public var nextField: TextFieldInteractor? {
    let fields = passable
    guard let place = place(in: fields) else { return nil }
    // If the focused field has disappeared, `place` may already be that of its successor.
    let next = fields[place] === focus || !isAfterFocus(fields[place]) ? place + 1 : place
    return next < fields.count ? fields[next] : nil
  }

  /// The field before the focused field; nil if there is none, or if no field has the focus.
  public var previousField: TextFieldInteractor? {
    let fields = passable
    guard let place = place(in: fields) else { return nil }
    if fields[place] !== focus, !isAfterFocus(fields[place]) { return fields[place] }
    return place > 0 ? fields[place - 1] : nil
  }

  /// Moves the focus to a field; returns false, with no effect, if the field is not in the form, or
  /// is neither active nor being edited.
  @discardableResult
  public func focus(on field: TextFieldInteractor) -> Bool {
    let fields = passable
    guard fields.contains(where: { $0 === field }) else { return false }
    begin()
    focus = field
    order = fields
    return true
  }

  /// Moves the focus to the first field and returns it; nil if there is none.
  @discardableResult
  public func focusFirst() -> TextFieldInteractor? {
    guard let firstField else { return nil }
    focus(on: firstField)
    return firstField
  }

  /// Moves from the focused field to the next, like Tab or Return; tries to end editing after the
  /// last.
  ///
  /// A text that Return would refuse remains and gets a ``TextFieldInteractor/mark``; it is checked
  /// again when the editing of the form ends.
  @discardableResult
  public func leaveForNext() -> ReturnOutcome {
    focusedField?.end(.onPassing())
    return goOn { _ in }
  }

  /// Moves from the focused field to the previous field; the first field keeps the focus.
  public func leaveForPrevious() {
    focusedField?.end(.onPassing())
    goBack { _ in }
  }

  package func goOn<Failure: Error>(
    preparing prepare: (TextFieldInteractor) throws(Failure) -> Void
  ) throws(Failure) -> ReturnOutcome {
    guard let nextField else { return end() }
    try prepare(nextField)
    focus(on: nextField)
    return .ended
  }

  package func goBack<Failure: Error>(
    preparing prepare: (TextFieldInteractor) throws(Failure) -> Void
  ) throws(Failure) {
    guard let previousField else { return }
    try prepare(previousField)
    focus(on: previousField)
  }

  /// If the focused field has disappeared, moves the focus to the field that replaces it; if there
  /// is none, ends editing as if the focus was lost.
  package func settleFocus<Failure: Error>(
    preparing prepare: (TextFieldInteractor) throws(Failure) -> Void
  ) throws(Failure) {
    guard let focusedField else {
      end(.onFocusLoss)
      return
    }
    guard focusedField !== focus else { return }
    try prepare(focusedField)
    focus(on: focusedField)
  }

  /// Includes edited fields, because a field is inactive while it is edited.
  private var passable: [TextFieldInteractor] { fields.filter { $0.isActive || $0.isEditing } }

  private func place(in fields: [TextFieldInteractor]) -> Int? {
    guard let focus else { return nil }
    if let place = fields.firstIndex(where: { $0 === focus }) { return place }
    guard let past = order.firstIndex(where: { $0 === focus }) else { return nil }
    for candidates in [Array(order[past...]), order[..<past].reversed()] {
      for candidate in candidates {
        if let place = fields.firstIndex(where: { $0 === candidate }) { return place }
      }
    }
    return nil
  }

  private func isAfterFocus(_ field: TextFieldInteractor) -> Bool {
    guard let focus, let place = order.firstIndex(where: { $0 === field }),
      let past = order.firstIndex(where: { $0 === focus })
    else { return false }
    return place > past
  }
}

extension Property {
  fileprivate var isEditableAsText: Bool {
    !kind.isList && kind.recordType == nil && !isComputed
  }
}
