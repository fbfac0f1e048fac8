/// The meaning of a group of digits in a date or time.
public enum CalendarPart: Int, CaseIterable, Sendable {
  /// A part of a date.
  case year, month, day
  /// A part of a time of day.
  case hour, minute, second

  /// In digits.
  package var width: Int { self == .year ? 4 : 2 }

  package var values: ClosedRange<Int> {
    switch self {
    case .year: 1...9999
    case .month: 1...12
    case .day: 1...31
    case .hour: 0...23
    case .minute, .second: 0...59
    }
  }

  /// Why the number is out of range; nil if it is valid.
  ///
  /// - Parameter written: the number to show, if its digits are not ASCII.
  package func objection(to number: Int, written: String? = nil) -> String? {
    values.contains(number) ? nil : "\(written ?? number.padded(width)) is no \(self)"
  }

  /// - Throws: ``Violation`` for the first part out of range.
  static func check(_ parts: (CalendarPart, Int)...) throws(Violation) {
    for (part, number) in parts where !part.values.contains(number) {
      throw Violation(kind: .value, .noSuchPart(part, number))
    }
  }

  package static func objection(hour: Int = 0, minute: Int, second: Int?) -> String? {
    CalendarPart.hour.objection(to: hour) ?? CalendarPart.minute.objection(to: minute)
      ?? second.flatMap { CalendarPart.second.objection(to: $0) }
  }
}
