package import Interactors
package import Records
internal import Replies
package import Validation

package struct FieldOptions {
  package var symbols: NumberSymbols
  package var hasOwnLocale = false
  /// The notation of dates; nil for ISO 8601.
  package var dates: DateNotation?
  /// The order of day, month and year in dates with `/`; nil if the locale has no such dates.
  package var slashed: DateOrder?
  package var isGrouped: Bool
  package var digits: DecimalDigits?

  package init(_ notation: FieldNotation, isGrouped: Bool = false, digits: DecimalDigits? = nil) {
    symbols = notation.symbols
    slashed = notation.slashed
    self.isGrouped = isGrouped
    self.digits = digits
  }

  package func format(
    _ property: Property, today: CalendarDate?
  ) throws(WorkspaceError) -> FieldFormat {
    guard let digits else {
      return FieldFormat(
        property, symbols: symbols, isGrouped: isGrouped, dates: dates ?? .iso, slashed: slashed,
        today: today)
    }
    let format = FieldFormat(property, within: digits, symbols: symbols, isGrouped: isGrouped)
    guard let format else { throw .noDigits(property.name) }
    return format
  }
}

package struct FieldLimits {
  package var format: FieldFormat
  package var references: ReferenceKeys?
}

extension TextFieldInteractor {
  package func limit(_ limits: FieldLimits) {
    format = limits.format
    references = limits.references
  }
}

package struct FieldNotation {
  package let locale: String
  package let symbols: NumberSymbols

  package init?(locale: String) {
    guard let symbols = NumberSymbols(localeIdentifier: locale) else { return nil }
    self.locale = locale
    self.symbols = symbols
  }

  /// The language, as in HTML, for example `de-DE`.
  package var language: String {
    String(locale.prefix { $0 != "." && $0 != "@" }).replacing("_", with: "-")
  }

  package var dates: DateNotation { DateNotation(localeIdentifier: locale) }

  package var slashed: DateOrder? { DateOrder(slashesOf: locale) }

  package func text(of value: Value, _ property: Property?) -> String {
    if let property, property.kind.isMasked { return Datum(value, of: property).plainText }
    guard let property = property ?? value.kind.map({ Property("", $0) }) else {
      return FieldFormat(grammar: DoubleGrammar(), symbols: symbols).text(for: value)
    }
    let format = FieldFormat(property, symbols: symbols, isGrouped: property.isGrouped)
    return format.notation.prefix + format.text(for: value) + format.notation.suffix
  }
}

extension Value {
  /// The kind of the value; nil for a decimal or double, which may be a calculated result.
  package var kind: PropertyKind? {
    switch self {
    case .text: .text
    case .integer: .integer
    case .boolean: .boolean
    case .date: .date
    case .dateTime: .dateTime
    case .time: .time(hasSeconds: true)
    case .duration: .duration(hasSeconds: true)
    case .month: .month
    case .percent: .percent(integerDigits: nil, fractionDigits: nil)
    case .reference(let id): .reference(to: id.type)
    case .list(let items): Self.kind(ofList: items)
    case .decimal, .double: nil
    }
  }

  private static func kind(ofList items: [Value]) -> PropertyKind {
    guard let kind = items.first?.kind, items.allSatisfy({ $0.kind == kind }) else {
      return .list(of: .text)
    }
    if case .reference(let type) = kind { return .records(of: type) }
    return .list(of: kind)
  }
}
