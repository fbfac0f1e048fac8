/// Makes a stored property of a class one that others can watch, with its rules beside it.
///
/// ```swift
/// final class Person: Subject {
///   let propertyChanged = PropertyChanged()
///   @Observed(in: 0...150) var age: Int? = nil
///   @Observed(length: 1...20) var name = "Ada"
/// }
/// ```
///
/// A field and ``Subject/set(_:to:)`` write the property without its `didSet`: what is to follow from
/// a change listens to the event.
///
/// A write that changes the value raises ``NotifyPropertyChanged/propertyChanged`` with the
/// property's name; one that does not is silent. The name is looked up once, by reflection.
///
/// The rules are those of a ``Property``. A field, a form and ``Subject/set(_:to:)`` keep them, in
/// the same words. An assignment in Swift, `ada.age = 200`, is the program's own and is not judged:
/// ``Subject/violations()`` tells of it.
///
/// The property can be an array of values, such as `@Observed var tags: [String] = []`, or of
/// objects, such as `@Observed var lines: [Line] = []`: that has changed when other objects are in
/// it, or in another order. Changes inside them are theirs to tell. What was put in, taken out and
/// moved is in ``PropertyChange/listChanges``.
@propertyWrapper
public struct Observed<Wrapped> {
  let storage: TypedStorage<Wrapped>

  /// Keeps the first value of the property, and tells nobody.
  public init(wrappedValue: Wrapped) where Wrapped: PropertyValue {
    storage = ValueStorage(wrappedValue)
  }

  /// Keeps the first objects of the property, and tells nobody.
  public init<Item: Subject>(wrappedValue: [Item]) where Wrapped == [Item] {
    storage = ObjectStorage(wrappedValue)
  }

  /// Keeps the first value of the property, which has rules.
  init(
    _ wrappedValue: Wrapped, rules: @escaping (inout Property) -> Void
  ) where Wrapped: PropertyValue {
    storage = ValueStorage(wrappedValue, rules: rules)
  }

  /// The value without its object, which would hear of no change: only classes can use the wrapper.
  @available(*, unavailable, message: "@Observed is for properties of classes")
  public var wrappedValue: Wrapped {
    get { storage.value }
    nonmutating set { preconditionFailure("@Observed is for properties of classes") }
  }

  /// The value of the property in its object; a write that changes it tells who listens.
  public static subscript<Owner: NotifyPropertyChanged>(
    _enclosingInstance owner: Owner,
    wrapped wrapped: any ReferenceWritableKeyPath<Owner, Wrapped> & Sendable,
    storage path: ReferenceWritableKeyPath<Owner, Observed>
  ) -> Wrapped {
    get {
      let storage = owner[keyPath: path].storage
      if storage.keyPath == nil { storage.keyPath = wrapped }
      return storage.value
    }
    set {
      let storage = owner[keyPath: path].storage
      if storage.keyPath == nil { storage.keyPath = wrapped }
      storage.assign(newValue, in: owner)
    }
  }
}

/// An observed property whose type is not known: what reflection finds.
protocol ObservedWrapper {
  var stored: ObservedStorage { get }
}

extension Observed: ObservedWrapper {
  var stored: ObservedStorage { storage }
}
