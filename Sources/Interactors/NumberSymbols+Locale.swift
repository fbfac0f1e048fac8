public import Foundation
internal import Synchronization
public import Validation

/// What was read off for locales; written by whoever asks for one first.
private let known = Mutex<[String: NumberSymbols]>([:])

extension NumberSymbols {
  /// The symbols of the locale that an identifier such as `de_DE` or `de_DE.UTF-8` names; nil where
  /// there is no such language or region.
  ///
  /// `C`, `POSIX` and an empty identifier mean `en_US`.
  public init?(localeIdentifier identifier: String) {
    let name = identifier.prefix { $0 != "." && $0 != "@" }
    if ["", "C", "POSIX", "en_US"].contains(name) {
      self = .english
      return
    }
    let locale = Locale(identifier: String(name))
    guard let language = locale.language.languageCode, language.isISOLanguage,
      locale.region?.isISORegion ?? true, locale.language.script?.isISOScript ?? true
    else { return nil }
    self.init(locale: locale)
  }

  /// The identifiers of the locales that are known, such as `de_DE`, in order.
  public static var localeIdentifiers: [String] { Locale.availableIdentifiers.sorted() }

  /// The symbols with which a locale writes numbers.
  ///
  /// They are read off what Foundation's `FormatStyle` prints, which groups right in every locale
  /// (`NumberFormatter` does not). That costs some tens of microseconds, once for each locale.
  public init(locale: Locale) {
    self = known.withLock { known in
      if let symbols = known[locale.identifier] { return symbols }
      let symbols = NumberSymbols(readOff: locale)
      known[locale.identifier] = symbols
      return symbols
    }
  }

  private init(readOff locale: Locale) {
    let plain = IntegerFormatStyle<Int>(locale: locale)
    let fraction = FloatingPointFormatStyle<Double>(locale: locale)
      .grouping(.never).precision(.fractionLength(1))
    let zero = (0).formatted(plain.grouping(.never)).unicodeScalars.first ?? "0"
    let isDigit = { (scalar: Unicode.Scalar) in (zero.value..<zero.value + 10) ~= scalar.value }

    let decimal = 1.5.formatted(fraction).unicodeScalars.first { !isDigit($0) } ?? "."
    let minus = String(
      String.UnicodeScalarView(
        (-1).formatted(plain.grouping(.never)).unicodeScalars.prefix { !isDigit($0) }))

    let groups = (1_234_567_890).formatted(plain).unicodeScalars.split { !isDigit($0) }
    let separator = (1_234_567_890).formatted(plain).unicodeScalars.first { !isDigit($0) }
    let shortest = (1...6).first { digits in
      let number = (1...digits).reduce(0) { value, _ in value * 10 + 1 }
      return !number.formatted(plain).unicodeScalars.allSatisfy(isDigit)
    }
    let primary = groups.last?.count ?? 3
    self.init(
      decimalSeparator: decimal,
      groupingSeparator: separator == decimal ? nil : separator,
      minusSign: minus.isEmpty ? "-" : minus,
      zeroDigit: zero,
      primaryGroupSize: primary,
      secondaryGroupSize: groups.count > 2 ? groups[groups.count - 2].count : primary,
      minimumGroupingDigits: max(1, (shortest ?? primary + 1) - primary))
    percent = PercentSign(readOff: locale, isDigit: isDigit)
  }
}

extension PercentSign {
  /// The sign of a locale, read off a percentage of one digit.
  fileprivate init(readOff locale: Locale, isDigit: (Unicode.Scalar) -> Bool) {
    let style = IntegerFormatStyle<Int>.Percent(locale: locale)
    let text = Array(5.formatted(style).unicodeScalars)
    guard let digit = text.firstIndex(where: isDigit), text.count(where: isDigit) == 1 else {
      self = .english
      return
    }
    self.init(
      prefix: String(String.UnicodeScalarView(text[..<digit])),
      suffix: String(String.UnicodeScalarView(text[(digit + 1)...])))
  }
}
