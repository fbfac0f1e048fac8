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
@propertyWrapper
public struct Observed<Wrapped: PropertyValue> {
  /// The value lives in an object of its own, so that reflection can find and set it by name.
  final class Storage {
    var value: Wrapped
    var name: String?

    init(_ value: Wrapped) {
      self.value = value
    }
  }

  let storage: Storage

  /// Keeps the first value of the property, and tells nobody.
  public init(wrappedValue: Wrapped) {
    storage = Storage(wrappedValue)
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
    let old = storage.value.propertyValue
    let new = value.propertyValue
    guard old != new else { return }
    storage.value = value
    owner.propertyChanged.raise(owner, PropertyChange(name: name, old: old, new: new))
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

extension Observed: ObservedProperty {
  var valueType: any PropertyValue.Type { Wrapped.self }
  var propertyValue: Value? { storage.value.propertyValue }

  func set(_ value: Value?, name: String, of owner: any NotifyPropertyChanged) -> Bool {
    guard let value = Wrapped(propertyValue: value) else { return false }
    assign(value, name: name, of: owner)
    return true
  }
}
