public import Records
public import Validation

/// Nests a field or label for each property of a subject, and edits them as one.
///
/// The editing of a form begins when a field of it gets the focus, and ends after the last one.
/// Until then the properties follow the keys, as in a field, and nothing is accepted: ``accept`` is
/// asked once, for all that the fields have changed. ``cancel()`` takes all of it back.
///
/// The fields are gone through in the order in which they are nested, those of a list or of a form
/// nested here in its place. One that is not active is passed over.
///
/// ```swift
/// let form = FormInteractor(ada, ["name", "age"])
/// form.activate()
/// form.focusFirst()?.press(.paste("Ada"))
/// form.leaveForNext()                          // .ended
/// form.focusedField?.press(.character("3"))    // ada.age is 3
/// form.accept = { changes in names = changes.map(\.propertyName) }
/// form.acceptAndGoOn()                         // .ended: names are name and age
/// ```
///
/// A form that is nested in another is edited with that while the other is.
public final class FormInteractor: Interactor {
  /// A part of a form, under the name that it has there.
  public struct Part {
    /// The name, which no other part of the form has.
    public let name: String
    /// The label, field, list or form.
    public let interactor: any InteractorProtocol
  }

  /// The object that the form was made for.
  public private(set) var subject: any Subject

  /// Whether a field has got the focus since the form last ended.
  public private(set) var isEditing = false

  /// Whether the form is to make its subject: it is accepted even if nothing was changed.
  public var isOfNewSubject = false

  /// Asked before the editing ends, once the rules of the object hold, with all that it has changed, if that is anything.
  ///
  /// What it throws refuses the end; this is the place to store the values together.
  public var accept: (([FormChange]) throws(Violation) -> Void)?

  /// Whether a closure is awaited that is to accept the changes.
  private var isWaiting = false
  private static let waitingWords = "the form is being stored"
  private var changed = FormChanges()
  private var named: [Part] = []
  private var focus: TextFieldInteractor?
  /// The fields as they were when the focus came: from there one that is gone is left.
  private var order: [TextFieldInteractor] = []

  /// Makes a form that has no parts yet.
  public init(_ subject: any Subject) {
    self.subject = subject
    super.init()
  }

  /// Makes a form with a part for each property, under its name and in this order.
  ///
  /// That is a field, or for a list of records a ``ListInteractor``. It is a label for what no
  /// field can edit: a calculated property, a list of values, a reference without keys to choose
  /// from.
  ///
  /// - Parameters:
  ///   - propertyNames: properties that the subject has.
  ///   - row: makes what is nested for a record of a list; without it such a list is a label.
  ///   - references: the keys of the records that a reference can be to.
  public convenience init(
    _ subject: any Subject, _ propertyNames: [String], symbols: NumberSymbols = .english,
    row: ((RecordID) -> (any InteractorProtocol)?)? = nil,
    references: (Property) -> ReferenceKeys? = { _ in nil }
  ) {
    self.init(subject)
    for name in propertyNames {
      guard let property = subject.property(named: name) else {
        preconditionFailure("a form is for properties that its subject has")
      }
      let part: any InteractorProtocol
      if case .records = property.kind, let row {
        part = ListInteractor(subject, name, row: row)
      } else if case .reference = property.kind, let keys = references(property) {
        part = ReferenceTextFieldInteractor(subject, name, among: keys)
      } else if property.isEditableAsText {
        part = TextFieldInteractor(subject, property, symbols: symbols)
      } else {
        part = LabelInteractor.label(subject, property, symbols: symbols)
      }
      add(part, as: name)
    }
  }

  // MARK: Parts

  /// What was added under a name and is still nested here, in that order.
  public var parts: [Part] {
    let present = Set(nested.map { ObjectIdentifier($0) })
    return named.filter { present.contains(ObjectIdentifier($0.interactor)) }
  }

  /// The part of a name; nil where there is none.
  public subscript(name: String) -> (any InteractorProtocol)? {
    parts.first { $0.name == name }?.interactor
  }

