public import Validation

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension NumberSymbols {
  /// Creates the symbols of a locale such as `de_DE` or `de_DE.UTF-8`; nil if the language or
  /// region is unknown.
  ///
  /// `C`, `POSIX` and an empty identifier mean `en_US`. The identifier may specify the numbering
  /// system: `ar_EG@numbers=latn`, `ar-EG-u-nu-latn`.
  public init?(localeIdentifier identifier: String) {
    // Avoids parsing the table at startup.
    if ["", "C", "POSIX", "en_US"].contains(identifier.prefix { $0 != "." }) {
      self = .english
      return
    }
    let name = LocaleName(identifier)
    guard name.isKnown else { return nil }
    self = LocaleSymbols.symbols(of: name).numbers(in: name.numbers)
  }

  /// The sorted identifiers of all known locales, such as `de_DE`.
  public static var localeIdentifiers: [String] { LocaleSymbols.identifiers }

  /// Creates the symbols of a locale, as used by Foundation's `FormatStyle`.
  ///
  /// They come from a table of all locales, which is parsed on first use.
  public init(locale: Locale) {
    let name = LocaleName(locale.identifier)
    self = LocaleSymbols.symbols(of: name).numbers(in: name.numbers)
    #if canImport(Darwin)
      // The user may have chosen separators that differ from the locale's.
      let own = locale.decimalSeparator?.unicodeScalars.first ?? decimalSeparator
      guard own != decimalSeparator else { return }
      decimalSeparator = own
      groupingSeparator = locale.groupingSeparator?.unicodeScalars.first { $0 != own }
    #endif
  }
}
