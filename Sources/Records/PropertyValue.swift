/// A Swift type that a property of a record, or of a class with ``Observed``, can have.
public protocol PropertyValue {
  /// The kind that an interactor takes a property of this type for.
  static var kind: PropertyKind { get }
  /// Whether the type has a way to say "nothing".
  static var isOptional: Bool { get }
  /// What an emptied field leaves behind: nothing, or the zero of the type.
  static var defaultValue: Self { get }

  /// Makes the Swift value of a property's value; nil where it does not fit the type.
  init?(propertyValue: Value?)
  var propertyValue: Value? { get }
}

extension PropertyValue {
  public static var isOptional: Bool { false }
}

extension String: PropertyValue {
  public static var kind: PropertyKind { .text }
  public static var defaultValue: String { "" }
  public var propertyValue: Value? { .text(self) }

  public init?(propertyValue: Value?) {
    guard case .text(let text) = propertyValue else { return nil }
    self = text
  }
}

extension Int: PropertyValue {
  public static var kind: PropertyKind { .integer }
  public static var defaultValue: Int { 0 }
  public var propertyValue: Value? { .integer(self) }

  public init?(propertyValue: Value?) {
    guard case .integer(let value) = propertyValue else { return nil }
    self = value
  }
}

extension ExactDecimal: PropertyValue {
  /// The digits of a decimal in a class that says nothing else: 8 before the point, 1 to 3 behind.
  public static var kind: PropertyKind { .decimal(integerDigits: nil, fractionDigits: nil) }
  public static var defaultValue: ExactDecimal { .zero }
  public var propertyValue: Value? { .decimal(self) }

  public init?(propertyValue: Value?) {
    guard case .decimal(let value) = propertyValue else { return nil }
    self = value
  }
}

extension Double: PropertyValue {
  public static var kind: PropertyKind { .double }
  public static var defaultValue: Double { 0 }
  public var propertyValue: Value? { .double(self) }

  public init?(propertyValue: Value?) {
    guard case .double(let value) = propertyValue else { return nil }
    self = value
  }
}

extension Bool: PropertyValue {
  public static var kind: PropertyKind { .boolean }
  public static var defaultValue: Bool { false }
  public var propertyValue: Value? { .boolean(self) }

  public init?(propertyValue: Value?) {
    guard case .boolean(let value) = propertyValue else { return nil }
    self = value
  }
}

extension Optional: PropertyValue where Wrapped: PropertyValue {
  public static var kind: PropertyKind { Wrapped.kind }
  public static var isOptional: Bool { true }
  public static var defaultValue: Wrapped? { nil }
  public var propertyValue: Value? { self?.propertyValue }

  public init?(propertyValue: Value?) {
    guard let propertyValue else {
      self = .none
      return
    }
    guard let wrapped = Wrapped(propertyValue: propertyValue) else { return nil }
    self = wrapped
  }
}
