public import Records

/// An interactor that follows one property of a subject.
///
/// It holds its subject as long as it is attached to it, and listens only while it is active.
open class PropertyInteractor: Interactor {
  private typealias Handler = EventHandler<any NotifyPropertyChanged, PropertyChange>

  private var handler: Handler?
  private var attachedSubject: (any Subject)?

  /// The name of the property.
  public private(set) final var propertyName: String

  /// The object whose property it is; nil once detached.
  ///
  /// An active interactor that is given another subject follows that from then on, and updates.
  public final var subject: (any Subject)? {
    get { attachedSubject }
    set { attach(newValue, propertyName) }
  }

  /// Attaches an interactor, not yet active, to a property, whose subject may be given later.
  ///
  /// A debug build traps where a subject that is no record has no such property. The properties of
  /// records are data: a field of one that is not there refuses all keys.
  public init(_ subject: (any Subject)?, _ propertyName: String) {
    attachedSubject = subject
    self.propertyName = propertyName
    super.init()
    assert(
      hasProperty, "\(subject.map { "\(type(of: $0))" } ?? "") has no property \"\(propertyName)\"")
  }

  /// Whether the subject has the property, where that is known from its class.
  private var hasProperty: Bool {
    guard let subject, !(subject is Record), !(subject is PathSubject), !(subject is Calculation)
    else { return true }
    return property != nil || subject.items(of: propertyName) != nil
  }

  /// The property as its subject describes it.
  public final var property: Property? { subject?.property(named: propertyName) }

  /// Whether the property is that of a record, or of one at the end of a path.
  final var isOfRecord: Bool { ((subject as? PathSubject)?.lastSubject ?? subject) is Record }

  /// The value that the property has now.
  public final var value: Value? { subject?.value(of: propertyName) }

  /// Gives the interactor another property to follow, as a rule that of another subject.
  ///
  /// An active one follows that from then on, and updates. It has to be of a kind that the
  /// interactor can show.
  public final func attach(to subject: any Subject, _ propertyName: String) {
    attach(subject, propertyName)
  }

  /// Goes on with the property under the name that this has been given, as its form does; an editing
  /// of it goes on.
  ///
  /// To be called before the subject has the new name. Where several of a form get other names, none
  /// is to be that of another one meanwhile.
  public final func rename(to name: String) {
    form?.rename(self, to: name)
    propertyName = name
  }

  /// The form with which it is edited.
  final var form: FormInteractor? { parent?.editedForm }

  /// Whether a form that is edited is to store what it has made of the property.
  public final var isHeldByForm: Bool { form?.holds(self) ?? false }

  /// Reverts what a form that is edited has made of the property.
  public final func takeBackFromForm() { form?.takeBack(self) }

  private func attach(_ subject: (any Subject)?, _ name: String) {
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

  /// Deactivates the interactor and lets go of its subject.
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

  /// Called when the interactor becomes active, and then whenever the property has changed.
  open func propertyDidChange() {}

  /// Called whenever the property has changed while the interactor is active, with the object and
  /// what has changed; calls ``propertyDidChange()``.
  open func propertyDidChange(sender: any NotifyPropertyChanged, args: PropertyChange) {
    propertyDidChange()
  }

  /// Called before the interactor is given another subject, or none.
  open func subjectWillChange() {}

  /// Called when there is another subject, or none, before ``propertyDidChange()``.
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
    // The subject may outlive its interactor, and would keep a handler that does nothing.
    if let handler { if let event = attachedSubject?.propertyChanged { event -= handler } }
  }
}
