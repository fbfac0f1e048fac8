// Public declarations use `Value` and `PropertyKind`, so clients need this module too.
@_exported public import Values

/// A property of a record type: its kind and rules as data.
public struct Property: Hashable, Sendable {
  /// The name used in definitions, commands and ``RecordType``.
  public var name: String
  /// The kind of the values.
  public var kind: PropertyKind
  /// Whether the property can be nil.
  public var isOptional: Bool
  /// Whether the property identifies its record; keys are unique and not empty.
  public var isKey: Bool
  /// Whether the property is the title shown for its record, beside the key.
  public var isTitle: Bool
  /// Whether the values must be unique; nil may occur repeatedly.
  public var isUnique: Bool
  /// The allowed values, of the property's own kind.
  public var range: ValueRange?
  /// The allowed lengths of a text.
  public var length: LengthRange?
  /// The pattern for the whole text.
  public var pattern: TextPattern?
  /// The unit shown after a number, such as `€`.
  public var unit: String?
  /// The prefix shown before a number, such as `$`.
  public var prefix: String?
  /// Whether the digits of a number are shown in groups.
  public var isGrouped: Bool
  /// The action when a record is deleted to which the reference, or the list of references, refers;
  /// nil for ``OnDelete/refuse`` and for other properties.
  public var onDelete: OnDelete?
  /// The relation of a list to its records; always ``ListRole/refers`` for other kinds.
  public var listRole: ListRole
  /// The name under which the records of an owned list can read their owner, such as `order`.
  public var ownerName: String?
  /// The expression of a computed property, without parentheses; nil if the property is not
  /// computed.
  public var computation: String?
  /// The default given in the definition.
  public var givenDefault: Default?

  /// A default given in a definition.
  public enum Default: Hashable, Sendable, Codable {
    /// A fixed value.
    case value(Value)
    /// The user's date when the record is created.
    case today
    /// The date and time when the record is created.
    case now
    /// An expression, without parentheses, that the store evaluates for the new record.
    case calculated(String)
    /// One more than the maximum value in the store; for the first record, the lower bound of the
    /// range, or 1.
    case next
  }

  /// Whether the values must be unique, as a key or by definition.
  public var isDistinct: Bool { isKey || isUnique }

  /// Whether outer white space is removed, because it would hide duplicates.
  public var isTrimmed: Bool { isDistinct && kind == .text }

  /// Whether values that differ only in case count as duplicates; true for unique email addresses.
  public var ignoresCase: Bool { isDistinct && kind == .email }

  /// Creates a property with a fixed default; ``consistent()`` checks it.
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

  /// Creates a property without checking it; ``consistent()`` checks whether its rules agree.
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
    (self.pattern, self.unit, self.prefix, self.isGrouped) = (pattern, unit, prefix, isGrouped)
    (self.onDelete, self.listRole) = (onDelete, listRole)
    (self.computation, self.givenDefault) = (computation, givenDefault)
  }

  /// The action when a referenced record is deleted.
  public enum OnDelete: String, Hashable, Sendable, Codable {
    /// The deletion is refused.
    case refuse
    /// The reference becomes nil, or is removed from the list.
    case clear
    /// The referring record is deleted too.
    case cascade
  }

  /// The relation of a list to its records.
  public enum ListRole: Hashable, Sendable, Codable {
    /// The list refers to records; a record can be in several lists, but only once in each.
    case refers
    /// The list owns its records; a record is in at most one such list, and is deleted when it is
    /// removed from the list.
    case owns
    /// The list contains the records that refer to this record by a property; the list is not
    /// stored.
    case inverse(of: String)
  }

  /// Whether the value is computed and cannot be set.
  public var isComputed: Bool { computation != nil }

  /// Whether the default of a new record can be determined only by a store.
  public var hasCalculatedDefault: Bool {
    switch givenDefault {
    case .calculated, .next: true
    case .value, .today, .now, nil: false
    }
  }

  /// The expression of a computed property or of a calculated default, without parentheses.
  package var formula: String? {
    get {
      if case .calculated(let text) = givenDefault { return text }
      return computation
    }
    set {
      if case .calculated = givenDefault {
        givenDefault = newValue.map(Default.calculated)
      } else {
        computation = newValue
      }
    }
  }

  /// The items of a list, as a property; nil if the property is not a list.
  public var item: Property? {
    kind.item.map { Property(name, $0) }
  }

  /// Whether values of the property are stored with the record; false for computed properties and
  /// for lists of records.
  public var isStored: Bool {
    if kind.isListOfRecords { return false }
    return !isComputed
  }

  /// Whether the property can be set; false for computed properties and for lists that follow from
  /// other records.
  public var isGiven: Bool { !isComputed && (!kind.isListOfRecords || refersToMany) }

  /// Whether the property is an owned list.
  public var ownsRecords: Bool { kind.isListOfRecords && listRole == .owns }

  /// Whether the property is a list of references to records.
  public var refersToMany: Bool { kind.isListOfRecords && listRole == .refers }

  /// The property by which the listed records refer to this record; nil unless the list is an
  /// inverse.
  public var inverse: String? {
    guard kind.isListOfRecords, case .inverse(let property) = listRole else { return nil }
    return property
  }

  /// The digits of a decimal, or of a percentage as written; nil for other kinds.
  ///
  /// If the kind does not specify the digits before the point, a closed range determines them;
  /// otherwise there are 8. After the decimal point, the default is 1 to 3.
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

  /// Returns the text of a value for JSON, files and commands, with the minimum number of fraction
  /// digits that the property shows.
  package func written(_ value: Value) -> String {
    guard let fewest = decimalDigits?.fraction.lowerBound else { return kind.written(value) }
    return switch value {
    case .decimal(let number): number.description(minimumFractionDigits: fewest)
    case .percent(let part): part.percentText(minimumFractionDigits: fewest)
    case .text, .integer, .double, .boolean, .date, .dateTime, .time, .duration, .month,
      .reference, .list:
      kind.written(value)
    }
  }

  /// The number of decimal digits that survive a conversion to a double and back.
  package static let exactDoubleDigits = 15

  package var isLongDecimal: Bool {
    decimalDigits.map { $0.integer + $0.fraction.upperBound > Self.exactDoubleDigits } ?? false
  }

  package var storedFractionDigits: Int? {
    decimalDigits.map { digits in
      digits.fraction.upperBound + (kind.storage == .percent ? 2 : 0)
    }
  }
}

