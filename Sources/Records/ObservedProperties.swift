/// The observed properties of an object, found by reflection and cached in the object's event.
///
/// A wrapper can be replaced; the first write through a new wrapper repeats the reflection.
final class ObservedProperties {
  /// The object whose properties are cached; checked on use, because objects can share an event.
  private weak var owner: AnyObject?
  private var storages: [String: ObservedStorage] = [:]
  /// Names in order of declaration, with superclass properties first.
  private(set) var names: [String] = []
  var isJudged = false
  private var namesOfKeyPaths: [AnyKeyPath: String] = [:]

  private init(of owner: any NotifyPropertyChanged) {
    self.owner = owner
    var mirror: Mirror? = Mirror(reflecting: owner)
    while let level = mirror {
      var own: [String] = []
      for child in level.children {
        guard let label = child.label, let wrapper = child.value as? any ObservedWrapper else {
          continue
        }
        let (name, storage) = (String(label.dropFirst()), wrapper.stored)
        storage.name = name
        if storages[name] != nil { continue }
        storage.property = storage.described(as: name)
        storages[name] = storage
        own.append(name)
      }
      names = own + names
      mirror = level.superclassMirror
    }
  }

  static func of(_ owner: any NotifyPropertyChanged) -> ObservedProperties {
    let event = owner.propertyChanged
    if let known = event.observed, known.owner === owner { return known }
    return look(at: owner)
  }

  @discardableResult
  static func look(at owner: any NotifyPropertyChanged) -> ObservedProperties {
    let found = ObservedProperties(of: owner)
    owner.propertyChanged.observed = found
    return found
  }

  subscript(name: String) -> ObservedStorage? { storages[name] }

  func name<Owner>(of keyPath: PartialKeyPath<Owner>, in owner: Owner) -> String? {
    if let name = namesOfKeyPaths[keyPath] { return name }
    let name = lookUp(keyPath, in: owner)
    namesOfKeyPaths[keyPath] = name
    return name
  }

  /// Finds the property by reading the key path, because the storage then records its key path.
  private func lookUp<Owner>(_ keyPath: PartialKeyPath<Owner>, in owner: Owner) -> String? {
    let known = storages.mapValues(\.keyPath)
    for storage in storages.values { storage.keyPath = nil }
    let value = owner[keyPath: keyPath]
    let read = storages.filter { $0.value.keyPath != nil }
    defer {
      for (name, storage) in storages where read[name] == nil { storage.keyPath = known[name]! }
    }
    guard read.count == 1, let (name, storage) = read.first, let own = storage.keyPath else {
      return nil
    }
    if own as AnyKeyPath == keyPath { return name }
    // The key paths differ if a subclass inherits the property, or if its setter is private.
    // Comparing the values distinguishes the property from a computed property that reads it.
    let isOther = type(of: own) == type(of: keyPath)
    guard !isOther, type(of: keyPath).valueType == storage.valueType else { return nil }
    return storage.holds(value) ? name : nil
  }
}
