/// What a run of digits in a date or a time means.
public enum CalendarPart: Int, CaseIterable, Sendable {
  /// A part of a date.
  case year, month, day
  /// A part of a time of day.
  case hour, minute, second

  /// The number of digits it is written with.
  package var width: Int { self == .year ? 4 : 2 }

  /// The numbers it can be, whatever the others are.
  package var values: ClosedRange<Int> {
    switch self {
    case .year: 1...9999
    case .month: 1...12
    case .day: 1...31
    case .hour: 0...23
    case .minute, .second: 0...59
    }
  }

  /// Why no such part has this number; nil if one has.
  ///
  /// - Parameter written: the number as it is to be named, where its digits are not those of ASCII.
  package func objection(to number: Int, written: String? = nil) -> String? {
    values.contains(number) ? nil : "\(written ?? number.padded(width)) is no \(self)"
  }

  /// Checks that parts have numbers that there are.
  ///
  /// - Throws: ``Violation`` about the first of which there is no such part.
  static func check(_ parts: (CalendarPart, Int)...) throws(Violation) {
    for (part, number) in parts where !part.values.contains(number) {
      throw Violation(kind: .value, .noSuchPart(part, number))
    }
  }

  /// Why there is no such time of day, or no such part of an hour; nil if there is one.
  package static func objection(hour: Int = 0, minute: Int, second: Int?) -> String? {
    CalendarPart.hour.objection(to: hour) ?? CalendarPart.minute.objection(to: minute)
      ?? second.flatMap { CalendarPart.second.objection(to: $0) }
  }
}