extension Value {
  /// The digits of a decimal or percentage as written; nil for other values.
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
  package var isReference: Bool { if case .reference = self { true } else { false } }

  /// Lists of records have no column in the table of their type.
  package var isListOfRecords: Bool { if case .records = self { true } else { false } }
}

extension Property {
  /// The property in the syntax of `define`: `age: Integer? in 0...150`.
  ///
  /// Equal properties have equal definitions, so definitions can be stored and compared as text.
  public var definition: String { "\(name.asName): \(kindDefinition)" }

  /// The definition without the name: `Integer? in 0...150`.
  public var kindDefinition: String {
    var parts = [kind.definition + (isOptional ? "?" : "")]
    if isKey { parts.append("key") }
    if isTitle { parts.append("title") }
    if isUnique { parts.append("unique") }
    if let range { parts.append("in \(range)") }
    if let length { parts.append("length \(length)") }
    if let pattern { parts.append("matching \(pattern)") }
    switch listRole {
    case .refers: break
    case .owns: parts.append("owned" + (ownerName.map { " as \($0.asName)" } ?? ""))
    case .inverse(let property): parts.append("by \(property.asName)")
    }
    if let onDelete { parts.append("on delete \(onDelete.rawValue)") }
    if let computation { parts.append(":= (\(computation))") }
    switch givenDefault {
    case .value(let value): parts.append("= \(kind.definitionLiteral(value))")
    case .today: parts.append("= today")
    case .now: parts.append("= now")
    case .calculated(let expression): parts.append("= (\(expression))")
    case .next: parts.append("= next")
    case nil: break
    }
    if let unit { parts.append("unit \(Value.text(unit).literal)") }
    if let prefix { parts.append("prefix \(Value.text(prefix).literal)") }
    if isGrouped { parts.append("grouped") }
    return parts.joined(separator: " ")
  }
}

extension Property {
  /// The fixed default of new records: the given default, nil for an optional property, otherwise
  /// the zero of the kind.
  ///
  /// Nil also for a key or a computed property, if the kind has no zero or the rules forbid it, and
  /// if the default is calculated or depends on the clock.
  public var defaultValue: Value? {
    switch givenDefault {
    case .value(let value): return value
    case .today, .now, .calculated, .next: return nil
    case nil: break
    }
    guard !isOptional, !isKey, !isComputed else { return nil }
    guard let zero = kind.zero, violation(of: zero) == nil else { return nil }
    return zero
  }

  /// Returns the default of a record created at a given time; without a time, ``defaultValue``.
  ///
  /// A date from the clock is not checked against the range.
  public func defaultValue(at present: Present?) -> Value? {
    switch givenDefault {
    case .today: present.map { .date($0.today) }
    case .now: present.map { .dateTime($0.now) }
    case .value, .calculated, .next, nil: defaultValue
    }
  }

  /// Throws if the default needs a clock and there is none, or if its value is out of range.
  func initialValue(at present: Present?) throws(Violation) -> Value? {
    guard givenDefault == .today || givenDefault == .now else { return defaultValue }
    guard let value = defaultValue(at: present) else {
      throw Violation(kind: .rule, .noClock, of: name)
    }
    return try checked(value)
  }

  /// The value after a field is cleared: nil if the property is optional, otherwise the default.
  public var emptiedValue: Value? { emptiedValue(at: nil) }

  /// Returns the value after a field is cleared at a given time: nil if the property is optional,
  /// otherwise the default.
  public func emptiedValue(at present: Present?) -> Value? {
    isOptional ? nil : defaultValue(at: present)
  }

  /// Whether new records need a value for this property.
  public var isRequired: Bool {
    switch givenDefault {
    case .value, .today, .now, .calculated, .next: false
    case nil: !isOptional && !isComputed && defaultValue == nil
    }
  }
}

/// The user's current time and date, as a source of defaults.
public struct Present: Hashable, Sendable {
  /// The current date and time.
  public var now: Instant
  /// The current date in the user's time zone.
  public var today: CalendarDate

  /// Creates the present for a time zone ahead of UTC by an offset in milliseconds; nil outside of
  /// the years 1 to 9999.
  public init?(now: Instant, zoneOffset: Int) {
    guard now.isInCalendar,
      let today = Instant(milliseconds: now.milliseconds + zoneOffset).day
    else { return nil }
    self.now = now
    self.today = today
  }
}
