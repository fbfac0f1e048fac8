/// How dates are written in digits: the order of the parts and the separator.
public struct DateNotation: Hashable, Sendable {
  /// The order of year, month and day.
  public var order: DateOrder
  /// The text between two parts; without digits.
  public var separator: String

  /// `2026-11-21`, as in ISO 8601.
  public static let iso = DateNotation(order: .yearMonthDay, separator: "-")

  /// `21.11.2026`
  static let points = DateNotation(order: .dayMonthYear, separator: ".")

  /// Creates a notation of an order and a separator.
  public init(order: DateOrder, separator: String) {
    self.order = order
    self.separator = separator
  }

  /// For display, for example `dd.mm.yyyy`.
  var pattern: String {
    order.parts.map { $0 == .year ? "yyyy" : $0 == .month ? "mm" : "dd" }
      .joined(separator: separator)
  }
}

/// The order in which the parts of a date are written.
public enum DateOrder: Hashable, Sendable {
  /// `2026-11-21`
  case yearMonthDay
  /// `21.11.2026`
  case dayMonthYear
  /// `11/21/2026`
  case monthDayYear

  var parts: [CalendarPart] {
    switch self {
    case .yearMonthDay: [.year, .month, .day]
    case .dayMonthYear: [.day, .month, .year]
    case .monthDayYear: [.month, .day, .year]
    }
  }
}
