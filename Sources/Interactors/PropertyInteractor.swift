public import Records

/// An interactor that follows one property of a subject.
///
/// The interactor retains its subject, and observes the subject only while active.
open class PropertyInteractor: Interactor {
  private typealias Handler = EventHandler<any NotifyPropertyChanged, PropertyChange>

  private var handler: Handler?
  private var attachedSubject: (any PropertySubject)?
  private var attachedName: String
  private let activatesWithSubject: Bool
  private var relay: AsyncStream<PropertyChange>.Continuation?

  /// The name of the property.
  ///
  /// If the interactor is active, it follows the property of a new name at once.
  public final var propertyName: String {
    get { attachedName }
    set { attach(attachedSubject, newValue) }
  }

  /// The object with the property; nil once detached.
  ///
  /// If the interactor is active, it follows a new subject at once. An interactor without a subject is
  /// activated by one, unless it was created with `isActive: false`.
  public final var subject: (any PropertySubject)? {
    get { attachedSubject }
    set { attach(newValue, propertyName) }
  }

  /// Creates an interactor for a property; the subject may be set later.
  ///
  /// The interactor is active from the time that it has a subject, unless `isActive` is false; then
  /// call ``Interactor/activate()``.
  ///
  /// A debug build traps if the subject is not a record and does not have the property. A field for
  /// a missing property of a record rejects all keys instead, because properties of records are
  /// data.
  public init(
    _ subject: (any PropertySubject)?, _ propertyName: String, isActive: Bool = true
  ) {
    attachedSubject = subject
    attachedName = propertyName
    activatesWithSubject = isActive
    super.init()
    assert(
      hasProperty, "\(subject.map { "\(type(of: $0))" } ?? "") has no property \"\(propertyName)\"")
    if isActive, subject != nil { activate() }
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
    attachedName = name
  }

  final var form: FormInteractor? { parent?.editedForm }

  /// Whether a form being edited has a change of the property to store.
  package final var isHeldByForm: Bool { form?.holds(self) ?? false }

  /// Reverts the change of the property by a form being edited.
  package final func takeBackFromForm() { form?.takeBack(self) }

  private func attach(_ subject: (any PropertySubject)?, _ name: String) {
    checkThread()
    let isFirst = attachedSubject == nil && subject != nil
    subjectWillChange()
    unsubscribe()
    attachedSubject = subject
    attachedName = name
    subjectDidChange()
    guard isActive else {
      if isFirst, activatesWithSubject { activate() }
      return
    }
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

  /// Follows changes that the subject reports on any thread, one after the other on an actor.
  ///
  /// Without an actor, changes are followed at once, and one of another thread ends the program. The
  /// subject must allow its use on several threads. Call the method on the actor:
  ///
  /// ```swift
  /// label.follow(on: MainActor.shared)
  /// ```
  public final func follow(on actor: isolated any Actor) {
    let (changes, continuation) = AsyncStream.makeStream(of: PropertyChange.self)
    relay?.finish()
    relay = continuation
    Task { [weak self] in
      _ = actor
      for await change in changes {
        if let self, let subject { hear(subject, change) }
      }
    }
  }

  private func subscribe() {
    guard handler == nil else { return }
    handler = heard()
  }

  /// Adds a handler that passes the changes of the property to ``hear(_:_:)``.
  final func heard() -> EventHandler<any NotifyPropertyChanged, PropertyChange>? {
    attachedSubject?.propertyChanged.add { [weak self] sender, change in
      guard let self, change.concerns(attachedName) else { return }
      if let relay {
        relay.yield(change)
      } else {
        checkThread()
        hear(sender, change)
      }
    }
  }

  func hear(_ sender: any NotifyPropertyChanged, _ change: PropertyChange) {
    // A change that was passed to the actor may arrive late.
    if isActive { propertyDidChange(sender: sender, args: change) }
  }

  private func unsubscribe() {
    guard let handler else { return }
    if let event = attachedSubject?.propertyChanged { event -= handler }
    self.handler = nil
  }

  deinit {
    relay?.finish()
    // The subject may outlive the interactor, and would keep the handler.
    if let handler, let event = attachedSubject?.propertyChanged { event -= handler }
  }
}
