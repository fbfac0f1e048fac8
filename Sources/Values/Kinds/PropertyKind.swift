/// The kind of a property's values.
///
/// Future versions may add cases, so clients need a `default` when switching.
public indirect enum PropertyKind: Hashable, Sendable, Codable {
  /// Any text.
  case text
  /// A whole number of 64 bits.
  case integer
  /// An exact decimal number. Omitted digits before the point follow from the property's range, or
  /// are 8; omitted digits after the point are 1 to 3.
  case decimal(integerDigits: Int?, fractionDigits: ClosedRange<Int>?)
  /// A 64-bit floating-point number.
  case double
  /// True or false.
  case boolean
  /// A day of the calendar.
  case date
  /// A date and time, to the millisecond.
  case dateTime
  /// A time of day, to the minute or to the second.
  case time(hasSeconds: Bool)
  /// A duration, to the minute or to the second.
  case duration(hasSeconds: Bool)
  /// A month of a year.
  case month
  /// An exact fraction, shown as a percentage; the digits refer to the percentage, `12.5%`.
  case percent(integerDigits: Int?, fractionDigits: ClosedRange<Int>?)
  /// One of the given texts, which must all be different.
  case choice([String])
  /// A text of a fixed number of hexadecimal digits, in upper case.
  case hex(digits: Int)
  /// A payment card number, masked in output unless the full number is requested.
  case card
  /// A text in a fixed format, `+1 (000) 000-0000`.
  case mask(TextMask)
  /// A URL with its scheme, `https://example.org/`.
  case url
  /// An email address, with its domain in lower case.
  case email
  /// A bank account number (IBAN), without spaces.
  case iban
  /// A telephone number, stored as `+` and digits; a calling code such as `+49` in `country`
  /// replaces a single leading zero.
  case phone(country: String?)
  /// A reference to a record of the named type.
  case reference(to: String)
  /// An ordered list of values of one kind, as a ``Value/list(_:)``.
  case list(of: PropertyKind)
  /// A list of records of the named type, as a ``Value/list(_:)`` of references.
  case records(of: String)

  private static let named: [any NamedKind.Type] = [
    TextKind.self, IntegerKind.self, DecimalKind.self, DoubleKind.self, BooleanKind.self,
    DateKind.self, DateTimeKind.self, TimeKind.self, DurationKind.self, MonthKind.self,
    PercentKind.self, ChoiceKind.self, HexKind.self, CardKind.self, MaskKind.self, UrlKind.self,
    EmailKind.self, IBANKind.self, PhoneKind.self,
  ]

  private var kind: any Kind {
    switch self {
    case .text: TextKind()
    case .integer: IntegerKind()
    case .decimal(let integer, let fraction):
      DecimalKind(integerDigits: integer, fractionDigits: fraction)
    case .double: DoubleKind()
    case .boolean: BooleanKind()
    case .date: DateKind()
    case .dateTime: DateTimeKind()
    case .time(let hasSeconds): TimeKind(hasSeconds: hasSeconds)
    case .duration(let hasSeconds): DurationKind(hasSeconds: hasSeconds)
    case .month: MonthKind()
    case .percent(let integer, let fraction):
      PercentKind(integerDigits: integer, fractionDigits: fraction)
    case .choice(let names): ChoiceKind(names: names)
    case .hex(let digits): HexKind(digits: digits)
    case .card: CardKind()
    case .mask(let mask): MaskKind(mask: mask)
    case .url: UrlKind()
    case .email: EmailKind()
    case .iban: IBANKind()
    case .phone(let country): PhoneKind(country: country)
    case .reference(let type): ReferenceKind(type: type)
    case .list(let item): ListKind(item: item)
    case .records(let type): RecordsKind(type: type)
    }
  }

  /// The names of the kinds, which cannot be used as names of types.
  public static let names = named.map { $0.name }

  /// The names of kinds added in later versions; types in older databases may have these names.
  static let laterNames = named.filter { $0.traits.isLater }.map { $0.name }

  package static let maskedNames = named.filter { $0.traits.isMasked }.map { $0.name }

  package static func arguments(of name: String) -> KindArguments? {
    named.first { $0.name == name }?.arguments
  }

  package static func guide(of name: String) -> KindGuide? {
    named.first { $0.name == name }?.guide
  }

  package static let computable = named.filter { $0.traits.isComputable }.map { $0.name }

  /// The name in a definition, in `[` and `]` for a list.
  public var name: String { kind.name }

  package var definition: String {
    if case .list(let item) = self { return "[\(item.definition)]" }
    if let recordType { return isList ? "[\(recordType.asTypeName)]" : recordType.asTypeName }
    let arguments = kind.writtenArguments
    return arguments.isEmpty ? name : "\(name)(\(arguments.joined(separator: ", ")))"
  }

  package func check() throws(Violation) { try kind.check() }

  /// Converts a value to this kind if that is possible without loss of meaning; otherwise nil.
  ///
  /// A whole number converts to a decimal and a double, a decimal to a double, and a decimal without
  /// a fraction to a whole number, because commands write all three the same way. A text converts to
  /// a kind with a text syntax, such as a date or a choice, if it can be parsed.
  public func converted(_ value: Value) -> Value? {
    do {
      return try reading(value)
    } catch {
      return nil
    }
  }

  package func reading(_ value: Value) throws(Violation) -> Value {
    let kind = kind
    var given = value
    if case .text(let text) = value, !text.isSurelyNFC { given = .text(text.nfc) }
    if let value = try kind.value(given) { return value }
    throw Violation(kind: .value, .expected(self))
  }

  /// Parses a text from a format in which all values are texts, such as CSV.
  package func parsing(_ text: String) throws(Violation) -> Value {
    let kind = kind
    if let value = try kind.value(parsing: text.nfc) { return value }
    throw Violation(kind: .value, .expected(self))
  }

  package func value(ofResult value: Value) -> Value { kind.value(ofResult: value) ?? value }

  package var expectation: String { kind.expectation }

  package var words: [String] { kind.words }

  package var zero: Value? { kind.zero }

  package var storage: StorageClass { kind.storage }

  /// Whether the values are numbers; only numbers can have a unit.
  public var isNumeric: Bool { kind.traits.isNumeric }

  /// Whether the digits of the values can be shown in groups.
  public var isGroupable: Bool { kind.traits.isGroupable }

  /// Whether the values are ordered, so that a range can limit them.
  public var hasRange: Bool { kind.traits.hasRange }

  /// Whether the values are masked in output unless the full values are requested.
  public var isMasked: Bool { item?.isMasked ?? kind.traits.isMasked }

  package var isSpaced: Bool { item?.isSpaced ?? kind.traits.isSpaced }

  package var isComputable: Bool { kind.traits.isComputable }

  package var markHint: String? { kind.markHint }

  package var digits: (integer: Int?, fraction: ClosedRange<Int>?)? { kind.digits }

  package var isQuotedInExpressions: Bool { kind.traits.isQuotedInExpressions }

  package var clock: KindTraits.Clock? { kind.traits.clock }

  /// The keyboard suited for typing the values.
  public var keyboard: Keyboard { kind.traits.keyboard }

  /// A keyboard for typing values.
  ///
  /// Future versions may add cases, so clients need a `default` when switching.
  public enum Keyboard: Hashable, Sendable {
    /// All keys.
    case text
    /// Digits, without and with a decimal separator.
    case number, decimal
    /// Letters and the punctuation of a URL or email address.
    case url, email
    /// Digits and the punctuation of a telephone number.
    case phone
  }

  /// Whether the values are lists, of values or of records.
  public var isList: Bool { item != nil }

  /// The kind of a list's items, which is a reference for a list of records; nil for other kinds.
  public var item: PropertyKind? {
    switch storage {
    case .list(let item): item
    case .records(let type): .reference(to: type)
    case .text, .integer, .seconds, .boolean, .double, .decimal, .percent, .written, .reference:
      nil
    }
  }

  /// The name of the type of a reference or a list of records; nil for other kinds.
  public var recordType: String? {
    switch storage {
    case .reference(let type), .records(let type): type
    case .text, .integer, .seconds, .boolean, .double, .decimal, .percent, .written, .list: nil
    }
  }

  /// Returns a value in command syntax; a masked value stays masked.
  public func literal(_ value: Value) -> String {
    if case .list(let items) = value, let item {
      return "[" + items.map(item.literal).joined(separator: ", ") + "]"
    }
    if isMasked { return CardNumber.masked(value.description) }
    switch value {
    case .text, .list: return value.literal
    case .integer, .decimal, .double, .boolean, .date, .dateTime, .time, .duration, .month,
      .percent, .reference:
      return kind.written(value)
    }
  }

  package func written(_ value: Value) -> String { kind.written(value) }

  package func shown(_ value: Value) -> String { kind.shown(value) }

  package var writtenForm: WrittenForm { kind.writtenForm }

  package func otherTexts(of value: Value) -> [String] { kind.otherTexts(of: value) }

  /// Like ``literal(_:)``, but does not mask a value, and does not quote a choice that is a simple
  /// name.
  package func definitionLiteral(_ value: Value) -> String {
    if case .list(let items) = value, let item {
      return "[" + items.map(item.definitionLiteral).joined(separator: ", ") + "]"
    }
    if case .text(let name) = value, words.contains(name) { return name.asChoice }
    return value.literal
  }
}
