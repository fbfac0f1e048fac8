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

extension Observed where Wrapped: PropertyValue {
  /// Creates a property that is limited to a range: `@Observed(in: 5...9)`, `@Observed(in: 0...)`.
  ///
  /// - Parameters:
  ///   - range: the values that fields, forms and `set` accept.
  ///   - default: the value after a field is cleared; by default the zero of the type if the range
  ///     contains it, otherwise the former value.
  ///   - integerDigits: the maximum number of digits of a decimal before the point.
  ///   - fractionDigits: the minimum and maximum number of digits of a decimal after the point.
  public init<Bounds: PropertyBounds>(
    wrappedValue: Wrapped, in range: Bounds, default: Wrapped.Base? = nil,
    unit: String? = nil, prefix: String? = nil, isGrouped: Bool = false, integerDigits: Int? = nil,
    fractionDigits: ClosedRange<Int>? = nil
  ) where Bounds.Bound == Wrapped.Base, Wrapped.Base: PropertyValue {
    self.init(
      wrappedValue, unit, prefix, isGrouped, integerDigits, fractionDigits, default: `default`
    ) { property in
      let (given, own) = (range.valueRange, property.range)
      property.range = ValueRange(
        given.lowerBound ?? own?.lowerBound, given.upperBound ?? own?.upperBound)
    }
  }

  /// Creates a number with display settings: `@Observed(unit: "kg")`, `@Observed(fractionDigits:
  /// 2...2)`.
  ///
  /// - Parameters:
  ///   - integerDigits: the maximum number of digits of a decimal before the point.
  ///   - fractionDigits: the minimum and maximum number of digits of a decimal after the point.
  ///   - default: the value after a field is cleared; by default the zero of the type.
  public init(
    wrappedValue: Wrapped, unit: String? = nil, prefix: String? = nil, isGrouped: Bool = false,
    integerDigits: Int? = nil, fractionDigits: ClosedRange<Int>? = nil,
    default: Wrapped.Base? = nil
  ) where Wrapped.Base: PropertyValue {
    self.init(
      wrappedValue, unit, prefix, isGrouped, integerDigits, fractionDigits, default: `default`
    ) { _ in }
  }

  private init(
    _ wrappedValue: Wrapped, _ unit: String?, _ prefix: String?, _ isGrouped: Bool,
    _ integerDigits: Int?, _ fractionDigits: ClosedRange<Int>?, default: Wrapped.Base?,
    rules: @escaping (inout Property) -> Void
  ) where Wrapped.Base: PropertyValue {
    self.init(wrappedValue) { property in
      property.unit = unit
      property.prefix = prefix
      property.isGrouped = isGrouped
      property.kind = property.kind.withDigits(integerDigits, fractionDigits)
      property.give(default: `default`)
      rules(&property)
    }
  }

  /// Creates a text with rules: `@Observed(length: 1...20)`, `@Observed(matching:
  /// "[A-Z]{2}[0-9]{4}")`, `@Observed(isCard: true)`.
  ///
  /// - Parameters:
  ///   - length: the allowed numbers of characters.
  ///   - pattern: the pattern for the whole text, in the syntax of `TextPattern`; it must be valid.
  ///   - isCard: whether the text is a payment card number, which is masked when shown.
  ///   - default: the value after a field is cleared; by default the empty text if the rules allow
  ///     it, otherwise the former value.
  public init(
    wrappedValue: Wrapped, length: (any LengthBounds)? = nil, matching pattern: String? = nil,
    isCard: Bool = false, default: String? = nil
  ) where Wrapped.Base == String {
    self.init(wrappedValue) { property in
      property.length = length?.lengthRange
      property.pattern = pattern.map(TextPattern.known)
      if isCard { property.kind = .card }
      property.give(default: `default`)
    }
  }

  /// Creates a text with a fixed format: `@Observed(mask: "000-AA")`.
  ///
  /// - Parameters:
  ///   - mask: the format, in the syntax of `TextMask`; it must be valid.
  ///   - default: the value after a field is cleared; by default the former value.
  public init(
    wrappedValue: Wrapped, mask: String, default: String? = nil
  ) where Wrapped.Base == String {
    self.init(wrappedValue) { property in
      do throws(Violation) {
        property.kind = .mask(try TextMask(mask))
      } catch {
        preconditionFailure("\(mask) is not a mask: \(error.message)")
      }
      property.give(default: `default`)
    }
  }

  /// Creates a text of a certain kind: `@Observed(as: .email)`, `@Observed(as: .hex(digits: 6))`,
  /// `@Observed(as: .choice(["red", "green"]))`.
  ///
  /// - Parameters:
  ///   - kind: the kind; its values must be texts.
  ///   - default: the value after a field is cleared; by default the former value.
  public init(
    wrappedValue: Wrapped, as kind: PropertyKind, default: String? = nil
  ) where Wrapped.Base == String {
    self.init(wrappedValue) { property in
      property.kind = kind
      property.give(default: `default`)
    }
  }
}

extension Property {
  fileprivate mutating func give(default value: (some PropertyValue)?) {
    if let value = value?.propertyValue { givenDefault = .value(value) }
  }
}

extension PropertyKind {
  fileprivate func withDigits(_ integer: Int?, _ fraction: ClosedRange<Int>?) -> PropertyKind {
    guard integer != nil || fraction != nil else { return self }
    if case .decimal = self {
      return .decimal(integerDigits: integer, fractionDigits: fraction)
    }
    if case .percent = self {
      return .percent(integerDigits: integer, fractionDigits: fraction)
    }
    preconditionFailure("\(name) cannot have its own digits; only decimals and percentages can")
  }
}
