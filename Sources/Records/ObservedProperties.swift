/// The observed properties of an object, which reflection finds once.
///
/// They are kept with the object's event, so each is found by its name afterwards at no cost worth
/// mentioning. A class never gets another property, but may get another wrapper: then the first
/// write through it looks again.
final class ObservedProperties {
  /// An event can be that of several objects.
  private weak var owner: AnyObject?
  private var storages: [String: ObservedStorage] = [:]
  /// The names of the properties, those of a class after those of the class it inherits from.
  private(set) var names: [String] = []
  /// Whether the object is being judged.
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

  /// What was found of an object, or is now.
  static func of(_ owner: any NotifyPropertyChanged) -> ObservedProperties {
    let event = owner.propertyChanged
    if let known = event.observed, known.owner === owner { return known }
    return look(at: owner)
  }

  /// Looks at an object again.
  @discardableResult
  static func look(at owner: any NotifyPropertyChanged) -> ObservedProperties {
    let found = ObservedProperties(of: owner)
    owner.propertyChanged.observed = found
    return found
  }

  /// Where the property of a name keeps its value; nil where there is none.
  subscript(name: String) -> ObservedStorage? { storages[name] }

  /// The name of the property at a key path; nil where no observed one is there.
  func name<Owner>(of keyPath: PartialKeyPath<Owner>, in owner: Owner) -> String? {
    if let name = namesOfKeyPaths[keyPath] { return name }
    let name = lookUp(keyPath, in: owner)
    namesOfKeyPaths[keyPath] = name
    return name
  }

  /// Reads what is at a key path, by which a storage that is read gets to know its own.
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
    // The key path is another one where a subclass inherits the property, or only its own file can
    // write it. It is told from that of a computed property by what both read.
    let isOther = type(of: own) == type(of: keyPath)
    guard !isOther, type(of: keyPath).valueType == storage.valueType else { return nil }
    return storage.holds(value) ? name : nil
  }
}
