public import Validation

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension NumberSymbols {
  /// Creates the symbols of a locale such as `de_DE` or `de_DE.UTF-8`; nil if the language, script
  /// or region is unknown.
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

  /// The sorted identifiers of the locales that Foundation lists, such as `de_DE`.
  public static var localeIdentifiers: [String] { LocaleSymbols.identifiers }

  /// Creates the symbols of a locale, as used by Foundation's `FormatStyle`.
  ///
  /// They come from a table of all locales, which is parsed on first use.
  public init(locale: Locale) {
    let name = LocaleName(locale.identifier)
    self = LocaleSymbols.symbols(of: name).numbers(in: name.numbers)
    #if canImport(Darwin)
      // Users may have chosen their own separators in the system settings.
      let own = locale.decimalSeparator?.unicodeScalars.first ?? decimalSeparator
      guard own != decimalSeparator else { return }
      decimalSeparator = own
      groupingSeparator = locale.groupingSeparator?.unicodeScalars.first { $0 != own }
    #endif
  }
}

extension DateNotation {
  /// Creates the date notation of a locale such as `de_DE` or `de_DE.UTF-8`, in the Gregorian
  /// calendar: `21.11.2026`.
  ///
  /// `C`, `POSIX` and an empty identifier mean `en_US`. White space after a separator becomes one
  /// space, as in `21. 11. 2026`, and a separator after the last part is dropped.
  public init(localeIdentifier identifier: String) {
    self = LocaleSymbols.symbols(of: LocaleName(identifier)).dates
  }
}

extension DateOrder {
  /// Creates the order of day and month in dates that users of a locale type with `/`.
  ///
  /// Nil if the year comes first, if the locale uses dots, and for `C`, `POSIX` and an empty
  /// identifier, which do not imply an order.
  public init?(slashesOf identifier: String) {
    let text = identifier.prefix { $0 != "." && $0 != "@" }
    if ["", "C", "POSIX"].contains(text) { return nil }
    let dates = DateNotation(localeIdentifier: identifier)
    if dates.order == .yearMonthDay || dates.separator.hasPrefix(".") { return nil }
    self = dates.order
  }
}

struct LocaleSymbols: Sendable {
  /// The numbering systems for which locales may have symbols of their own in addition to the
  /// default one; other systems use the symbols of `latn`.
  static let systems = ["latn", "arab", "arabext", "native"]

  /// The symbols of the default numbering system, then of each of ``systems``; empty for English.
  private var rows: [NumberSymbols]
  var dates: DateNotation

  private static let english = LocaleSymbols(
    rows: [], dates: DateNotation(order: .monthDayYear, separator: "/"))

  static var identifiers: [String] { all.filter(\.value.isListed).keys.sorted() }

  private static let all: [String: (symbols: LocaleSymbols, isListed: Bool)] = {
    let rows = LocaleTable.symbols.records.map(NumberSymbols.init(fields:))
    var all: [String: (symbols: LocaleSymbols, isListed: Bool)] = [:]
    for (text, isListed) in [(LocaleTable.locales, true), (LocaleTable.others, false)] {
      for words in text.records {
        let numbers = words[..<5].compactMap { Int($0) }
        let symbols = LocaleSymbols(
          rows: numbers.map { rows[$0] }, dates: DateNotation(field: words[5]))
        for identifier in words[6...] { all[identifier] = (symbols, isListed) }
      }
    }
    return all
  }()

  /// The symbols of a region for languages that Foundation does not list in that region.
  private struct Region: Sendable {
    /// Only separators and group sizes.
    var symbols: NumberSymbols
    var dates: DateNotation?
    /// Whether all languages use the region's dates, not only the languages in `following`.
    var isImposing: Bool

    static let all: [String: Region] = {
      var all: [String: Region] = [:]
      for words in LocaleTable.regionSymbols.records {
        let region = Region(
          symbols: NumberSymbols(fields: [words[0], words[1], "2d", "30"] + words[2...3] + ["1"]),
          dates: words[4] == "-" ? nil : DateNotation(field: words[4]),
          isImposing: words[5] == "all")
        for code in words[6...] { all[code] = region }
      }
      return all
    }()
  }

