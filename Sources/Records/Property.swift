/// One property of a record type: its kind, and its rules as data.
public struct Property: Hashable, Sendable {
  /// The name by which definitions, commands and ``RecordType`` find the property.
  public var name: String
  /// What sort of value the property takes.
  public var kind: PropertyKind
  /// Whether the property can be nil.
  public var isOptional: Bool
  /// Whether the property finds its record: not empty and unique.
  public var isKey: Bool
  /// Whether no two records may have the same value, nil apart.
  public var isUnique: Bool
  /// The values allowed, of the property's own kind.
  public var range: ValueRange?
  /// The lengths allowed, of a text.
  public var length: LengthRange?
  /// The value of a record that is created without one, as given by the definition.
  public var givenDefault: Value?

  /// Makes a property and checks nothing; ``consistent()`` tells whether its rules agree.
  public init(
    _ name: String, _ kind: PropertyKind, isOptional: Bool = false, isKey: Bool = false,
    isUnique: Bool = false, range: ValueRange? = nil, length: LengthRange? = nil,
    default givenDefault: Value? = nil
  ) {
    self.name = name
    self.kind = kind
    self.isOptional = isOptional
    self.isKey = isKey
    self.isUnique = isUnique
    self.range = range
    self.length = length
    self.givenDefault = givenDefault
  }

  /// The value of a record created without one, and of a field that is emptied: the default given,
  /// or nothing if the property is optional, or else the zero of its kind if the rules allow it.
  public var defaultValue: Value? {
    if let givenDefault { return givenDefault }
    guard !isOptional, !isKey else { return nil }
    guard let zero, violation(of: zero) == nil else { return nil }
    return zero
  }

  /// What an emptied field leaves in the property: nil if it is optional, else the default.
  public var emptiedValue: Value? { isOptional ? nil : defaultValue }

  /// Whether a record cannot be created without a value for this property.
  public var isRequired: Bool { !isOptional && defaultValue == nil }

  private var zero: Value? {
    let zero: Value =
      switch kind {
      case .text: .text("")
      case .integer: .integer(0)
      case .decimal: .decimal(.zero)
      case .double: .double(0)
      case .boolean: .boolean(false)
      }
    return range?.clamping(zero) ?? zero
  }
}

extension Property {
  /// The digits of a decimal property; nil for another kind.
  ///
  /// Where the kind does not say: before the point those of the wider bound of a range with two
  /// ends, else 8; behind it 1 to 3.
  public var decimalDigits: DecimalDigits? {
    guard case .decimal(let integer, let fraction) = kind else { return nil }
    var digits = integer ?? 8
    if integer == nil, case .decimal(let lower) = range?.lowerBound,
      case .decimal(let upper) = range?.upperBound
    {
      digits = max(lower.integerDigits, upper.integerDigits)
    }
    return DecimalDigits(integer: digits, fraction: fraction ?? 1...3)
  }
}
