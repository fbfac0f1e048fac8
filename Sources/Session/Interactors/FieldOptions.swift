internal import CommandLanguage
internal import Interactors
internal import Records
internal import Replies
internal import Validation

/// How a field writes its values, and what it takes of those that its property allows.
struct FieldOptions {
  var symbols: NumberSymbols
  /// Whether the symbols are those of a locale of its own, not the session's.
  var hasOwnLocale = false
  /// How dates are written; nil as ISO 8601 has it.
  var dates: DateNotation?
  /// The order in which the locale writes a date with `/`, if it does.
  var slashed: DateOrder?
  var isGrouped: Bool
  /// What narrows the digits of the property.
  var digits: DecimalDigits?

  /// The format of a field with these options.
  ///
  /// - Parameter today: the user's date.
  func format(
    _ property: Property, today: CalendarDate?, at span: SourceSpan
  ) throws(Diagnostic) -> FieldFormat {
    guard let digits else {
      return FieldFormat(
        property, symbols: symbols, isGrouped: isGrouped, dates: dates ?? .iso, slashed: slashed,
        today: today)
    }
    let format = FieldFormat(property, within: digits, symbols: symbols, isGrouped: isGrouped)
    guard let format else {
      throw Diagnostic(
        .value, "no value of \(property.name) has the digits of the format", at: span)
    }
    return format
  }
}

/// What a field takes of a property, and the records to choose from if it is a reference.
struct FieldLimits {
  var format: FieldFormat
  var references: ReferenceKeys?
}

extension TextFieldInteractor {
  /// Takes over what a field takes.
  func limit(_ limits: FieldLimits) {
    format = limits.format
    references = limits.references
  }
}

/// How numbers and dates are written in a locale.
struct Notation {
  let locale: String
  let symbols: NumberSymbols

  /// The notation of a locale; nil where there is none of that name.
  init?(locale: String) {
    guard let symbols = NumberSymbols(localeIdentifier: locale) else { return nil }
    self.locale = locale
    self.symbols = symbols
  }

  /// The language of the locale as HTML names it, `de-DE`.
  var language: String {
    String(locale.prefix { $0 != "." && $0 != "@" }).replacing("_", with: "-")
  }

  /// How dates are written in the order of the locale.
  var dates: DateNotation { DateNotation(localeIdentifier: locale) }

  /// The order in which a date can be typed with `/`; nil where the locale has none.
  var slashed: DateOrder? { DateOrder(slashesOf: locale) }

  /// How a field in the locale shows a value, which can be of a property.
  func text(of value: Value, _ property: Property?) -> String {
    if let property, property.kind.isMasked { return Datum(value, of: property).plainText }
    guard let property = property ?? value.kind.map({ Property("", $0) }) else {
      return FieldFormat(grammar: DoubleGrammar(), symbols: symbols).text(for: value)
    }
    let format = FieldFormat(property, symbols: symbols, isGrouped: property.isGrouped)
    return format.notation.prefix + format.text(for: value) + format.notation.suffix
  }
}

extension Property {
  /// The digits of a number as a command wants them; what it does not say is as without a format.
  func digits(_ format: FormatSyntax?) throws(Diagnostic) -> DecimalDigits? {
    guard let format else { return nil }
    guard kind.isNumeric else {
      throw Diagnostic(
        .value, "\(name) is of the kind \(kind.name), which takes no format", at: format.span,
        hint: "Integer, Decimal and Double take one")
    }
    var digits = decimalDigits ?? FormatSyntax.mostDigits
    if case .integer = kind { digits.fraction = 0...0 }
    return try format.digits(within: digits)
  }

  /// Whether digits are to be grouped, which only numbers can be.
  func isGrouped(_ grouped: SourceSpan?) throws(Diagnostic) -> Bool {
    guard let grouped else { return false }
    guard kind.isGroupable else {
      throw Diagnostic(
        .value, "\(name) is of the kind \(kind.name), which is not grouped", at: grouped)
    }
    return true
  }
}

extension FormatSyntax {
  /// The most digits that a number with a format and no others of its own can show.
  fileprivate static let mostDigits = DecimalDigits(
    integer: ExactDecimal.maximumDigits, fraction: 0...ExactDecimal.maximumDigits)

  /// The digits that the format says, and otherwise those given.
  func digits(
    within digits: DecimalDigits = mostDigits
  ) throws(Diagnostic) -> DecimalDigits {
    let kind = PropertyKind.decimal(
      integerDigits: integer?.value ?? 1, fractionDigits: fraction?.value ?? 0...0)
    do {
      _ = try Property("_", kind).consistent()
    } catch {
      throw Diagnostic(.value, error.message, at: span)
    }
    var digits = digits
    if let integer { digits.integer = integer.value }
    if let fraction { digits.fraction = fraction.value }
    return digits
  }
}
