/// What a run of digits in a date or a time means.
enum CalendarPart: Int, CaseIterable, Sendable {
  case year, month, day, hour, minute, second

  /// The number of digits it is written with.
  var width: Int { self == .year ? 4 : 2 }

  /// The numbers it can be, whatever the others are.
  var values: ClosedRange<Int> {
    switch self {
    case .year: 1...9999
    case .month: 1...12
    case .day: 1...31
    case .hour: 0...23
    case .minute, .second: 0...59
    }
  }

  var name: String { "\(self)" }
}