  /// Nests an interactor after the others and names it; one that is nested here already gets the name.
  ///
  /// - Precondition: no part has the name, and the form is not nested in the interactor.
  public func add(_ interactor: any InteractorProtocol, as name: String) {
    precondition(self[name] == nil, "the parts of a form have names that differ")
    let others = parts.filter { $0.interactor !== interactor }
    named = others + [Part(name: name, interactor: interactor)]
    nest(interactor)
  }

  /// Lets the form follow another subject that has the same properties.
  ///
  /// The parts go along that were on the subject before, what is nested without a name does not.
  /// What is edited in them is cancelled.
  public func attach(to subject: any Subject) {
    cancel()
    let before = self.subject
    self.subject = subject
    for case let part as PropertyInteractor in parts.map(\.interactor)
    where part.subject === before {
      part.subject = subject
    }
  }

  /// Ends the editing as ``loseFocus()`` does.
  public override func didDeactivate() { loseFocus() }

  // MARK: Editing

  /// What the editing has changed and is not accepted yet, in the order in which the properties
  /// were first changed; a field that is edited is not among them until it is left.
  public var changes: [FormChange] { changed.different }

  /// Whether the editing would lose anything if it were cancelled.
  public var hasEdits: Bool { !changes.isEmpty || fields.contains(where: \.hasEdits) }

  /// How many properties the editing would restore if it were cancelled, those among them whose
  /// fields are edited now.
  public var numberOfChanges: Int {
    let changes = changes
    let edited = fields.filter(\.hasOtherText).count { field in
      !changes.contains { $0.subject === field.subject && $0.propertyName == field.propertyName }
    }
    return changes.count + edited
  }

  /// Gives a property another value as a part of the editing, which begins if none is under way.
  ///
  /// The value is not validated. A list of records gets and loses its rows in this way.
  public func set(_ propertyName: String, of subject: any Subject, to value: Value?) {
    begin()
    change(propertyName, of: subject) { subject.restore(propertyName, to: value) }
  }

  /// Takes over what a closure makes of a property.
  func change<Failure: Error>(
    _ propertyName: String, of subject: any Subject, by change: () throws(Failure) -> Void
  ) throws(Failure) {
    let known = (editedForm ?? self).changed[subject, propertyName]
    let original = known.map(\.original) ?? subject.value(of: propertyName)
    try change()
    begin()
    let form = editedForm ?? self
    form.changed.note(subject, propertyName, original: original)
    // A field of the property takes it for a change from elsewhere.
    form.changed.changeOriginal(subject, propertyName, to: original)
  }

  /// Ends the editing if what its fields have changed is accepted.
  ///
  /// While that is refused, the editing goes on. The focus stays, or goes to the field of the
  /// property that the violation names.
  @discardableResult
  public func end() -> ReturnOutcome {
    guard !isWaiting else { return .refused(reason: Self.waitingWords) }
    do throws(Violation) {
      if let changes = try changesToAccept() { try accept?(changes) }
    } catch {
      return refuse(error)
    }
    finish()
    return .ended
  }

