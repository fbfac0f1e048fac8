internal import Values

extension SQLFunctions {
  /// `fixed_moment(value)`: returns the value; fails if a date function would read it as the
  /// current time.
  static func fixedMoment(_ arguments: any SQLArguments) -> SQLResult {
    switch arguments[0] {
    case .text, .blob:
      if let text = arguments.text(0), let message = impurity(of: text, isMoment: true) {
        return .failure(message)
      }
    case .null, .integer, .real: break
    }
    return .argument(0)
  }

  static func durationText(_ arguments: any SQLArguments) -> SQLResult {
    if arguments.isNull(0) { return .value(.null) }
    let span = TimeSpan(seconds: arguments.integer(0))
    return .value(.text(span.description(withSeconds: arguments.integer(1) != 0)))
  }

  static func impurity(of text: String, isMoment: Bool) -> String? {
    // A quick check, because this runs for each row.
    switch text.utf8.first.map({ Unicode.Scalar($0 | 0x20) }) {
    case "l", "n", "s", "u": break
    default: return nil
    }
    // A date function reads up to the first NUL.
    let word = text.utf8.prefix { $0 != 0 }
    guard word.count < 10 else { return nil }
    return switch String(Substring(word)).asciiLowercased {
    case "now": Self.present("now")
    case "subsec" where isMoment: Self.present("subsec")
    case "subsecond" where isMoment: Self.present("subsecond")
    case "localtime", "utc":
      "'\(text)' depends on the computer's time zone and cannot be used in an expression"
    default: nil
    }
  }

  private static func present(_ word: String) -> String {
    "'\(word)' depends on the clock and cannot be used in an expression; use :now"
  }

  /// `months_between(day, later)`: the maximum number of months that, added to the first day, does
  /// not exceed the second day; negative if the days are in reverse order.
  static func monthsBetween(_ arguments: any SQLArguments) -> SQLResult {
    guard !arguments.isNull(0), !arguments.isNull(1) else { return .null }
    var days: [CalendarDate] = []
    for place in 0...1 {
      let text = arguments.text(place) ?? ""
      guard let day = try? CalendarDate(reading: String(text.prefix(10))) else {
        return .failure("months_between() needs dates, not \"\(text.prefix(40))\"")
      }
      days.append(day)
    }
    let isReversed = days[1].daysSince1970 < days[0].daysSince1970
    let (first, last) = isReversed ? (days[1], days[0]) : (days[0], days[1])
    var months = (last.year - first.year) * 12 + last.month - first.month
    if last.day < min(first.day, CalendarDate.days(inMonth: last.month, of: last.year)) {
      months -= 1
    }
    return .value(.integer(isReversed ? -months : months))
  }

  /// `read_date(text, format)`: the date; NULL if the text does not match the format.
  static func readDate(_ arguments: any SQLArguments) -> SQLResult {
    guard let text = arguments.text(0), !arguments.isNull(1),
      let format = kept(arguments, 1, DateFormat.init)
    else { return .null }
    guard format.isValid else {
      return .failure(
        "the format of read_date() needs one day (d, dd), one month (m, mm) and one year (yy, yyyy), "
          + "as in \"dd.mm.yyyy\"")
    }
    return .value(SQLValue(format.day(in: text)?.description))
  }

  /// `duration(seconds)`: the number of seconds, rounded to an integer.
  static func duration(_ arguments: any SQLArguments) -> SQLResult {
    switch arguments[0] {
    case .null: return .null
    case .integer: return .argument(0)
    case .real, .text, .blob:
      let text = arguments.text(0) ?? ""
      guard let seconds = Double(text), let whole = Int(exactly: seconds.rounded()) else {
        return .failure("duration() needs a number of seconds, not \"\(text.prefix(40))\"")
      }
      return .value(.integer(whole))
    }
  }

  /// `add_months(day, months)`: the same day of another month, or its last day if it is shorter.
  static func addMonths(_ arguments: any SQLArguments) -> SQLResult {
    guard !arguments.isNull(0), !arguments.isNull(1), let text = arguments.text(0) else {
      return .null
    }
    guard let day = try? CalendarDate(reading: String(text.prefix(10))) else {
      return .failure("add_months() needs a date, not \"\(text.prefix(40))\"")
    }
    let count = arguments.integer(1)
    let (months, isTooFar) = (day.year * 12 + day.month - 1).addingReportingOverflow(count)
    let (year, month) = months.quotientAndRemainder(dividingBy: 12)
    guard !isTooFar, (1...9999).contains(year) else {
      return .failure("\(day) + \(count) months is outside the years 0001 to 9999")
    }
    let last = CalendarDate.days(inMonth: month + 1, of: year)
    return .value(
      SQLValue(CalendarDate(year: year, month: month + 1, day: min(day.day, last))?.description))
  }
}

/// A date format such as `dd.mm.yyyy`.
///
/// `d` and `m` match one or two digits, `dd` and `mm` two, `yyyy` four and `yy` two, of which 69 to
/// 99 are in the 20th century. Other characters match themselves.
final class DateFormat {
  private enum Part {
    case sign(Unicode.Scalar)
    case day(Int)
    case month(Int)
    case year(Int)
  }

  private let parts: [Part]
  /// Whether day, month and year each occur once, with a valid number of letters.
  let isValid: Bool

  init(_ format: String) {
    var parts: [Part] = []
    var rest = format.unicodeScalars[...]
    var (days, months, years) = ([Int](), [Int](), [Int]())
    while let first = rest.first {
      let run = rest.prefix { $0 == first }
      switch first {
      case "d":
        days.append(run.count)
        parts.append(.day(run.count))
      case "m":
        months.append(run.count)
        parts.append(.month(run.count))
      case "y":
        years.append(run.count)
        parts.append(.year(run.count))
      default: parts += run.map(Part.sign)
      }
      rest = rest.dropFirst(run.count)
    }
    self.parts = parts
    isValid =
      [[1], [2]].contains(days) && [[1], [2]].contains(months) && [[2], [4]].contains(years)
  }

  func day(in text: String) -> CalendarDate? {
    var rest = text.unicodeScalars[...]
    var (day, month, year) = (0, 0, 0)
    func number(_ digits: Int, orMore most: Int) -> Int? {
      let run = rest.prefix(most).prefix { ("0"..."9").contains($0) }
      guard run.count >= digits, let number = Int(String(run)) else { return nil }
      rest = rest.dropFirst(run.count)
      return number
    }
    for part in parts {
      switch part {
      case .sign(let sign):
        guard rest.popFirst() == sign else { return nil }
      case .day(let digits):
        guard let number = number(digits, orMore: 2) else { return nil }
        day = number
      case .month(let digits):
        guard let number = number(digits, orMore: 2) else { return nil }
        month = number
      case .year(let digits):
        guard let number = number(digits, orMore: digits) else { return nil }
        year = digits == 2 ? number + (number < 69 ? 2000 : 1900) : number
      }
    }
    return rest.isEmpty ? CalendarDate(year: year, month: month, day: day) : nil
  }
}
