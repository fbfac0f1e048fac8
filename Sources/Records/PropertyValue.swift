/// A Swift type for properties of records and of classes with ``Observed``.
///
/// A `CaseIterable` enumeration only needs to declare the conformance: it is a choice of its cases,
/// or of its raw values if they are strings. Another enumeration with raw values has their kind.
public protocol PropertyValue {
  /// The type of a value that is present: the type itself, or the wrapped type of an optional.
  associatedtype Base = Self

  /// The kind of properties of this type.
  static var kind: PropertyKind { get }
  /// Whether the type can represent a missing value.
  static var isOptional: Bool { get }
  /// An initial value of the type: nil for an optional, otherwise the zero if the type has one.
  static var defaultValue: Self { get }

  /// Returns a property of the type, with the type's own rules.
  static func property(named name: String) -> Property

  /// Creates a Swift value from a property value; nil if it does not fit the type.
  init?(propertyValue: Value?)
  /// The property value; nil for a missing value.
  var propertyValue: Value? { get }
}

extension PropertyValue {
  /// False by default.
  public static var isOptional: Bool { false }

  /// Returns a property of the type's kind without further rules.
  public static func property(named name: String) -> Property {
    Property(name, kind, isOptional: isOptional)
  }
}

extension String: PropertyValue {
  /// A text.
  public static var kind: PropertyKind { .text }
  /// The empty text.
  public static var defaultValue: String { "" }
  /// The string as a text.
  public var propertyValue: Value? { .text(self) }

  /// Creates a string from a text; nil for other values.
  public init?(propertyValue: Value?) {
    guard case .text(let text) = propertyValue else { return nil }
    self = text
  }
}

extension ExactDecimal: PropertyValue {
  /// A decimal with the default digits: 8 before the point, 1 to 3 after it.
  public static var kind: PropertyKind { .decimal(integerDigits: nil, fractionDigits: nil) }
  /// Zero.
  public static var defaultValue: ExactDecimal { .zero }
  /// The number as a decimal.
  public var propertyValue: Value? { .decimal(self) }

  /// Creates a decimal from a decimal value; nil for other values, even whole numbers.
  public init?(propertyValue: Value?) {
    guard case .decimal(let value) = propertyValue else { return nil }
    self = value
  }
}

extension Bool: PropertyValue {
  /// A Boolean.
  public static var kind: PropertyKind { .boolean }
  /// False.
  public static var defaultValue: Bool { false }
  /// The Boolean as a value.
  public var propertyValue: Value? { .boolean(self) }

  /// Creates a Boolean from a Boolean value; nil for other values.
  public init?(propertyValue: Value?) {
    guard case .boolean(let value) = propertyValue else { return nil }
    self = value
  }
}

extension CalendarDate: PropertyValue {
  /// A date.
  public static var kind: PropertyKind { .date }
  /// 1 January 1970, because dates have no zero.
  public static var defaultValue: CalendarDate { epoch }
  /// The day as a date.
  public var propertyValue: Value? { .date(self) }

  /// Creates a day from a date; nil for other values.
  public init?(propertyValue: Value?) {
    guard case .date(let value) = propertyValue else { return nil }
    self = value
  }
}

extension Instant: PropertyValue {
  /// A date and time.
  public static var kind: PropertyKind { .dateTime }
  /// The start of 1970, because dates have no zero.
  public static var defaultValue: Instant { Instant(milliseconds: 0) }
  /// The date and time as a value.
  public var propertyValue: Value? { .dateTime(self) }

  /// Creates a date and time from a date and time value; nil for other values.
  public init?(propertyValue: Value?) {
    guard case .dateTime(let value) = propertyValue else { return nil }
    self = value
  }
}

extension ClockTime: PropertyValue {
  /// A time with seconds.
  public static var kind: PropertyKind { .time(hasSeconds: true) }
  /// Midnight.
  public static var defaultValue: ClockTime { midnight }
  /// The time as a value.
  public var propertyValue: Value? { .time(self) }

  /// Creates a time from a time value; nil for other values.
  public init?(propertyValue: Value?) {
    guard case .time(let value) = propertyValue else { return nil }
    self = value
  }
}

extension TimeSpan: PropertyValue {
  /// A duration with seconds.
  public static var kind: PropertyKind { .duration(hasSeconds: true) }
  /// The duration of 0 seconds.
  public static var defaultValue: TimeSpan { zero }
  /// The duration as a value.
  public var propertyValue: Value? { .duration(self) }

