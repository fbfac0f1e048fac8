import Foundation
import Validation

/// A locale's formats in Foundation's output, for the table of locales and its tests.
enum ReadOff {
  static func symbols(of locale: Locale) -> NumberSymbols {
    let plain = IntegerFormatStyle<Int>(locale: locale)
    let fraction = FloatingPointFormatStyle<Double>(locale: locale)
      .grouping(.never).precision(.fractionLength(1))
    let zero = (0).formatted(plain.grouping(.never)).unicodeScalars.first ?? "0"
    let isDigit = { (scalar: Unicode.Scalar) in (zero.value..<zero.value + 10) ~= scalar.value }
    let decimal = 1.5.formatted(fraction).unicodeScalars.first { !isDigit($0) } ?? "."
    let minus = String(
      String.UnicodeScalarView(
        (-1).formatted(plain.grouping(.never)).unicodeScalars.prefix { !isDigit($0) }))
    let number = (1_234_567_890).formatted(plain).unicodeScalars
    let groups = number.split { !isDigit($0) }
    let separator = number.first { !isDigit($0) }
    let shortest = (1...6).first { digits in
      let number = (1...digits).reduce(0) { value, _ in value * 10 + 1 }
      return !number.formatted(plain).unicodeScalars.allSatisfy(isDigit)
    }
    let primary = groups.last?.count ?? 3
    var symbols = NumberSymbols(
      decimalSeparator: decimal,
      groupingSeparator: separator == decimal ? nil : separator,
      minusSign: minus.isEmpty ? "-" : minus,
      zeroDigit: zero,
      primaryGroupSize: primary,
      secondaryGroupSize: groups.count > 2 ? groups[groups.count - 2].count : primary,
      minimumGroupingDigits: max(1, (shortest ?? primary + 1) - primary))
    let percentage = Array(
      5.formatted(IntegerFormatStyle<Int>.Percent(locale: locale)).unicodeScalars)
    guard let digit = percentage.firstIndex(where: isDigit) else { return symbols }
    symbols.percent = PercentSign(
      prefix: String(String.UnicodeScalarView(percentage[..<digit])),
      suffix: String(String.UnicodeScalarView(percentage[(digit + 1)...])))
    return symbols
  }

  static func dates(of identifier: String) -> DateNotation {
    let locale = Locale(identifier: identifier + "@calendar=gregorian")
    let pattern =
      DateFormatter.dateFormat(fromTemplate: "yyyyMMdd", options: 0, locale: locale) ?? ""
    let parts = pattern.lowercased().filter { "ymd".contains($0) }
    let order = parts.reduce(into: "") { order, part in
      if !order.contains(part) { order.append(part) }
    }
    let scalars = pattern.unicodeScalars.drop { !$0.properties.isAlphabetic }
    let between = scalars.drop { $0.properties.isAlphabetic }
      .prefix { !$0.properties.isAlphabetic }
      // Some locales contain direction marks.
      .filter { $0.properties.generalCategory != .format }
    let sign = String(String.UnicodeScalarView(between.filter { !$0.properties.isWhitespace }))
    let isSpaced = between.last?.properties.isWhitespace ?? false
    let separator = isSpaced && !sign.isEmpty ? sign + " " : sign
    return DateNotation(
      order: order == "dmy" ? .dayMonthYear : order == "mdy" ? .monthDayYear : .yearMonthDay,
      separator: separator.isEmpty ? "-" : separator)
  }
}
