internal import Observation

/// Makes a stored property of a class observable and declares its rules.
///
/// ```swift
/// final class Person: Subject {
///   let propertyChanged = PropertyChanged()
///   @Observed(in: 0...150) var age: Int? = nil
///   @Observed(length: 1...20) var name = "Ada"
/// }
/// ```
///
/// Fields and ``PropertySubject/set(_:to:)`` bypass the property's `didSet`; use the event to react
/// to changes.
///
/// A write that changes the value raises ``NotifyPropertyChanged/propertyChanged`` with the
/// property's name; other writes do not.
///
/// The rules are the same as for a ``Property``. Fields, forms and ``PropertySubject/set(_:to:)``
/// enforce them with the same messages. Assignments in Swift, such as `ada.age = 200`, are not
/// checked; ``PropertySubject/violations()`` reports their violations.
///
/// The property can be an array of values, such as `@Observed var tags: [String] = []`, or of
/// objects, such as `@Observed var lines: [Line] = []`. An array of objects changes if it contains
/// other objects or if their order changes; the objects report their own changes.
/// ``PropertyChange/listChanges`` has the insertions, removals and moves, and
/// ``NotifyPropertyChanged/objectsChanged`` the objects.
///
/// Observation tracks the property if it is read in Swift, as by a view of SwiftUI.
@propertyWrapper
public struct Observed<Wrapped> {
  @usableFromInline let storage: TypedStorage<Wrapped>

  /// Creates a property without rules.
  public init(wrappedValue: Wrapped) where Wrapped: PropertyValue {
    storage = ValueStorage(wrappedValue)
  }

  /// Creates a property that is a list of objects.
  public init<Item: PropertySubject>(wrappedValue: [Item]) where Wrapped == [Item] {
    storage = ObjectStorage(wrappedValue)
  }

  init(
    _ wrappedValue: Wrapped, rules: @escaping (inout Property) -> Void
  ) where Wrapped: PropertyValue {
    storage = ValueStorage(wrappedValue, rules: rules)
  }

  /// Unavailable, because the wrapper needs an object to report changes to: it can be used only in
  /// classes.
  @available(*, unavailable, message: "@Observed works only for properties of classes")
  public var wrappedValue: Wrapped {
    get { storage.value }
    nonmutating set { preconditionFailure("@Observed works only for properties of classes") }
  }

  /// Accesses the value in its object; a write that changes it notifies the observers.
  public static subscript<Owner: NotifyPropertyChanged>(
    _enclosingInstance owner: Owner,
    wrapped wrapped: any ReferenceWritableKeyPath<Owner, Wrapped> & Sendable,
    storage path: ReferenceWritableKeyPath<Owner, Observed>
  ) -> Wrapped {
    get {
      let storage = owner[keyPath: path].storage
      if storage.keyPath == nil { storage.note(wrapped) }
      let event = owner.propertyChanged
      let observation = event.observation ?? Registration()
      if event.observation == nil { event.observation = observation }
      observation.registrar.access(owner, keyPath: wrapped)
      return storage.value
    }
    // The compiler replaces a key path by a direct access only where it is inlined.
    @inlinable set { owner[keyPath: path].storage.assign(newValue, through: wrapped, in: owner) }
  }
}

/// Erases the generic type, for reflection.
protocol ObservedWrapper {
  var stored: ObservedStorage { get }
}

extension Observed: ObservedWrapper {
  var stored: ObservedStorage { storage }
}