  /// Creates a duration from a duration value; nil for other values.
  public init?(propertyValue: Value?) {
    guard case .duration(let value) = propertyValue else { return nil }
    self = value
  }
}

extension CalendarMonth: PropertyValue {
  /// A month.
  public static var kind: PropertyKind { .month }
  /// January 1970, because months have no zero.
  public static var defaultValue: CalendarMonth { epoch }
  /// The month as a value.
  public var propertyValue: Value? { .month(self) }

  /// Creates a month from a month value; nil for other values.
  public init?(propertyValue: Value?) {
    guard case .month(let value) = propertyValue else { return nil }
    self = value
  }
}

extension Array: PropertyValue where Element: PropertyValue {
  /// A list of the elements' kind; the elements must not be lists or optional.
  public static var kind: PropertyKind {
    precondition(!Element.kind.isList, "a list cannot contain lists")
    precondition(!Element.isOptional, "a list cannot contain nil")
    return .list(of: Element.kind)
  }
  /// The empty list.
  public static var defaultValue: [Element] { [] }
  /// The elements as a list of values.
  public var propertyValue: Value? { .list(compactMap(\.propertyValue)) }

  /// Creates an array from a list; nil for other values, or if an item does not fit.
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
  /// The base type of the wrapped type.
  public typealias Base = Wrapped.Base
  /// The kind of the wrapped type.
  public static var kind: PropertyKind { Wrapped.kind }
  /// True, because nil is a missing value.
  public static var isOptional: Bool { true }
  /// Returns an optional property of the wrapped type.
  public static func property(named name: String) -> Property {
    var property = Wrapped.property(named: name)
    property.isOptional = true
    return property
  }
  /// Nil, regardless of the wrapped type's default.
  public static var defaultValue: Wrapped? { nil }
  /// The value of the wrapped type; nil for nil.
  public var propertyValue: Value? { self?.propertyValue }

  /// Creates nil from a missing value, otherwise a wrapped value; fails if the value does not fit
  /// the wrapped type.
  public init?(propertyValue: Value?) {
    guard let propertyValue else {
      self = .none
      return
    }
    guard let wrapped = Wrapped(propertyValue: propertyValue) else { return nil }
    self = wrapped
  }
}

/// A range for a property: `0...150`, `0...`, `...150` or a `ValueRange`.
public protocol PropertyBounds<Bound> {
  /// The Swift type of the bounds.
  associatedtype Bound
  /// The minimum and maximum value.
  var valueRange: ValueRange { get }
}

extension ValueRange: PropertyBounds {
  /// The bounds are values.
  public typealias Bound = Value
  /// The range itself.
  public var valueRange: ValueRange { self }
}

extension ClosedRange: PropertyBounds where Bound: PropertyValue {
  /// Both bounds as values.
  public var valueRange: ValueRange {
    ValueRange(lowerBound.propertyValue, upperBound.propertyValue)
  }
}

extension PartialRangeFrom: PropertyBounds where Bound: PropertyValue {
  /// The range from the lower bound on.
  public var valueRange: ValueRange { ValueRange(lowerBound.propertyValue, nil) }
}

extension PartialRangeThrough: PropertyBounds where Bound: PropertyValue {
  /// The range up to the upper bound.
  public var valueRange: ValueRange { ValueRange(nil, upperBound.propertyValue) }
}

extension PropertyValue where Self: RawRepresentable, RawValue: PropertyValue {
  /// The kind of the raw values.
  public static var kind: PropertyKind { RawValue.kind }
  /// The raw value.
  public var propertyValue: Value? { rawValue.propertyValue }

  /// Creates a case from its raw value; nil for other values.
  public init?(propertyValue: Value?) {
    guard let raw = RawValue(propertyValue: propertyValue) else { return nil }
    self.init(rawValue: raw)
  }
}

extension PropertyValue where Self: CaseIterable {
  /// A choice of the names of the cases.
  public static var kind: PropertyKind { .choice(allCases.map { "\($0)" }) }
  /// The first case.
  public static var defaultValue: Self {
    guard let first = allCases.first else { preconditionFailure("\(Self.self) has no case") }
    return first
  }
  /// The name of the case.
  public var propertyValue: Value? { .text("\(self)") }

