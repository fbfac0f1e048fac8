extension PropertyValue where Self: FixedWidthInteger {
  /// A whole number.
  public static var kind: PropertyKind { .integer }
  /// Zero.
  public static var defaultValue: Self { 0 }
  /// The number as a whole number; one beyond 64 bits with a sign as a decimal, which no whole number
  /// of a record can be.
  public var propertyValue: Value? {
    Int(exactly: self).map { .integer($0) } ?? ExactDecimal("\(self)").map { .decimal($0) }
  }

  /// A property of whole numbers, within the bounds of the type where these are narrower than those
  /// of an `Int`.
  public static func property(named name: String) -> Property {
    let lower = Int(exactly: min).flatMap { $0 == .min ? nil : Value.integer($0) }
    let upper = Int(exactly: max).flatMap { $0 == .max ? nil : Value.integer($0) }
    let isWide = lower == nil && upper == nil
    return Property(name, kind, range: isWide ? nil : ValueRange(lower, upper))
  }

  /// Takes the number out of a whole number that the type has; nil for any other value, even a
  /// decimal like `2`.
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
  /// A `Double` is a binary fraction.
  public static var kind: PropertyKind { .double }
  /// Zero.
  public static var defaultValue: Double { 0 }
  /// The number as a binary fraction.
  public var propertyValue: Value? { .double(self) }

  /// Takes the number out of a binary fraction; nil for any other value, even a whole number.
  public init?(propertyValue: Value?) {
    guard case .double(let value) = propertyValue else { return nil }
    self = value
  }
}

extension Float: PropertyValue {
  /// A `Float` is a binary fraction, shorter than others.
  public static var kind: PropertyKind { .double }
  /// Zero.
  public static var defaultValue: Float { 0 }
  /// The number with the digits that `Float` shows, 0.1 and not 0.10000000149011612.
  public var propertyValue: Value? { Double(description).map { .double($0) } }

  /// A property of binary fractions, within the bounds of the type.
  public static func property(named name: String) -> Property {
    let most = Double(Float.greatestFiniteMagnitude)
    return Property(name, kind, range: ValueRange(.double(-most), .double(most)))
  }

  /// Takes the number out of a binary fraction, rounded to a `Float`; nil for any other value.
  public init?(propertyValue: Value?) {
    guard case .double(let value) = propertyValue else { return nil }
    self.init(value)
  }
}
