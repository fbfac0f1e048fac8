package import Interactors
package import Records
package import Replies
package import Validation
package import Values

package final class LocalDisplay {
  /// The notation of the locale; nil to format values as in commands.
  package var notation: (symbols: NumberSymbols, calendar: CalendarNotation)?

  package init() {}

  /// - Parameter plain: The value as written in commands.
  package func datum(
    _ value: Value?, _ plain: Datum, of property: Property?, _ kind: PropertyKind?
  ) -> Datum {
    guard let notation, let value, kind?.isMasked != true else { return plain }
    if case .list(let items) = value, case .list(let texts) = plain {
      let kind = kind?.item
      return .list(
        zip(items, texts).map { datum($0, $1, of: property?.item, kind) })
    }
    return text(of: value, plain, property, kind, notation).map(Datum.text) ?? plain
  }

  private func text(
    of value: Value, _ plain: Datum, _ property: Property?, _ kind: PropertyKind?,
    _ notation: (symbols: NumberSymbols, calendar: CalendarNotation)
  ) -> String? {
    switch value {
    case .integer, .decimal, .double:
      let written = plain.plainText
      guard let number = ExactDecimal(written) else {
        return FieldFormat(grammar: DoubleGrammar(), symbols: notation.symbols).text(for: value)
      }
      let digits = written.split(separator: ".", maxSplits: 1).dropFirst().first?.count ?? 0
      return number.formatted(
        minimumFractionDigits: digits, maximumFractionDigits: digits, maximumIntegerDigits: nil,
        symbols: notation.symbols, isGrouped: property?.isGrouped ?? false)
    case .percent: return value.text(ofPercent: kind, notation.symbols)
    case .date, .time, .dateTime:
      return notation.calendar.text(of: value, kind, notation.symbols)
    case .text, .boolean, .duration, .month, .reference, .list: return nil
    }
  }
}