  /// Creates a case from its name; nil for other values.
  public init?(propertyValue: Value?) {
    guard let found = Self.allCases.first(where: { $0.propertyValue == propertyValue }) else {
      return nil
    }
    self = found
  }
}

extension PropertyValue where Self: CaseIterable & RawRepresentable, RawValue: PropertyValue {
  /// A choice of the names of the cases; raw values are ignored.
  public static var kind: PropertyKind { .choice(allCases.map { "\($0)" }) }
  /// The name of the case.
  public var propertyValue: Value? { .text("\(self)") }

  /// Creates a case from its name; nil for other values.
  public init?(propertyValue: Value?) {
    guard let found = Self.allCases.first(where: { $0.propertyValue == propertyValue }) else {
      return nil
    }
    self = found
  }
}

extension PropertyValue where Self: CaseIterable & RawRepresentable<String> {
  /// A choice of the raw values.
  public static var kind: PropertyKind { .choice(allCases.map(\.rawValue)) }
  /// The raw value.
  public var propertyValue: Value? { .text(rawValue) }

  /// Creates a case from its raw value; nil for other values.
  public init?(propertyValue: Value?) {
    guard case .text(let text)? = propertyValue else { return nil }
    self.init(rawValue: text)
  }
}

extension PropertyValue where Self: FixedWidthInteger {
  /// A whole number.
  public static var kind: PropertyKind { .integer }
  /// Zero.
  public static var defaultValue: Self { 0 }
  /// The number as a whole number, or as a decimal if it exceeds `Int`.
  public var propertyValue: Value? {
    Int(exactly: self).map { .integer($0) } ?? ExactDecimal("\(self)").map { .decimal($0) }
  }

  /// Returns a property of whole numbers, with the bounds of the type that are narrower than those
  /// of `Int`.
  public static func property(named name: String) -> Property {
    let lower = Int(exactly: min).flatMap { $0 == .min ? nil : Value.integer($0) }
    let upper = Int(exactly: max).flatMap { $0 == .max ? nil : Value.integer($0) }
    let isWide = lower == nil && upper == nil
    return Property(name, kind, range: isWide ? nil : ValueRange(lower, upper))
  }

  /// Creates a number from a whole number in the range of the type; nil for other values, even for
  /// the decimal 2. A decimal is accepted only if it is a whole number that exceeds `Int`.
  public init?(propertyValue: Value?) {
    if case .integer(let value) = propertyValue {
      self.init(exactly: value)
    } else if case .decimal(let value) = propertyValue, value.fractionDigits == 0,
      value.integer == nil
    {
      self.init(value.description)
    } else {
      return nil
    }
  }
}

extension Int: PropertyValue {}
extension Int8: PropertyValue {}
extension Int16: PropertyValue {}
extension Int32: PropertyValue {}
extension Int64: PropertyValue {}
extension UInt: PropertyValue {}
extension UInt8: PropertyValue {}
extension UInt16: PropertyValue {}
extension UInt32: PropertyValue {}
extension UInt64: PropertyValue {}

extension Double: PropertyValue {
  /// A 64-bit floating-point number.
  public static var kind: PropertyKind { .double }
  /// Zero.
  public static var defaultValue: Double { 0 }
  /// The number as a value.
  public var propertyValue: Value? { .double(self) }

  /// Creates a number from a floating-point value; nil for other values, even whole numbers.
  public init?(propertyValue: Value?) {
    guard case .double(let value) = propertyValue else { return nil }
    self = value
  }
}

extension Float: PropertyValue {
  /// A 64-bit floating-point number; ``property(named:)`` limits it to the range of `Float`.
  public static var kind: PropertyKind { .double }
  /// Zero.
  public static var defaultValue: Float { 0 }
  /// The number with the digits that `Float` shows: 0.1, not 0.10000000149011612.
  public var propertyValue: Value? { Double(description).map { .double($0) } }

  /// Returns a property of floating-point numbers, limited to the range of the type.
  public static func property(named name: String) -> Property {
    let most = Double(Float.greatestFiniteMagnitude)
    return Property(name, kind, range: ValueRange(.double(-most), .double(most)))
  }

  /// Creates a number from a floating-point value by rounding; nil for other values.
  public init?(propertyValue: Value?) {
    guard case .double(let value) = propertyValue else { return nil }
    self.init(value)
  }
}
