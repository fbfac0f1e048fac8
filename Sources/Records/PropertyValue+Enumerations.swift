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
