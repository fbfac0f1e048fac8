/// A change of one property, or possibly of all.
public struct PropertyChange: Sendable {
  /// The name of the property; nil if any property may have changed.
  public var name: String?
  /// The former value; nil also if ``name`` is nil, and for a list of objects.
  public var old: Value?
  /// The new value; nil also if ``name`` is nil, and for a list of objects.
  public var new: Value?
  /// The key path of the property in the class that declares it, such as `\Person.age`.
  ///
  /// Nil for a record, and if the property was set by name before it was first accessed in Swift.
  /// ``concerns(_:of:)`` works in any case.
  public var keyPath: (any AnyKeyPath & Sendable)?
  private var objects: [[ObjectIdentifier]] = []

  /// Creates a change; without a name, any property may have changed.
  public init(
    name: String?, old: Value?, new: Value?, keyPath: (any AnyKeyPath & Sendable)? = nil
  ) {
    self.name = name
    self.old = old
    self.new = new
    self.keyPath = keyPath
  }

  init(
    name: String?, keyPath: (any AnyKeyPath & Sendable)?, objects old: [ObjectIdentifier],
    _ new: [ObjectIdentifier]
  ) {
    self.init(name: name, old: nil, new: nil, keyPath: keyPath)
    objects = [old, new]
  }

  /// Returns whether the property of this name has, or may have, changed.
  public func concerns(_ name: String) -> Bool {
    self.name == nil || self.name == name
  }

  /// Returns whether the property at a key path of the reporting object has, or may have, changed.
  public func concerns<Owner: PropertySubject, Wrapped>(
    _ keyPath: KeyPath<Owner, Wrapped>, of owner: Owner
  ) -> Bool {
    concerns(owner.propertyName(of: keyPath))
  }

  /// The removals, insertions and moves in a list, each with indices in the list after the previous
  /// step.
  ///
  /// A nil list counts as empty; the steps are empty for other properties. The steps are computed
  /// on each access.
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
  /// Returns whether the names, the values and the objects are equal; key paths are ignored.
  public static func == (left: PropertyChange, right: PropertyChange) -> Bool {
    (left.name, left.old, left.new) == (right.name, right.old, right.new)
      && left.objects == right.objects
  }

  /// Hashes the name, the values and the objects.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(old)
    hasher.combine(new)
    hasher.combine(objects)
  }
}

/// A change of an array of objects, with the objects.
public struct ObjectsChange {
  /// The name of the property.
  public let name: String
  /// The objects before the change.
  public let old: [any PropertySubject]
  /// The objects after the change.
  public let new: [any PropertySubject]
}

/// A change of a list.
public enum ListChange: Hashable, Sendable {
  /// An item was inserted at this index.
  case inserted(at: Int)
  /// An item was removed from this index.
  case removed(at: Int)
  /// An item was moved; both indices refer to the list without the item.
  case moved(from: Int, to: Int)

  /// Returns removals from the end, then moves and insertions from the start.
  static func steps<Item: Hashable>(from old: [Item], to new: [Item]) -> [ListChange] {
    var removed: Set<Int> = []
    // For each inserted index, the source index of its item; nil for a new item.
    var origins: [Int: Int?] = [:]
    for step in new.difference(from: old).inferringMoves() {
      switch step {
      case .remove(let place, _, let target): if target == nil { removed.insert(place) }
      case .insert(let place, _, let origin): origins.updateValue(origin, forKey: place)
      }
    }
    var steps = removed.sorted(by: >).map { ListChange.removed(at: $0) }
    // The former index of each item; nil for a new item.
    var list: [Int?] = old.indices.filter { !removed.contains($0) }
    let moved = Set(origins.values.compactMap { $0 })
    var placed: Set<Int> = []
    var place = 0
    for index in new.indices {
      // Whether a later step moves the item; until then the item is skipped.
      func waits(_ item: Int?) -> Bool {
        item.map { moved.contains($0) && !placed.contains($0) } ?? false
      }
      guard let origin = origins[index] else {
        while waits(list[place]) { place += 1 }
        place += 1
        continue
      }
      guard let origin else {
        list.insert(nil, at: place)
        steps.append(.inserted(at: place))
        place += 1
        continue
      }
      placed.insert(origin)
      guard let source = list.firstIndex(of: origin) else { continue }
      list.remove(at: source)
      if source < place { place -= 1 }
      list.insert(origin, at: place)
      if source != place { steps.append(.moved(from: source, to: place)) }
      place += 1
    }
    return steps
  }
}
