// Value and PropertyKind are in our signatures, so a client that imports Records needs them too.
@_exported public import Values

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
  /// Whether the property is what a person sees of its record, beside the key.
  public var isTitle: Bool
  /// Whether no two records may have the same value, nil apart.
  public var isUnique: Bool
  /// The values allowed, of the property's own kind.
  public var range: ValueRange?
  /// The lengths allowed, of a text.
  public var length: LengthRange?
  /// The pattern that all of a text has to match.
  public var pattern: TextPattern?
  /// What follows a number where it is shown, such as `€`.
  public var unit: String?
  /// What comes before a number where it is shown, such as `$`.
  public var prefix: String?
  /// Whether the digits of a number are shown in groups.
  public var isGrouped: Bool
  /// What becomes of a reference, or of the owner of a list of references, when a record is deleted
  /// that it refers to; nil for ``OnDelete/refuse``, and of anything else.
  public var onDelete: OnDelete?
  /// What a list has to do with its records; of another kind always ``ListRole/refers``.
  public var listRole: ListRole
  /// The expression that the value is calculated by, as text without brackets; nil for a property
  /// that is given its values.
  public var computation: String?
  /// The value of a record that is created without one, as given by the definition.
  public var givenDefault: Default?

  /// What a definition gives as the value of a record that is created without one.
  public enum Default: Hashable, Sendable {
    /// Always the same.
    case value(Value)
    /// The user's date when the record is created.
    case today
    /// The moment when the record is created.
    case now
  }

  /// Whether no two records may have the same value: a key, or what is unique.
  public var isDistinct: Bool { isKey || isUnique }

  /// Whether values lose white space at their ends, which would hide that two are the same.
  public var isTrimmed: Bool { isDistinct && kind == .text }

  /// Whether values that differ in case only are the same: of addresses that are unique.
  public var ignoresCase: Bool { isDistinct && kind == .email }

  /// Makes a property with a default that is always the same; ``consistent()`` checks it.
  public init(
    _ name: String, _ kind: PropertyKind, isOptional: Bool = false, isKey: Bool = false,
    isTitle: Bool = false, isUnique: Bool = false, range: (any PropertyBounds)? = nil,
    length: (any LengthBounds)? = nil, pattern: TextPattern? = nil, unit: String? = nil,
    prefix: String? = nil, isGrouped: Bool = false, listRole: ListRole = .refers,
    default value: Value
  ) {
    self.init(
      name, kind, isOptional: isOptional, isKey: isKey, isTitle: isTitle, isUnique: isUnique,
      range: range, length: length, pattern: pattern, unit: unit, prefix: prefix,
      isGrouped: isGrouped, listRole: listRole, default: .value(value))
  }

  /// Makes a property and checks nothing; ``consistent()`` tells whether its rules agree.
  public init(
    _ name: String, _ kind: PropertyKind, isOptional: Bool = false, isKey: Bool = false,
    isTitle: Bool = false, isUnique: Bool = false, range: (any PropertyBounds)? = nil,
    length: (any LengthBounds)? = nil, pattern: TextPattern? = nil, unit: String? = nil,
    prefix: String? = nil, isGrouped: Bool = false, onDelete: OnDelete? = nil,
    listRole: ListRole = .refers,
    computation: String? = nil, default givenDefault: Default? = nil
  ) {
    self.name = name
    self.kind = kind
    self.isOptional = isOptional
    self.isKey = isKey
    self.isTitle = isTitle
    self.isUnique = isUnique
    self.range = range?.valueRange
    self.length = length?.lengthRange
    self.pattern = pattern
    self.unit = unit
    self.prefix = prefix
    self.isGrouped = isGrouped
    self.onDelete = onDelete
    self.listRole = listRole
    self.computation = computation
    self.givenDefault = givenDefault
  }

  /// What becomes of a record when one is deleted that it refers to.
  public enum OnDelete: String, Hashable, Sendable {
    /// The deletion is refused.
    case refuse
    /// The reference becomes nil, or the record goes from the list.
    case clear
    /// What refers to the record is deleted too.
    case cascade
  }

  /// What a list has to do with the records in it.
  public enum ListRole: Hashable, Sendable {
    /// It refers to them: a record can be in any number of lists, in each once.
    case refers
    /// It owns them: a record is in one such list at most, and is deleted when it leaves it.
    case owns
    /// It has the records that refer to this one by a property, and is stored nowhere else.
    case inverse(of: String)
  }
}

extension Property {
  /// Whether the value is calculated and cannot be set.
  public var isComputed: Bool { computation != nil }

  /// An item of the list that the property is, as a property of its own; nil if it is not a list.
  public var item: Property? {
    kind.item.map { Property(name, $0) }
  }

  /// Whether the property has values of its own, which are neither calculated nor the records of a
  /// list, which know their owner.
  public var isStored: Bool {
    if kind.isListOfRecords { return false }
    return !isComputed
  }

  /// Whether the property is given its values: it is not calculated, and no list that its records
  /// make what it is.
  public var isGiven: Bool { !isComputed && (!kind.isListOfRecords || refersToMany) }

  /// Whether the property is a list whose records belong to the one that lists them.
  public var ownsRecords: Bool { kind.isListOfRecords && listRole == .owns }

  /// Whether the property is a list of references to records.
  public var refersToMany: Bool { kind.isListOfRecords && listRole == .refers }

  /// The property by which the records of the list refer to the one that lists them; nil unless the
  /// list is an inverse.
  public var inverse: String? {
    guard kind.isListOfRecords, case .inverse(let property) = listRole else { return nil }
    return property
  }

  /// The digits of a decimal property, or of the percentages of one of those; nil for another kind.
  ///
  /// Where the kind does not say: before the point those of the wider bound of a range with two
  /// ends, else 8; after it 1 to 3.
  public var decimalDigits: DecimalDigits? {
    guard let (integer, fraction) = kind.digits else { return nil }
    var digits = integer ?? 8
    if integer == nil, let lower = range?.lowerBound?.writtenNumber,
      let upper = range?.upperBound?.writtenNumber
    {
      digits = max(lower.integerDigits, upper.integerDigits)
    }
    return DecimalDigits(integer: digits, fraction: fraction ?? 1...3)
  }

  /// The most digits of which a double has every number, so that it can be read back.
  package static let exactDoubleDigits = 15

  /// Whether numbers can have more digits than a double keeps.
  package var isLongDecimal: Bool {
    decimalDigits.map { $0.integer + $0.fraction.upperBound > Self.exactDoubleDigits } ?? false
  }

  /// How many digits a stored number has after the point at most; nil for another kind.
  package var storedFractionDigits: Int? {
    decimalDigits.map { digits in
      // A percentage is stored as the part that it is.
      digits.fraction.upperBound + (kind.storage == .percent ? 2 : 0)
    }
  }
}

extension Value {
  /// The digits that are written for a decimal or a percentage; nil for another value.
  package var writtenNumber: ExactDecimal? {
    switch self {
    case .decimal(let number): number
    case .percent(let number): number.percentage
    case .text, .integer, .double, .boolean, .date, .dateTime, .time, .duration, .month,
      .reference, .list:
      nil
    }
  }
}

extension PropertyKind {
  /// Whether the value is a record.
  package var isReference: Bool { if case .reference = self { true } else { false } }

  /// Whether the values are lists of records, which no column of their own type's table has.
  package var isListOfRecords: Bool { if case .records = self { true } else { false } }
}
