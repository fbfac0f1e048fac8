public import Validation

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension NumberSymbols {
  /// The symbols of the locale that an identifier such as `de_DE` or `de_DE.UTF-8` names; nil where
  /// there is no such language or region.
  ///
  /// `C`, `POSIX` and an empty identifier mean `en_US`. The digits are those of the numbering system
  /// that the identifier asks for, if it does: `ar_EG@numbers=latn`, `ar-EG-u-nu-latn`.
  public init?(localeIdentifier identifier: String) {
    // Spares a start the reading of the table.
    if ["", "C", "POSIX", "en_US"].contains(identifier.prefix { $0 != "." }) {
      self = .english
      return
    }
    let name = LocaleName(identifier)
    guard name.isKnown else { return nil }
    self = LocaleSymbols.symbols(of: name).numbers(in: name.numbers)
  }

  /// The identifiers of the locales that are known, such as `de_DE`, in order.
  public static var localeIdentifiers: [String] { LocaleSymbols.identifiers }

  /// The symbols with which a locale writes numbers, as Foundation's `FormatStyle` prints them.
  ///
  /// They come from a table of all locales, which is read when the first is asked for.
  public init(locale: Locale) {
    let name = LocaleName(locale.identifier)
    self = LocaleSymbols.symbols(of: name).numbers(in: name.numbers)
    #if canImport(Darwin)
      // A person may have chosen others than the locale has.
      let own = locale.decimalSeparator?.unicodeScalars.first ?? decimalSeparator
      guard own != decimalSeparator else { return }
      decimalSeparator = own
      groupingSeparator = locale.groupingSeparator?.unicodeScalars.first { $0 != own }
    #endif
  }
}
