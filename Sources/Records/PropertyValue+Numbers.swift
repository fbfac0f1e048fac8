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
