/// What sort of value a property takes.
///
/// This is the one list of kinds: a case for each, with the file that describes it. All that has to
/// know something of a kind asks the description. More will come: code of another package that
/// switches over them needs a `default`.
public indirect enum PropertyKind: Hashable, Sendable, Codable {
  /// Any text.
  case text
  /// A whole number of 64 bits.
  case integer
  /// An exact decimal number; digits that are not given follow from the property's range.
  case decimal(integerDigits: Int?, fractionDigits: ClosedRange<Int>?)
  /// A binary fraction of 64 bits.
  case double
  /// True or false.
  case boolean
  /// A day of the calendar.
  case date
  /// A moment, to the millisecond.
  case dateTime
  /// A time of day, to the minute or to the second.
  case time(hasSeconds: Bool)
  /// How long something takes, in minutes or in seconds.
  case duration(hasSeconds: Bool)
  /// A month of a year.
  case month
  /// An exact part of a whole; the digits are those of its hundredths, `12.5%`.
  case percent(integerDigits: Int?, fractionDigits: ClosedRange<Int>?)
  /// One of these texts, which are all different.
  case choice([String])
  /// A text of exactly so many hexadecimal digits, its letters in upper case.
  case hex(digits: Int)
  /// The digits of a payment card, which are shown in full only where that is asked for.
  case card
  /// A text of a form, `+1 (000) 000-0000`.
  case mask(TextMask)
  /// A URL with its scheme, `https://example.org/`.
  case url
  /// The address of a mailbox, its domain in lower case.
  case email
  /// The number of a bank account, without its spaces.
  case iban
  /// A telephone number with the code of its country, `+` and digits; one zero in front stands for
  /// the country where there is one, `+49`.
  case phone(country: String?)
  /// A record of the type of this name.
  case reference(to: String)
  /// Values of one kind in their order; a value of it is a ``Value/list(_:)``.
  case list(of: PropertyKind)
  /// Records of the type of this name; a value of it is a ``Value/list(_:)`` of references.
  case records(of: String)

  /// The kinds that have a name of their own, in the order in which they are listed.
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
}

extension PropertyKind {
  // MARK: Definitions

  /// The names of the kinds, as a definition writes them; no type can have one of them.
  public static let names = named.map { $0.name }

  /// The names of the kinds that stores did not always have, so that upgraded ones may have types
  /// that are called so.
  package static let laterNames = named.filter { $0.traits.isLater }.map { $0.name }

  /// The names of the kinds whose values are masked.
  package static let maskedNames = named.filter { $0.traits.isMasked }.map { $0.name }

  /// What a definition writes after the name of a kind; nil where there is no kind of this name.
  package static func arguments(of name: String) -> KindArguments? {
    named.first { $0.name == name }?.arguments
  }

  /// What a person is told of the kind of a name; nil where there is none.
  package static func guide(of name: String) -> KindGuide? {
    named.first { $0.name == name }?.guide
  }

  /// The names of the kinds whose values can be calculated.
  package static let computable = named.filter { $0.traits.isComputable }.map { $0.name }

  /// The name as a definition writes it, that of a list in `[` and `]`.
  public var name: String { kind.name }

  /// The kind with its arguments, as a definition writes them.
  package var definition: String {
    if case .list(let item) = self { return "[\(item.definition)]" }
    if let recordType { return isList ? "[\(recordType.asTypeName)]" : recordType.asTypeName }
    let arguments = kind.writtenArguments
    return arguments.isEmpty ? name : "\(name)(\(arguments.joined(separator: ", ")))"
  }

  /// Checks the arguments.
  ///
  /// - Throws: ``Violation`` saying what is wrong with them.
  package func check() throws(Violation) { try kind.check() }

  // MARK: Values

  /// The value as this kind, if it is one or can be taken for one without loss of meaning.
  ///
  /// A whole number is a decimal and a double, and a decimal is a double: numbers are written the
  /// same way for all three. A text is a date, a choice and so on if it reads as one.
  public func converted(_ value: Value) -> Value? {
    do {
      return try reading(value)
    } catch {
      return nil
    }
  }

  /// The value as this kind.
  ///
  /// - Throws: ``Violation`` saying what was expected.
  package func reading(_ value: Value) throws(Violation) -> Value {
    let kind = kind
    if let value = try kind.value(value) { return value }
    throw Violation(kind: .value, .expected(self))
  }

  /// The value that a text means where all values are texts, as between commas: numbers, `true` and
  /// `false` as a command writes them, and what is read from texts anyway.
  ///
  /// - Throws: ``Violation`` saying what was expected.
  package func parsing(_ text: String) throws(Violation) -> Value {
    let kind = kind
    if let value = try kind.value(parsing: text) { return value }
    throw Violation(kind: .value, .expected(self))
  }

