internal import Observation

/// The storage of an ``Observed`` property; an object, so that reflection can return it.
@usableFromInline class ObservedStorage {
  /// The property's name; nil until reflection or the first write of the property.
  final var name: String?
  /// The rules; nil until reflection, and for lists of objects.
  final var property: Property?
  /// The property's key path; nil until the property is accessed in Swift.
  final var keyPath: (any AnyKeyPath & Sendable)?

  var valueType: Any.Type { Void.self }
  /// Nil if the property has no value, and for lists of objects.
  var propertyValue: Value? { nil }
  var objects: [any PropertySubject]? { nil }

  func described(as name: String) -> Property? { nil }

  /// Returns false, with no effect, if the type cannot represent the value.
  func set(_ value: Value?, in owner: any NotifyPropertyChanged) -> Bool { false }

  func holds(_ other: Any) -> Bool { false }
}

@usableFromInline class TypedStorage<Wrapped>: ObservedStorage {
  private(set) final var value: Wrapped
  /// Reports a change to Observation; nil until the property is accessed in Swift.
  private final var mutate: ((any NotifyPropertyChanged, ObservationRegistrar, () -> Void) -> Void)?

  init(_ value: Wrapped) { self.value = value }

  override var valueType: Any.Type { Wrapped.self }

  final func note<Owner: NotifyPropertyChanged>(
    _ path: any ReferenceWritableKeyPath<Owner, Wrapped> & Sendable
  ) {
    keyPath = path
    mutate = { owner, registrar, change in
      guard let owner = owner as? Owner else { return change() }
      registrar.withMutation(of: owner, keyPath: path, change)
    }
  }

  func change(from old: Wrapped, to new: Wrapped) -> PropertyChange? { nil }

  func didChange(from old: Wrapped, to new: Wrapped, in owner: any NotifyPropertyChanged) {}

  @usableFromInline final func assign<Owner: NotifyPropertyChanged>(
    _ new: Wrapped, through path: any ReferenceWritableKeyPath<Owner, Wrapped> & Sendable,
    in owner: Owner
  ) {
    if keyPath == nil { note(path) }
    assign(new, in: owner)
  }

  func assign(_ new: Wrapped, in owner: any NotifyPropertyChanged) {
    if name == nil { ObservedProperties.look(at: owner) }
    precondition(name != nil, "set an observed property through the object that declares it")
    let event = owner.propertyChanged
    guard !event.isEmpty || event.observation != nil || event.objectsChanged != nil else {
      value = new
      return
    }
    let old = value
    let change = change(from: old, to: new)
    // Assigned anyway, because equal property values may differ as Swift values.
    if change != nil, let mutate, let observation = event.observation {
      mutate(owner, observation.registrar) { value = new }
    } else {
      value = new
    }
    guard let change else { return }
    event.raise(owner, change)
    didChange(from: old, to: new, in: owner)
  }
}

final class ValueStorage<Wrapped: PropertyValue>: TypedStorage<Wrapped> {
  private let rules: ((inout Property) -> Void)?
  /// The last value assigned in Swift, which may be more precise than its property value; for
  /// example, a `Date` has fractions of a millisecond.
  private var assigned: Wrapped

  init(_ value: Wrapped, rules: ((inout Property) -> Void)? = nil) {
    self.rules = rules
    assigned = value
    super.init(value)
  }

  override var propertyValue: Value? { value.propertyValue }

  override func described(as name: String) -> Property? {
    var property = Wrapped.property(named: name)
    rules?(&property)
    return property
  }

  override func set(_ value: Value?, in owner: any NotifyPropertyChanged) -> Bool {
    if value == assigned.propertyValue {
      super.assign(assigned, in: owner)
      return true
    }
    guard let value = Wrapped(propertyValue: value) else { return false }
    super.assign(value, in: owner)
    return true
  }

  override func assign(_ new: Wrapped, in owner: any NotifyPropertyChanged) {
    assigned = new
    super.assign(new, in: owner)
  }

  override func holds(_ other: Any) -> Bool {
    (other as? Wrapped).map { $0.propertyValue == value.propertyValue } ?? false
  }

  override func change(from old: Wrapped, to new: Wrapped) -> PropertyChange? {
    let (old, new) = (old.propertyValue, new.propertyValue)
    return old == new ? nil : PropertyChange(name: name, old: old, new: new, keyPath: keyPath)
  }
}

final class ObjectStorage<Item: PropertySubject>: TypedStorage<[Item]> {
  override var objects: [any PropertySubject]? { value }

  override func holds(_ other: Any) -> Bool {
    (other as? [Item]).map { $0.elementsEqual(value, by: ===) } ?? false
  }

  override func change(from old: [Item], to new: [Item]) -> PropertyChange? {
    old.elementsEqual(new, by: ===)
      ? nil
      : PropertyChange(
        name: name, keyPath: keyPath, objects: old.map(ObjectIdentifier.init),
        new.map(ObjectIdentifier.init))
  }

  override func didChange(from old: [Item], to new: [Item], in owner: any NotifyPropertyChanged) {
    guard let event = owner.propertyChanged.objectsChanged, let name else { return }
    event.raise(owner, ObjectsChange(name: name, old: old, new: new))
  }
}
