internal import Foundation
internal import Synchronization
public import Validation

/// What was read off for locales; written by whoever asks for one first.
private let known = Mutex<[String: DateNotation]>([:])

extension DateNotation {
  /// The notation of the locale that an identifier such as `de_DE` or `de_DE.UTF-8` names, in the
  /// Gregorian calendar: `21.11.2026`.
  ///
  /// `C`, `POSIX` and an empty identifier mean `en_US`. White space after the sign of a separator
  /// is one space, as in `21. 11. 2026`, and after the last part there is no separator. The first
  /// time it costs some hundreds of microseconds.
  public init(localeIdentifier identifier: String) {
    let name = String(identifier.prefix { $0 != "." && $0 != "@" })
    self = known.withLock { known in
      if let notation = known[name] { return notation }
      let notation = DateNotation(readOff: ["", "C", "POSIX"].contains(name) ? "en_US" : name)
      known[name] = notation
      return notation
    }
  }

  /// The order in which the locale writes a date with `/`; nil where the year comes first, or the
  /// locale writes points.
  public var slashed: DateOrder? {
    order == .yearMonthDay || separator.hasPrefix(".") ? nil : order
  }

  private init(readOff name: String) {
    let locale = Locale(identifier: name + "@calendar=gregorian")
    let pattern =
      DateFormatter.dateFormat(fromTemplate: "yyyyMMdd", options: 0, locale: locale) ?? ""
    let parts = pattern.lowercased().filter { "ymd".contains($0) }
    let order = parts.reduce(into: "") { order, part in
      if !order.contains(part) { order.append(part) }
    }
    let scalars = pattern.unicodeScalars.drop { !$0.properties.isAlphabetic }
    let between = scalars.drop { $0.properties.isAlphabetic }
      .prefix { !$0.properties.isAlphabetic }
      // Marks of direction are there in some locales.
      .filter { $0.properties.generalCategory != .format }
    let sign = String(String.UnicodeScalarView(between.filter { !$0.properties.isWhitespace }))
    let isSpaced = between.last?.properties.isWhitespace ?? false
    let separator = isSpaced && !sign.isEmpty ? sign + " " : sign
    self.init(
      order: order == "dmy" ? .dayMonthYear : order == "mdy" ? .monthDayYear : .yearMonthDay,
      separator: separator.isEmpty ? Self.iso.separator : separator)
  }
}
