/// Makes a stored property of a class one that others can watch.
///
/// ```swift
/// final class Person: Subject {
///   let propertyChanged = PropertyChanged()
///   @Observed var age: Int? = nil
/// }
/// ```
///
/// A write that changes the value raises ``NotifyPropertyChanged/propertyChanged`` with the
/// property's name; one that does not is silent. The name is looked up once, by reflection.
///
/// The property can be an array of objects as well, such as `@Observed var lines: [Line] = []`: it
/// has changed when other objects are in it, or in another order. Changes inside them are theirs to
/// tell.
@propertyWrapper
public struct Observed<Wrapped> {
  /// The value lives in an object of its own, so that reflection can find and set it by name.
  final class Storage {
    var value: Wrapped
    var name: String?
    /// What is told of a write, under a name; nil where it changes nothing.
    let change: (_ old: Wrapped, _ new: Wrapped, _ name: String) -> PropertyChange?

    init(_ value: Wrapped, change: @escaping (Wrapped, Wrapped, String) -> PropertyChange?) {
      self.value = value
      self.change = change
    }
  }

  let storage: Storage

  /// Keeps the first value of the property, and tells nobody.
  public init(wrappedValue: Wrapped) where Wrapped: PropertyValue {
    storage = Storage(wrappedValue) { old, new, name in
      let (old, new) = (old.propertyValue, new.propertyValue)
      return old == new ? nil : PropertyChange(name: name, old: old, new: new)
    }
  }

  /// Keeps the first objects of the property, and tells nobody.
  public init<Item: Subject>(wrappedValue: [Item]) where Wrapped == [Item] {
    storage = Storage(wrappedValue) { old, new, name in
      old.elementsEqual(new, by: ===) ? nil : PropertyChange(name: name, old: nil, new: nil)
    }
  }

  /// The value without its object, which would hear of no change: only classes can use the wrapper.
  @available(*, unavailable, message: "@Observed is for properties of classes")
  public var wrappedValue: Wrapped {
    get { storage.value }
    nonmutating set { storage.value = newValue }
  }

  /// The value of the property in its object; a write that changes it tells who listens.
  public static subscript<Owner: NotifyPropertyChanged>(
    _enclosingInstance owner: Owner,
    wrapped wrapped: ReferenceWritableKeyPath<Owner, Wrapped>,
    storage storage: ReferenceWritableKeyPath<Owner, Observed>
  ) -> Wrapped {
    get { owner[keyPath: storage].storage.value }
    set {
      let observed = owner[keyPath: storage]
      observed.assign(newValue, name: observed.name(in: owner), of: owner)
    }
  }

  private func name(in owner: any NotifyPropertyChanged) -> String {
    if let name = storage.name { return name }
    var mirror: Mirror? = Mirror(reflecting: owner)
    while let level = mirror {
      for child in level.children {
        guard let label = child.label, let other = child.value as? Observed else { continue }
        if other.storage === storage {
          let name = String(label.dropFirst())
          storage.name = name
          return name
        }
      }
      mirror = level.superclassMirror
    }
    preconditionFailure("an observed property is read through the object that declares it")
  }

  private func assign(_ value: Wrapped, name: String, of owner: any NotifyPropertyChanged) {
    guard let change = storage.change(storage.value, value, name) else { return }
    storage.value = value
    owner.propertyChanged.raise(owner, change)
  }
}

/// An observed property whose type is not known: what reflection finds.
protocol ObservedProperty {
  var valueType: any PropertyValue.Type { get }
  var propertyValue: Value? { get }
  /// Takes over a value; false where the type has no such value, and nothing has changed.
  @discardableResult
  func set(_ value: Value?, name: String, of owner: any NotifyPropertyChanged) -> Bool
}

extension Observed: ObservedProperty where Wrapped: PropertyValue {
  var valueType: any PropertyValue.Type { Wrapped.self }
  var propertyValue: Value? { storage.value.propertyValue }

  func set(_ value: Value?, name: String, of owner: any NotifyPropertyChanged) -> Bool {
    guard let value = Wrapped(propertyValue: value) else { return false }
    assign(value, name: name, of: owner)
    return true
  }
}

/// An observed property that may be an array of objects: what reflection finds.
protocol ObservedObjects {
  var objects: [any Subject]? { get }
}

extension Observed: ObservedObjects {
  var objects: [any Subject]? { (storage.value as? any ObjectArray)?.objects }
}

/// An array of objects of a class that is not known.
private protocol ObjectArray {
  var objects: [any Subject] { get }
}

extension Array: ObjectArray where Element: Subject {
  fileprivate var objects: [any Subject] { self }
}
