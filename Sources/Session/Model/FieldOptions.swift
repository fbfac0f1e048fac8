internal import CommandLanguage
internal import Interactors
internal import Records
internal import Validation

/// How a field writes its values, and what it takes of those that its property allows.
struct FieldOptions {
  var symbols: NumberSymbols
  /// Whether the symbols are those of a locale of its own, not the session's.
  var hasOwnLocale = false
  /// How dates are written; nil as ISO 8601 has it.
  var dates: DateNotation?
  var isGrouped: Bool
  /// What narrows the digits of the property.
  var digits: DecimalDigits?

  /// The format of a field with these options.
  func format(_ property: Property, at span: SourceSpan) throws(Diagnostic) -> FieldFormat {
    guard let digits else {
      return FieldFormat(
        property, symbols: symbols, isGrouped: isGrouped, dates: dates ?? .iso)
    }
    let format = FieldFormat(property, within: digits, symbols: symbols, isGrouped: isGrouped)
    guard let format else {
      throw Diagnostic(
        .value, "no value of \(property.name) has the digits of the format", at: span)
    }
    return format
  }
}
