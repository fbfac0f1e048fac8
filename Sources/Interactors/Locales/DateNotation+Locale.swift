public import Validation

extension DateNotation {
  /// The notation of the locale that an identifier such as `de_DE` or `de_DE.UTF-8` names, in the
  /// Gregorian calendar: `21.11.2026`.
  ///
  /// `C`, `POSIX` and an empty identifier mean `en_US`. White space after the sign of a separator
  /// is one space, as in `21. 11. 2026`, and after the last part there is no separator.
  public init(localeIdentifier identifier: String) {
    self = LocaleSymbols.symbols(of: LocaleName(identifier)).dates
  }

}

extension DateOrder {
  /// The order in which the locale of an identifier writes a date with `/`.
  ///
  /// It is nil where the year comes first or the locale writes points, and for `C`, `POSIX` and an
  /// empty identifier, which say nothing of an order.
  public init?(slashesOf identifier: String) {
    let text = identifier.prefix { $0 != "." && $0 != "@" }
    if ["", "C", "POSIX"].contains(text) { return nil }
    let dates = DateNotation(localeIdentifier: identifier)
    if dates.order == .yearMonthDay || dates.separator.hasPrefix(".") { return nil }
    self = dates.order
  }
}
