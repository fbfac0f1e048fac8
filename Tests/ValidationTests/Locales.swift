import Validation

struct Locale: Sendable, CustomStringConvertible {
  var description: String
  var symbols: ReferenceSymbols

  var numberSymbols: NumberSymbols {
    NumberSymbols(
      decimalSeparator: symbols.point.unicodeScalars.first!,
      groupingSeparator: symbols.separator?.unicodeScalars.first, minusSign: symbols.minus,
      zeroDigit: Unicode.Scalar(symbols.zero)!, primaryGroupSize: symbols.primary,
      secondaryGroupSize: symbols.secondary, minimumGroupingDigits: symbols.minimum)
  }

  func format(
    _ grammar: any Grammar, prefix: String = "", suffix: String = ""
  ) -> FieldFormat {
    FieldFormat(
      grammar: grammar, symbols: numberSymbols, isGrouped: symbols.isGrouped, prefix: prefix,
      suffix: suffix)
  }

  func grouped(_ primary: Int = 3, _ secondary: Int = 3, minimum: Int = 1) -> Locale {
    var locale = self
    locale.description += " grouped \(primary) \(secondary) from \(minimum)"
    locale.symbols.primary = primary
    locale.symbols.secondary = secondary
    locale.symbols.minimum = minimum
    locale.symbols.isGrouped = true
    return locale
  }

  static let english = Locale(description: "en", symbols: ReferenceSymbols())
  static let german = Locale(
    description: "de", symbols: ReferenceSymbols(point: ",", separator: "."))
  static let french = Locale(
    description: "fr", symbols: ReferenceSymbols(point: ",", separator: "\u{202F}"))
  static let swiss = Locale(
    description: "de_CH", symbols: ReferenceSymbols(separator: "\u{2019}"))
  static let swedish = Locale(
    description: "sv", symbols: ReferenceSymbols(point: ",", separator: "\u{A0}", minus: "\u{2212}")
  )
  static let arabic = Locale(
    description: "ar",
    symbols: ReferenceSymbols(
      point: "\u{66B}", separator: "\u{66C}", minus: "\u{61C}-", zero: 0x660))
  static let persian = Locale(
    description: "fa",
    symbols: ReferenceSymbols(
      point: "\u{66B}", separator: "\u{66C}", minus: "\u{200E}\u{2212}", zero: 0x6F0))
  static let kashmiri = Locale(
    description: "ks",
    symbols: ReferenceSymbols(
      point: "\u{66B}", separator: "\u{66C}", minus: "\u{200E}-\u{200E}", zero: 0x6F0))
  static let indian = english.grouped(3, 2)
  static let all = [
    english, german, french, swiss, swedish, arabic, persian, kashmiri, indian, english.grouped(),
    german.grouped(), french.grouped(), swedish.grouped(3, 3, minimum: 2), arabic.grouped(3, 2),
    persian.grouped(), kashmiri.grouped(),
  ]
}
