internal import Validation

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The notation, names and sentences of a locale, and a time zone.
struct LocaleSettings: Equatable {
  let symbols: NumberSymbols
  let table: StringTable
  let timeZone: TimeZone?
  private let identifier: String

  /// - Parameter table: The sentences; nil for the table of the locale's language.
  init(_ locale: Locale, _ timeZone: TimeZone?, _ table: StringTable? = nil) {
    identifier = locale.identifier
    symbols = NumberSymbols(locale: locale)
    self.table = table ?? StringTable(localeIdentifier: identifier) ?? .english
    self.timeZone = timeZone
  }

  var calendar: CalendarNotation {
    CalendarNotation(localeIdentifier: identifier, timeZone: timeZone)
  }

  func displayName(of choice: String, _ propertyName: String) -> String? {
    table["choice.\(propertyName).\(choice)"] ?? table["choice.\(choice)"]
  }

  func format(_ format: FieldFormat, of propertyName: String) -> FieldFormat {
    let calendar = calendar
    return format.localized(
      symbols, dates: calendar.dates, slashed: DateOrder(slashesOf: identifier),
      zoneOffset: calendar.zoneOffset, booleanNames: table.booleanNames
    ) { displayName(of: $0, propertyName) }
  }
}