  /// Ends the editing as ``end()`` does, if a closure accepts all that the fields have changed;
  /// ``accept`` is not asked.
  ///
  /// It waits for the closure on the actor of the caller, so that a server can be asked. Meanwhile
  /// the fields can be edited, a second end is refused, and ``cancel()`` does nothing. What is
  /// changed meanwhile is not accepted yet: then the editing goes on, and Cancel restores what was
  /// accepted.
  @discardableResult
  nonisolated(nonsending) public func end(
    waiting accept: nonisolated(nonsending) ([FormChange]) async throws(Violation) -> Void
  ) async -> ReturnOutcome {
    guard !isWaiting else { return .refused(reason: Self.waitingWords) }
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

  /// What is to be accepted, if the rules of the objects allow it; nil where nothing is.
  private func changesToAccept() throws(Violation) -> [FormChange]? {
    for field in fields where field.isEditing {
      if case .refused(let violation) = field.commitEditing() { throw violation }
    }
    let changes = changes
    guard isEditing, isOfNewSubject || !changes.isEmpty else { return nil }
    try validate(changes)
    return changes
  }

  private func refuse(_ violation: Violation) -> ReturnOutcome {
    if let path = violation.property, let field = field(at: path) { focus(on: field) }
    return .refused(violation)
  }

  /// Judges the rules of the form's object that are about its parts, with those of its lists, and the
  /// rules of other objects that the editing has changed.
  private func validate(_ changes: [FormChange]) throws(Violation) {
    // What is wrong elsewhere nobody could mend here.
    let names = named.map(\.name) + changes.filter { $0.subject === subject }.map(\.propertyName)
    if isOfNewSubject { try subject.validate() } else { try subject.validate(about: names) }
    for change in changes where change.subject !== subject { try change.subject.validate() }
  }

  /// Reverts all that the editing has changed, and removes the focus.
  public func cancel() {
    guard !isWaiting else { return }
    if let editedForm, editedForm !== self { editedForm.cancel() }
    for field in fields { field.cancelEditing() }
    changed.revert()
    finish()
  }

  /// Ends the editing because the focus has gone, which nothing can refuse: what is not accepted
  /// is taken back.
  public func loseFocus() {
    guard isEditing || focus != nil else { return }
    if case .refused = end() { cancel() }
  }

  private func begin() {
    guard !isEditing, editedForm == nil else { return }
    isEditing = true
    adoptEditings(of: nested)
  }

  /// Goes on with the editings of the forms that are nested in this one.
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

  /// Calls the property of a part by the name that it has been given.
  func rename(_ part: PropertyInteractor, to name: String) {
    if let subject = part.subject { changed.rename(subject, part.propertyName, to: name) }
  }

  /// Converts the values of the property of a field whose kind has changed.
  func convert(_ field: TextFieldInteractor, _ convert: (Value) -> Value?) {
    if let subject = field.subject { changed.convert(subject, field.propertyName, convert) }
  }

  /// Takes over what a field has made of its property.
  func take(_ field: TextFieldInteractor, original: Value?) {
    guard let subject = field.subject else { return }
    changed.note(subject, field.propertyName, original: original)
  }

  /// Reverts what the editing has made of the property of a part that is removed.
  func takeBack(_ part: PropertyInteractor) {
    if let subject = part.subject { changed.revert(subject, part.propertyName) }
  }

  /// Reverts what the editing has made of an object, such as one whose row is removed; fields that
  /// are being edited stay so.
  public func takeBack(_ subject: any Subject) { (editedForm ?? self).changed.revert(subject) }

  /// Applies the editing of a property to another value from elsewhere.
  ///
  /// - Parameters:
  ///   - original: the other value, which Cancel restores.
  ///   - value: what the property is given with it.
  package func rebase(
    _ propertyName: String, of subject: any Subject, on original: Value?, to value: Value?
  ) {
    changed.rebase(subject, propertyName, on: original, to: value)
    subject.restore(propertyName, to: value)
  }

  /// Whether the editing has changed the property of a part.
  func holds(_ part: PropertyInteractor) -> Bool {
    part.subject.flatMap { changed[$0, part.propertyName] } != nil
  }

  /// Changes the value of a field's property that Cancel restores.
  func changeOriginal(of field: TextFieldInteractor, to value: Value?) {
    guard let subject = field.subject else { return }
    changed.changeOriginal(subject, field.propertyName, to: value)
  }

  // MARK: Focus

  /// The field that the keys are for; nil where none has the focus.
  ///
  /// If the one that had it is gone, it is the next one that was after it, else the last before.
  public var focusedField: TextFieldInteractor? {
    let fields = passable
    return place(in: fields).map { fields[$0] }
  }

  /// The field that had the focus and is gone; nil if none is.
  public var lostField: TextFieldInteractor? {
    focus.flatMap { focus in passable.contains { $0 === focus } ? nil : focus }
  }

  /// The first field that keys can go to; nil where there is none.
  public var firstField: TextFieldInteractor? { passable.first }

  /// The field that would have the focus if some were gone.
  public func focusedField(without gone: [TextFieldInteractor]) -> TextFieldInteractor? {
    let fields = passable.filter { field in !gone.contains { $0 === field } }
    return place(in: fields).map { fields[$0] }
  }

  /// The field after the one that has the focus; nil after the last.
  public var nextField: TextFieldInteractor? {
    let fields = passable
    guard let place = place(in: fields) else { return nil }
    // Where the one that had the focus is gone, the one in its place is the next.
    let next = fields[place] === focus || !isAfterFocus(fields[place]) ? place + 1 : place
    return next < fields.count ? fields[next] : nil
  }

  /// The field before the one that has the focus; nil before the first.
  public var previousField: TextFieldInteractor? {
    let fields = passable
    guard let place = place(in: fields) else { return nil }
    if fields[place] !== focus, !isAfterFocus(fields[place]) { return fields[place] }
    return place > 0 ? fields[place - 1] : nil
  }

  /// Gives the focus to a field; false if it is no active one of the form, and then nothing
  /// changes.
  @discardableResult
  public func focus(on field: TextFieldInteractor) -> Bool {
    let fields = passable
    guard fields.contains(where: { $0 === field }) else { return false }
    begin()
    focus = field
    order = fields
    return true
  }

  /// Gives the focus to the first field and returns it; nil where there is none.
  @discardableResult
  public func focusFirst() -> TextFieldInteractor? {
    guard let firstField else { return nil }
    focus(on: firstField)
    return firstField
  }

  /// Leaves the field that has the focus, as Tab does, for the next; after the last the editing
  /// ends.
  ///
  /// Where that is refused, as Return is for an incomplete text, the focus stays.
  @discardableResult
  public func leaveForNext() -> ReturnOutcome {
    goOn(after: focusedField?.leave())
  }

  /// Leaves the field that has the focus for the one before; the first keeps it.
  ///
  /// Where that is refused, the focus stays.
  @discardableResult
  public func leaveForPrevious() -> ReturnOutcome {
    let outcome = focusedField?.leave() ?? .ended
    if outcome == .ended { goBack { _ in } }
    return outcome
  }

  /// Accepts the text as Return does and goes on to the next field; after the last the editing
  /// ends.
  ///
  /// Where that is refused, or the field is to stay, the focus stays.
  @discardableResult
  public func acceptAndGoOn() -> ReturnOutcome {
    goOn(after: focusedField?.endEditing())
  }

  private func goOn(after outcome: ReturnOutcome?) -> ReturnOutcome {
    if let outcome, outcome != .ended { return outcome }
    return goOn { _ in }
  }

  /// Gives the focus to the next field; after the last the editing ends, if that is not refused.
  ///
  /// - Parameter prepare: makes the field ready for keys; where it throws, the focus stays.
  public func goOn<Failure: Error>(
    preparing prepare: (TextFieldInteractor) throws(Failure) -> Void
  ) throws(Failure) -> ReturnOutcome {
    guard let nextField else { return end() }
    try prepare(nextField)
    focus(on: nextField)
    return .ended
  }

  /// Gives the focus to the field before; the first keeps it.
  ///
  /// - Parameter prepare: makes the field ready for keys; where it throws, the focus stays.
  public func goBack<Failure: Error>(
    preparing prepare: (TextFieldInteractor) throws(Failure) -> Void
  ) throws(Failure) {
    guard let previousField else { return }
    try prepare(previousField)
    focus(on: previousField)
  }

  /// Gives the focus to the field in whose place it is, if the one that had it is gone; where there
  /// is none, the editing ends as by ``loseFocus()``.
  ///
  /// - Parameter prepare: makes the field ready for keys; where it throws, the focus stays.
  public func settleFocus<Failure: Error>(
    preparing prepare: (TextFieldInteractor) throws(Failure) -> Void
  ) throws(Failure) {
    guard let focusedField else { return loseFocus() }
    guard focusedField !== focus else { return }
    try prepare(focusedField)
    focus(on: focusedField)
  }

  /// The fields that can have the focus; one that is edited rests only as far as it listens.
  private var passable: [TextFieldInteractor] { fields.filter { $0.isActive || $0.isEditing } }

  /// Where the focus is.
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
  /// Whether a text field can edit the property without being told which records there are.
  fileprivate var isEditableAsText: Bool {
    !kind.isList && kind.recordType == nil && !isComputed
  }
}
