public import Records

/// An interactor that follows one property of a subject.
///
/// The interactor retains its subject, and observes the subject only while active.
open class PropertyInteractor: Interactor {
  private typealias Handler = EventHandler<any NotifyPropertyChanged, PropertyChange>

  private var handler: Handler?
  private var attachedSubject: (any PropertySubject)?

  /// The name of the property.
  public private(set) final var propertyName: String

  /// The object with the property; nil once detached.
  ///
  /// If the interactor is active, it follows a new subject at once.
  public final var subject: (any PropertySubject)? {
    get { attachedSubject }
    set { attach(newValue, propertyName) }
  }

  /// Creates an inactive interactor for a property; the subject may be set later.
  ///
  /// A debug build traps if the subject is not a record and does not have the property. A field for
  /// a missing property of a record rejects all keys instead, because properties of records are
  /// data.
  public init(_ subject: (any PropertySubject)?, _ propertyName: String) {
    attachedSubject = subject
    self.propertyName = propertyName
    super.init()
    assert(
      hasProperty, "\(subject.map { "\(type(of: $0))" } ?? "") has no property \"\(propertyName)\"")
  }

  /// True for records, paths and calculations, whose class does not determine the properties.
  private var hasProperty: Bool {
    guard let subject, !(subject is TypedRecord), !(subject is PathSubject),
      !(subject is Calculation)
    else { return true }
    return property != nil || subject.items(of: propertyName) != nil
  }

  /// The description of the property.
  public final var property: Property? { subject?.property(named: propertyName) }

  /// Whether the property belongs to a record, directly or at the end of a path.
  final var isOfRecord: Bool { ((subject as? PathSubject)?.lastSubject ?? subject) is TypedRecord }

  /// The current value of the property.
  public final var value: Value? { subject?.value(of: propertyName) }

  /// Follows another property, usually of another subject.
  ///
  /// The interactor must support the kind of the property; if active, it updates at once.
  public final func attach(to subject: any PropertySubject, _ propertyName: String) {
    attach(subject, propertyName)
  }

  /// Follows the property under a new name, and so does its form; editing continues.
  ///
  /// Call it before the subject uses the new name. If several properties of a form are renamed, a
  /// new name must not be the old name of another one.
  package final func rename(to name: String) {
    form?.rename(self, to: name)
    propertyName = name
  }

  final var form: FormInteractor? { parent?.editedForm }

  /// Whether a form being edited has a change of the property to store.
  package final var isHeldByForm: Bool { form?.holds(self) ?? false }

  /// Reverts the change of the property by a form being edited.
  package final func takeBackFromForm() { form?.takeBack(self) }

  private func attach(_ subject: (any PropertySubject)?, _ name: String) {
    checkThread()
    subjectWillChange()
    unsubscribe()
    attachedSubject = subject
    propertyName = name
    subjectDidChange()
    guard isActive else { return }
    subscribe()
    propertyDidChange()
  }

  /// Deactivates the interactor and releases its subject.
  public final func detach() {
    deactivate()
    subject = nil
  }

  open override func didActivate() {
    subscribe()
    propertyDidChange()
  }

  open override func didDeactivate() {
    unsubscribe()
  }

  /// Called on activation and after each change of the property.
  open func propertyDidChange() {}

  /// Called after each change of the property while active, with the object and the change; calls
  /// ``propertyDidChange()``.
  open func propertyDidChange(sender: any NotifyPropertyChanged, args: PropertyChange) {
    propertyDidChange()
  }

  /// Called before the subject is replaced or removed.
  open func subjectWillChange() {}

  /// Called after the subject was replaced or removed, before ``propertyDidChange()``.
  open func subjectDidChange() {}

  private func subscribe() {
    guard handler == nil, let subject = attachedSubject else { return }
    handler = subject.propertyChanged.add { [weak self] sender, change in
      guard let self, change.concerns(propertyName) else { return }
      checkThread()
      propertyDidChange(sender: sender, args: change)
    }
  }

  private func unsubscribe() {
    guard let handler else { return }
    if let event = attachedSubject?.propertyChanged { event -= handler }
    self.handler = nil
  }

  deinit {
    // The subject may outlive the interactor, and would keep the handler.
    if let handler, let event = attachedSubject?.propertyChanged { event -= handler }
  }
}