  /// What an expression has come to, as a value of a kind that SQLite does not know.
  package func value(ofResult value: Value) -> Value { kind.value(ofResult: value) ?? value }

  /// What a value of the kind is, for a message.
  package var expectation: String { kind.expectation }

  /// The words that are values, or are read as one: names, `true`, `today`.
  package var words: [String] { kind.words }

  /// What a property has that is given no value; nil where the kind has no zero.
  package var zero: Value? { kind.zero }

  /// How a database keeps the values.
  package var storage: StorageClass { kind.storage }

  // MARK: Traits

  /// Whether values of this kind are numbers, which can have a unit.
  public var isNumeric: Bool { kind.traits.isNumeric }

  /// Whether the digits of values of this kind can be shown in groups.
  public var isGroupable: Bool { kind.traits.isGroupable }

  /// Whether values of this kind have an order that a range can limit.
  public var hasRange: Bool { kind.traits.hasRange }

  /// Whether values of this kind are shown in full only where that is asked for.
  public var isMasked: Bool { item?.isMasked ?? kind.traits.isMasked }

  /// Whether people put spaces and other signs between the characters of values of this kind, which
  /// mean nothing.
  package var isSpaced: Bool { item?.isSpaced ?? kind.traits.isSpaced }

  /// Whether values of this kind can be calculated by an expression.
  package var isComputable: Bool { kind.traits.isComputable }

  /// What helps who writes a number alone where that is never a value; nil where it can be one.
  package var markHint: String? { kind.markHint }

  /// How many digits numbers of this kind have before and after the point, as far as it says; nil
  /// for a kind that does not count digits.
  package var digits: (integer: Int?, fraction: ClosedRange<Int>?)? { kind.digits }

  /// Whether an expression reads a quoted text beside a value of this kind as one too.
  package var isQuotedInExpressions: Bool { kind.traits.isQuotedInExpressions }

  /// What a value of this kind can be taken from: the user's date or the moment.
  package var clock: KindTraits.Clock? { kind.traits.clock }

  /// Which keys are needed to type the values, where a view can choose.
  public var keyboard: Keyboard { kind.traits.keyboard }

  /// Which keys are needed to type a value: any; digits; digits and a separator; those of a URL, of
  /// an address, of a telephone.
  ///
  /// More cases will come: code of another package that switches over them needs a `default`.
  public enum Keyboard: Hashable, Sendable {
    /// All keys.
    case text
    /// Digits, and digits with a decimal separator.
    case number, decimal
    /// Keys that suit an address.
    case url, email
    /// Digits and what else a telephone number has.
    case phone
  }

  // MARK: Lists and records

  /// Whether a value is a list, be it of values or of records.
  public var isList: Bool { item != nil }

  /// The kind of the items of a list, a reference where these are records; nil for another kind.
  public var item: PropertyKind? {
    switch storage {
    case .list(let item): item
    case .records(let type): .reference(to: type)
    case .text, .integer, .seconds, .boolean, .double, .decimal, .percent, .written, .reference:
      nil
    }
  }

  /// The name of the type whose records are the values, or are in the list; nil for another kind.
  public var recordType: String? {
    switch storage {
    case .reference(let type), .records(let type): type
    case .text, .integer, .seconds, .boolean, .double, .decimal, .percent, .written, .list: nil
    }
  }

  // MARK: Literals

  /// A value as a command writes it, but of a masked kind as it may be shown.
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

  /// A value as JSON and plain output have it, with what the kind always shows of it: `08:30:00`.
  package func written(_ value: Value) -> String { kind.written(value) }

  /// A value as a label shows it where that needs no locale.
  package func shown(_ value: Value) -> String { kind.shown(value) }

  /// Which texts the values are in JSON; any, for a kind whose numbers, records or lists follow from
  /// its ``storage``.
  package var writtenForm: WrittenForm { kind.writtenForm }

  /// What the letters and digits of a value can be where people write it in another way.
  package func otherTexts(of value: Value) -> [String] { kind.otherTexts(of: value) }

  /// A value as a definition writes it: the name of a choice bare where it is a plain one.
  package func definitionLiteral(_ value: Value) -> String {
    if case .list(let items) = value, let item {
      return "[" + items.map(item.definitionLiteral).joined(separator: ", ") + "]"
    }
    if case .text(let name) = value, words.contains(name) { return name.asChoice }
    return value.literal
  }
}
