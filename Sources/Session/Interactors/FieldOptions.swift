internal import CommandLanguage
internal import Interactors
internal import Records
internal import Replies
internal import Validation

/// How a field formats and restricts the values of its property.
struct FieldOptions {
  var symbols: NumberSymbols
  /// Whether the symbols come from its own locale instead of the session's.
  var hasOwnLocale = false
  /// The date format; nil for ISO 8601.
  var dates: DateNotation?
  /// The locale's order of dates with `/`; nil if there is none.
  var slashed: DateOrder?
  var isGrouped: Bool
  var digits: DecimalDigits?

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

struct FieldLimits {
  var format: FieldFormat
  var references: ReferenceKeys?
}

extension TextFieldInteractor {
  func limit(_ limits: FieldLimits) {
    format = limits.format
    references = limits.references
  }
}

struct FieldNotation {
  let locale: String
  let symbols: NumberSymbols

  init?(locale: String) {
    guard let symbols = NumberSymbols(localeIdentifier: locale) else { return nil }
    self.locale = locale
    self.symbols = symbols
  }

  /// The language as in HTML, `de-DE`.
  var language: String {
    String(locale.prefix { $0 != "." && $0 != "@" }).replacing("_", with: "-")
  }

  var dates: DateNotation { DateNotation(localeIdentifier: locale) }

  /// The order in which a date can be typed with `/`; nil if the locale has none.
  var slashed: DateOrder? { DateOrder(slashesOf: locale) }

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
  /// The digits of a number format; omitted ones come from the property.
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

  /// Whether digits are grouped; throws if the kind does not allow it.
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
  /// The maximum digits of a number without a limit of its own.
  fileprivate static let mostDigits = DecimalDigits(
    integer: ExactDecimal.maximumDigits, fraction: 0...ExactDecimal.maximumDigits)

  /// The digits of the format; omitted ones come from `digits`.
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
