/// A Swift type that a property of a record, or of a class with ``Observed``, can have.
///
/// An enumeration that is `CaseIterable` is a choice and need not say more than that it conforms; so
/// is one with raw values, whose property has these.
public protocol PropertyValue {
  /// What a property of the type has when it has something: the type itself, but of an optional what
  /// is wrapped.
  associatedtype Base = Self

  /// The kind that an interactor takes a property of this type for.
  static var kind: PropertyKind { get }
  /// Whether the type has a way to say "nothing".
  static var isOptional: Bool { get }
  /// What an emptied field leaves: nothing, or the zero of the type.
  static var defaultValue: Self { get }

  /// Describes a property of the type, with the rules that the type itself has.
  static func property(named name: String) -> Property

  /// Makes the Swift value of a property's value; nil where it does not fit the type.
  init?(propertyValue: Value?)
  /// The value as a property keeps it; nil where it says "nothing".
  var propertyValue: Value? { get }
}

extension PropertyValue {
  /// A type has no way to say "nothing" unless it says otherwise.
  public static var isOptional: Bool { false }

  /// A property of the kind of the type, without other rules.
  public static func property(named name: String) -> Property {
    Property(name, kind, isOptional: isOptional)
  }
}

extension String: PropertyValue {
  /// A string is a text.
  public static var kind: PropertyKind { .text }
  /// The empty text.
  public static var defaultValue: String { "" }
  /// The string as a text.
  public var propertyValue: Value? { .text(self) }

  /// Takes the string out of a text; nil for any other value.
  public init?(propertyValue: Value?) {
    guard case .text(let text) = propertyValue else { return nil }
    self = text
  }
}

extension ExactDecimal: PropertyValue {
  /// The digits of a decimal in a class that says nothing else: 8 before the point, 1 to 3 after
  /// it.
  public static var kind: PropertyKind { .decimal(integerDigits: nil, fractionDigits: nil) }
  /// Zero.
  public static var defaultValue: ExactDecimal { .zero }
  /// The number as a decimal.
  public var propertyValue: Value? { .decimal(self) }

  /// Takes the number out of a decimal; nil for any other value, even a whole number.
  public init?(propertyValue: Value?) {
    guard case .decimal(let value) = propertyValue else { return nil }
    self = value
  }
}

extension Bool: PropertyValue {
  /// A `Bool` is a truth value.
  public static var kind: PropertyKind { .boolean }
  /// False.
  public static var defaultValue: Bool { false }
  /// The flag as a truth value.
  public var propertyValue: Value? { .boolean(self) }

  /// Takes the flag out of a truth value; nil for any other value.
  public init?(propertyValue: Value?) {
    guard case .boolean(let value) = propertyValue else { return nil }
    self = value
  }
}

extension CalendarDate: PropertyValue {
  /// A `CalendarDate` is a date.
  public static var kind: PropertyKind { .date }
  /// The 1st of January 1970, for a day has no zero.
  public static var defaultValue: CalendarDate { epoch }
  /// The day as a date.
  public var propertyValue: Value? { .date(self) }

  /// Takes the day out of a date; nil for any other value.
  public init?(propertyValue: Value?) {
    guard case .date(let value) = propertyValue else { return nil }
    self = value
  }
}

extension Instant: PropertyValue {
  /// An `Instant` is a moment.
  public static var kind: PropertyKind { .dateTime }
  /// The beginning of 1970, for a moment has no zero.
  public static var defaultValue: Instant { Instant(milliseconds: 0) }
  /// The moment as a value.
  public var propertyValue: Value? { .dateTime(self) }

  /// Takes the moment out of a value; nil for any other value.
  public init?(propertyValue: Value?) {
    guard case .dateTime(let value) = propertyValue else { return nil }
    self = value
  }
}

extension ClockTime: PropertyValue {
  /// A `ClockTime` is a time with seconds.
  public static var kind: PropertyKind { .time(hasSeconds: true) }
  /// Midnight.
  public static var defaultValue: ClockTime { midnight }
  /// The time as a value.
  public var propertyValue: Value? { .time(self) }

  /// Takes the time out of a value; nil for any other value.
  public init?(propertyValue: Value?) {
    guard case .time(let value) = propertyValue else { return nil }
    self = value
  }
}

extension TimeSpan: PropertyValue {
  /// A `TimeSpan` is a duration with seconds.
  public static var kind: PropertyKind { .duration(hasSeconds: true) }
  /// No time at all.
  public static var defaultValue: TimeSpan { zero }
  /// The span as a duration.
  public var propertyValue: Value? { .duration(self) }

  /// Takes the span out of a duration; nil for any other value.
  public init?(propertyValue: Value?) {
    guard case .duration(let value) = propertyValue else { return nil }
    self = value
  }
}

extension CalendarMonth: PropertyValue {
  /// A `CalendarMonth` is a month.
  public static var kind: PropertyKind { .month }
  /// January 1970, for a month has no zero.
  public static var defaultValue: CalendarMonth { epoch }
  /// The month as a value.
  public var propertyValue: Value? { .month(self) }

  /// Takes the month out of a value; nil for any other value.
  public init?(propertyValue: Value?) {
    guard case .month(let value) = propertyValue else { return nil }
    self = value
  }
}

extension Array: PropertyValue where Element: PropertyValue {
  /// A list of the kind of the elements, which are neither lists nor optional.
  public static var kind: PropertyKind {
    precondition(!Element.kind.isList, "a list cannot hold lists")
    precondition(!Element.isOptional, "a list cannot hold nil")
    return .list(of: Element.kind)
  }
  /// The empty list.
  public static var defaultValue: [Element] { [] }
  /// The elements as a list of values.
  public var propertyValue: Value? { .list(compactMap(\.propertyValue)) }

  /// Takes the elements out of a list; nil for any other value, and where one does not fit.
  public init?(propertyValue: Value?) {
    guard case .list(let items) = propertyValue else { return nil }
    self = []
    reserveCapacity(items.count)
    for item in items {
      guard let element = Element(propertyValue: item) else { return nil }
      append(element)
    }
  }
}

extension Optional: PropertyValue where Wrapped: PropertyValue {
  /// What the wrapped type has when it has something.
  public typealias Base = Wrapped.Base
  /// The kind of what is wrapped.
  public static var kind: PropertyKind { Wrapped.kind }
  /// An optional says "nothing" by nil.
  public static var isOptional: Bool { true }
  /// A property of what is wrapped, which can be nil.
  public static func property(named name: String) -> Property {
    var property = Wrapped.property(named: name)
    property.isOptional = true
    return property
  }
  /// Nil, whatever the default of what is wrapped.
  public static var defaultValue: Wrapped? { nil }
  /// The value of what is wrapped; nil for nil.
  public var propertyValue: Value? { self?.propertyValue }

  /// Makes nil of nothing, and wraps a value; fails where the value does not fit what is wrapped.
  public init?(propertyValue: Value?) {
    guard let propertyValue else {
      self = .none
      return
    }
    guard let wrapped = Wrapped(propertyValue: propertyValue) else { return nil }
    self = wrapped
  }
}
