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
  /// If you set a new name, an active interactor follows that property immediately.
  public final var propertyName: String {
    get { attachedName }
    set { attach(attachedSubject, newValue) }
  }

  /// The object with the property; nil until it is set, and after ``detach()``.
  ///
  /// If you set a new subject, an active interactor follows it immediately. An interactor without a
  /// subject becomes active when you set one, unless it was created with `isActive: false`.
  public final var subject: (any PropertySubject)? {
    get { attachedSubject }
    set { attach(newValue, propertyName) }
  }

  /// Creates an interactor for a property; the subject may be set later.
  ///
  /// The interactor becomes active as soon as it has a subject. If `isActive` is false, call
  /// ``Interactor/activate()`` instead.
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

  /// Whether the subject has the property; not checked for records, paths and calculations, because
  /// their class does not determine their properties.
  private var hasProperty: Bool {
    guard let subject, !(subject is TypedRecord), !(subject is PathSubject),
      !(subject is Calculation)
    else { return true }
    return property != nil || subject.items(of: propertyName) != nil
  }

  /// The description of the property.
  public final var property: Property? { subject?.property(named: propertyName) }

  final var isOfRecord: Bool { ((subject as? PathSubject)?.lastSubject ?? subject) is TypedRecord }

  /// The current value of the property.
  public final var value: Value? { subject?.value(of: propertyName) }

  /// Follows another property, usually of another subject.
  ///
  /// The interactor must support the kind of the property; if active, it updates immediately.
  public final func attach(to subject: any PropertySubject, _ propertyName: String) {
    attach(subject, propertyName)
  }

  /// Replaces the name of the property when it is renamed, also in the form; editing continues.
  ///
  /// Call the method before the subject uses the new name. If several properties of a form are
  /// renamed, a new name must not be the old name of another property.
  package final func rename(to name: String) {
    form?.rename(self, to: name)
    attachedName = name
  }

  final var form: FormInteractor? { parent?.editedForm }

  package final var isHeldByForm: Bool { form?.holds(self) ?? false }

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

  /// Called on activation, after each change of the property, and after an active interactor was
  /// attached to another property.
  open func propertyDidChange() {}

  /// Called after each change of the property while active, with the object and the change; calls
  /// ``propertyDidChange()``.
  open func propertyDidChange(sender: any NotifyPropertyChanged, args: PropertyChange) {
    propertyDidChange()
  }

  /// Called before the subject is replaced or removed, or the name of the property is replaced.
  open func subjectWillChange() {}

  /// Called after the subject was replaced or removed, or the name of the property was replaced,
  /// but before ``propertyDidChange()``.
  open func subjectDidChange() {}

  /// Handles changes on an actor, one after the other, regardless of the thread on which the
  /// subject reports them.
  ///
  /// Without an actor, the interactor handles changes immediately, and a change on another thread
  /// ends the program. The subject must be safe to use on several threads. Call the method on the
  /// actor:
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
    // A change that was passed to the actor may arrive after deactivation.
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
