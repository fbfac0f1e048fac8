/// A change of one property, or of all of them at once.
public struct PropertyChange: Sendable {
  /// The name of the property; nil where every property may have changed.
  public var name: String?
  /// The value before; nil also where ``name`` is, and for a list of objects.
  public var old: Value?
  /// The value now; nil also where ``name`` is, and for a list of objects.
  public var new: Value?
  /// The key path of the property in the class that declares it, such as `\Person.age`.
  ///
  /// It is nil for a record, and where a property was set by its name before anything has read or
  /// written it in Swift: only that tells it. ``concerns(_:of:)`` knows in any case.
  public var keyPath: (any AnyKeyPath & Sendable)?
  private var objects: [[ObjectIdentifier]] = []

  /// Makes the account of a change; a nil name says that every property may have changed.
  public init(
    name: String?, old: Value?, new: Value?, keyPath: (any AnyKeyPath & Sendable)? = nil
  ) {
    self.name = name
    self.old = old
    self.new = new
    self.keyPath = keyPath
  }

  /// Makes the account of a change of a list of objects.
  init(
    name: String?, keyPath: (any AnyKeyPath & Sendable)?, objects old: [ObjectIdentifier],
    _ new: [ObjectIdentifier]
  ) {
    self.init(name: name, old: nil, new: nil, keyPath: keyPath)
    objects = [old, new]
  }

  /// Whether the change concerns the property of this name.
  public func concerns(_ name: String) -> Bool {
    self.name == nil || self.name == name
  }

  /// Whether the change concerns the property at a key path of the object that has told of it.
  public func concerns<Owner: Subject, Wrapped>(
    _ keyPath: KeyPath<Owner, Wrapped>, of owner: Owner
  ) -> Bool {
    concerns(owner.propertyName(of: keyPath))
  }

  /// What was removed, inserted and moved in a list, be it of values or of objects: each step as it
  /// is after those before it. An optional list that is nil has no items. It is empty for another
  /// property.
  ///
  /// It is worked out whenever it is asked for.
  public var listChanges: [ListChange] {
    if objects.count == 2 { return ListChange.steps(from: objects[0], to: objects[1]) }
    guard let old = items(of: old), let new = items(of: new) else { return [] }
    return ListChange.steps(from: old, to: new)
  }

  private func items(of value: Value?) -> [Value]? {
    guard let value else { return [] }
    guard case .list(let items) = value else { return nil }
    return items
  }
}

extension PropertyChange: Hashable {
  /// Whether two changes are of one property and its values; a key path adds nothing to that.
  public static func == (left: PropertyChange, right: PropertyChange) -> Bool {
    (left.name, left.old, left.new) == (right.name, right.old, right.new)
      && left.objects == right.objects
  }

  /// Feeds the name and the values to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(old)
    hasher.combine(new)
    hasher.combine(objects)
  }
}
