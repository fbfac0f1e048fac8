public import Validation

extension DateNotation {
  /// Creates the date notation of a locale such as `de_DE` or `de_DE.UTF-8`, in the Gregorian
  /// calendar: `21.11.2026`.
  ///
  /// `C`, `POSIX` and an empty identifier mean `en_US`. White space after a separator is one space,
  /// as in `21. 11. 2026`, and there is no separator after the last part.
  public init(localeIdentifier identifier: String) {
    self = LocaleSymbols.symbols(of: LocaleName(identifier)).dates
  }

}

extension DateOrder {
  /// Creates the order of dates that a locale writes with `/`.
  ///
  /// Nil if the year comes first, if the locale uses points, and for `C`, `POSIX` and an empty
  /// identifier, which do not imply an order.
  public init?(slashesOf identifier: String) {
    let text = identifier.prefix { $0 != "." && $0 != "@" }
    if ["", "C", "POSIX"].contains(text) { return nil }
    let dates = DateNotation(localeIdentifier: identifier)
    if dates.order == .yearMonthDay || dates.separator.hasPrefix(".") { return nil }
    self = dates.order
  }
}
