import Foundation
import Interactors
import Records
import Validation

/// Numbers written and parsed in five locales, compared with Foundation.
func numbers(_ table: Table) throws {
  table.begin(
    "Numbers in locales", "`1234567.89` with digit groups, written and read by an existing format.")
  let property = Property("amount", .decimal(integerDigits: 8, fractionDigits: 2...2))
  let amount: ExactDecimal = 1234567.89
  for identifier in ["en_US", "de_DE", "fr_CH", "hi_IN", "ar_EG"] {
    let locale = Locale(identifier: identifier)
    let format = FieldFormat(property, symbols: NumberSymbols(locale: locale), isGrouped: true)
    let formatter = NumberFormatter()
    formatter.locale = locale
    formatter.numberStyle = .decimal
    formatter.minimumFractionDigits = 2
    let number = NSDecimalNumber(string: amount.description)
    let (text, other) = (format.text(for: .decimal(amount)), formatter.string(from: number) ?? "")
    table.compare("written, \(identifier)", to: "NumberFormatter") {
      least { keep(format.text(for: .decimal(amount))) }
    } _: {
      least { keep(formatter.string(from: number)) }
    }
    table.compare("read, \(identifier)", to: "NumberFormatter") {
      least { precondition(format.value(of: text) == .decimal(amount), text) }
    } _: {
      least { precondition(formatter.number(from: other) != nil, other) }
    }
  }
}