  private static let following = Set(LocaleTable.following.records.joined())

  /// For a locale that Foundation does not list, combines the symbols of its language with the
  /// region's separators; for an unknown language, uses English symbols.
  static func symbols(of name: LocaleName) -> LocaleSymbols {
    let exact = [
      name.identifier(), name.identifier(withoutVariant: true),
      name.identifier(withoutScript: true, withoutVariant: true),
    ]
    if let found = exact.lazy.compactMap({ all[$0]?.symbols }).first { return found }
    let wide = [
      name.identifier(withoutRegion: true, withoutVariant: true),
      name.identifier(withoutScript: true, withoutRegion: true, withoutVariant: true),
    ]
    guard var symbols = wide.lazy.compactMap({ all[$0]?.symbols }).first else { return english }
    guard let code = name.region, let region = Region.all[code] ?? Region.all["none"] else {
      return symbols
    }
    for index in symbols.rows.indices { symbols.rows[index].takeSeparators(region.symbols) }
    if let dates = region.dates, region.isImposing || following.contains(name.language) {
      symbols.dates = dates
    }
    return symbols
  }

  func numbers(in system: String?) -> NumberSymbols {
    guard let usual = rows.first else { return .english }
    guard let system else { return usual }
    if let index = Self.systems.firstIndex(of: system) { return rows[index + 1] }
    guard let zero = LocaleTable.zeros.alias(of: system) else { return usual }
    var symbols = rows[1]
    symbols.zeroDigit = Unicode.Scalar(hexadecimal: zero)
    return symbols
  }
}

extension StaticString {
  fileprivate var records: [[String]] {
    "\(self)".split(separator: ";").map { record in
      record.split { $0 == " " || $0 == "\n" }.map(String.init)
    }.filter { !$0.isEmpty }
  }
}

extension NumberSymbols {
  /// The fields are the separators, the minus sign, the zero, the group sizes, the minimum number
  /// of digits before a grouping separator, and the prefix and suffix of percentages.
  fileprivate init(fields: [String]) {
    self.init(
      decimalSeparator: Unicode.Scalar(hexadecimal: fields[0]),
      groupingSeparator: fields[1] == "-" ? nil : Unicode.Scalar(hexadecimal: fields[1]),
      minusSign: String(hexadecimal: fields[2]), zeroDigit: Unicode.Scalar(hexadecimal: fields[3]),
      primaryGroupSize: Int(fields[4]) ?? 3, secondaryGroupSize: Int(fields[5]) ?? 3,
      minimumGroupingDigits: Int(fields[6]) ?? 1)
    if fields.count > 8 {
      percent = PercentSign(
        prefix: String(hexadecimal: fields[7]), suffix: String(hexadecimal: fields[8]))
    }
  }

  /// Copies group sizes and separators from a region, but keeps Arabic separators.
  fileprivate mutating func takeSeparators(_ region: NumberSymbols) {
    primaryGroupSize = region.primaryGroupSize
    secondaryGroupSize = region.secondaryGroupSize
    guard decimalSeparator != "\u{66B}" else { return }
    decimalSeparator = region.decimalSeparator
    groupingSeparator = region.groupingSeparator
  }
}

extension DateNotation {
  /// Parses a field such as `dmy.`, in which `_` is a space.
  fileprivate init(field: String) {
    let order: DateOrder =
      field.hasPrefix("dmy")
      ? .dayMonthYear : field.hasPrefix("mdy") ? .monthDayYear : .yearMonthDay
    self.init(
      order: order, separator: String(field.dropFirst(3).map { $0 == "_" ? " " : $0 }))
  }
}

extension Unicode.Scalar {
  fileprivate init(hexadecimal text: String) {
    self = UInt32(text, radix: 16).flatMap(Unicode.Scalar.init) ?? "\u{FFFD}"
  }
}

extension String {
  /// Parses code points such as `200e_2d`; `-` means an empty text.
  fileprivate init(hexadecimal text: String) {
    let scalars = text == "-" ? [] : text.split(separator: "_")
    self.init(String.UnicodeScalarView(scalars.map { Unicode.Scalar(hexadecimal: String($0)) }))
  }
}
