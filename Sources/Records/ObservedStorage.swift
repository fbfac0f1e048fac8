/// Where an ``Observed`` property keeps its value: an object, so that reflection can hand it out.
class ObservedStorage {
  /// The name of the property; nil until an object is looked at, or the property written.
  final var name: String?
  /// The property with its rules; nil until an object is looked at, and where there are objects.
  final var property: Property?
  /// The key path of the property; nil until it is read or written by its Swift name.
  final var keyPath: (any AnyKeyPath & Sendable)?

  /// The Swift type of the property.
  var valueType: Any.Type { Void.self }
  /// The value as a property keeps it; nil for nothing, and where there are objects.
  var propertyValue: Value? { nil }
  /// The objects, if it is an array of them.
  var objects: [any Subject]? { nil }

  /// Describes the property with its rules; nil where it has objects.
  func described(as name: String) -> Property? { nil }

  /// Takes over a value; false where the type has no such value, and nothing has changed.
  func set(_ value: Value?, in owner: any NotifyPropertyChanged) -> Bool { false }

  /// Whether something is what the property has now.
  func holds(_ other: Any) -> Bool { false }
}

/// Keeps a value of a type.
class TypedStorage<Wrapped>: ObservedStorage {
  private(set) final var value: Wrapped

  init(_ value: Wrapped) { self.value = value }

  override var valueType: Any.Type { Wrapped.self }

  /// What is told of a write; nil where it changes nothing.
  func change(from old: Wrapped, to new: Wrapped) -> PropertyChange? { nil }

  /// Takes over a value, and tells of it if it is another one.
  func assign(_ new: Wrapped, in owner: any NotifyPropertyChanged) {
    if name == nil { ObservedProperties.look(at: owner) }
    precondition(name != nil, "an observed property is written through the object that declares it")
    guard !owner.propertyChanged.isEmpty else {
      value = new
      return
    }
    let change = change(from: value, to: new)
    // One that is equal as a property can still be another one to Swift.
    value = new
    if let change { owner.propertyChanged.raise(owner, change) }
  }
}

/// Keeps a value that a property of a record could have too.
final class ValueStorage<Wrapped: PropertyValue>: TypedStorage<Wrapped> {
  private let rules: ((inout Property) -> Void)?
  /// What Swift last assigned, of which the value of a property need not say all: a `Date` has parts
  /// of a millisecond.
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

/// Keeps objects in their order.
final class ObjectStorage<Item: Subject>: TypedStorage<[Item]> {
  override var objects: [any Subject]? { value }

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
}
