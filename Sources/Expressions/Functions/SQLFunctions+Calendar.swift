internal import Records

extension SQLFunctions {
  /// `calendar(result, moment, modifier…)`: the result of a date function for the other arguments;
  /// fails for a date outside the years 1 to 9999, for an invalid modifier, and for arguments such
  /// as `now`.
  ///
  /// For dates outside these years SQLite returns NULL, which would clear a property, or a year that cannot be
  /// written.
  static func calendar(_ arguments: any SQLArguments) -> SQLResult {
    guard arguments.count > 1 else { return .failure("calendar() needs a date or time") }
    let given = 1..<arguments.count
    let result = arguments[0]
    if case .null = result, given.contains(where: arguments.isNull) { return .null }
    for index in given {
      if let text = momentText(arguments[index]),
        let message = impurity(of: text, isMoment: index == 1)
      {
        return .failure(message)
      }
    }
    switch result {
    case .text(let text) where beginsWithYear(text): return .argument(0)
    case .real(1_721_425.5..<5_373_484.5): return .argument(0)
    case .integer(-62_135_596_800..<253_402_300_800): return .argument(0)
    case .text, .real, .integer, .blob: break
    case .null:
      // For an invalid date and time NULL is correct, with any modifiers.
      if let text = momentText(arguments[1]), !CalendarMoment.isValid(text) { return .null }
    }
    return .failure(calendarObjection(to: given.map { arguments[$0].written }))
  }

  private static func momentText(_ value: SQLValue) -> String? {
    switch value {
    case .text(let text): text
    // Reading a number as text would make SQLite convert the argument.
    case .blob(let bytes): String(decoding: bytes, as: UTF8.self)
    case .null, .integer, .real: nil
    }
  }

  private static func beginsWithYear(_ text: String) -> Bool {
    var (digits, year) = (0, 0)
    for byte in text.utf8 where digits < 4 {
      guard byte &- UInt8(ascii: "0") < 10 else { return false }
      (digits, year) = (digits + 1, year * 10 + Int(byte - UInt8(ascii: "0")))
    }
    return digits == 4 && year > 0
  }

  static func calendarObjection(to written: [String]) -> String {
    let shift = #/ *([+\-]?)([0-9.]+(?:e[+\-]?[0-9]+)? +[a-z]+|[0-9:.]+:[0-9:.]+)/#.ignoresCase()
    let known = #/start of [a-z]+|weekday [0-6]|unixepoch|julianday|auto/#.ignoresCase()
    var words = written[0]
    for modifier in written.dropFirst() {
      if let match = modifier.wholeMatch(of: shift) {
        words += " \(match.1 == "-" ? "-" : "+") \(match.2)"
      } else if modifier.wholeMatch(of: known) != nil {
        words += ", \(modifier)"
      } else {
        return "\"\(modifier)\" does not change a date; expected a text such as \"+7 days\""
      }
    }
    return "\(words) is outside the years 0001 to 9999"
  }
}

extension SQLValue {
  var written: String {
    switch self {
    case .null: "nil"
    case .integer(let number): "\(number)"
    case .real(let number): Value.double(number).description
    case .text(let text): String(text.prefix(40))
    case .blob(let bytes): String(bytes.asSQLBlob.prefix(40))
    }
  }
}

private struct CalendarMoment {
  /// SQLite stops at the first NUL; a final NUL replaces bounds checks.
  private let bytes: [UInt8]
  private var place = 0

  private init(_ text: String) {
    bytes = text.utf8.prefix { $0 != 0 } + [0]
  }

  static func isValid(_ text: String) -> Bool {
    var moment = CalendarMoment(text)
    if let milliseconds = moment.day() { return 0..<end ~= milliseconds }
    moment.place = 0
    return moment.time() != nil || moment.isJulianDay
  }

  /// The end of the year 9999, in milliseconds of the Julian day.
  private static let end = 464_269_060_800_000

  private mutating func day() -> Int? {
    let isNegative = skips("-")
    guard let amount = number(4, 0...9999), skips("-"), let month = number(2, 1...12), skips("-"),
      let day = number(2, 1...31)
    else { return nil }
    while skips("T") || skipsSpace() {}
    var time: Int? = 0
    if bytes[place] != 0 { time = self.time() }
    guard let time else { return nil }
    let year = isNegative ? -amount : amount
    guard year >= -4713 else { return -1 }
    return Self.noon(year, month, day) - 43_200_000 + time
  }

  /// Noon of a day in milliseconds of the Julian day, by J. Meeus, "Astronomical Algorithms", as in
  /// SQLite.
  private static func noon(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let (year, month) = month <= 2 ? (year - 1, month + 12) : (year, month)
    let century = year / 100
    return
      (36525 * (year + 4716) / 100 + 306_001 * (month + 1) / 10000 + day + 2 - century
      + century / 4 - 1524) * 86_400_000
  }

  /// Parses a time into milliseconds; seconds and zone are optional, as in `10:00:00.000+01:00`.
  private mutating func time() -> Int? {
    guard let hour = number(2, 0...24), skips(":"), let minute = number(2, 0...59) else {
      return nil
    }
    var second = 0.0
    if skips(":") {
      let first = place
      guard number(2, 0...59) != nil else { return nil }
      if bytes[place] == UInt8(ascii: "."), bytes[place + 1].isDigit {
        place += 1
        while bytes[place].isDigit { place += 1 }
      }
      second = Double(String(decoding: bytes[first..<place], as: UTF8.self)) ?? 0
    }
    while skipsSpace() {}
    var offset = 0
    if bytes[place] == UInt8(ascii: "+") || bytes[place] == UInt8(ascii: "-") {
      let sign = bytes[place] == UInt8(ascii: "-") ? -1 : 1
      place += 1
      guard let hours = number(2, 0...14), skips(":"), let minutes = number(2, 0...59) else {
        return nil
      }
      offset = sign * (hours * 60 + minutes)
    } else if !skips("Z") {
      _ = skips("z")
    }
    while skipsSpace() {}
    guard bytes[place] == 0 else { return nil }
    return (hour * 60 + minute - offset) * 60_000 + Int(second * 1000 + 0.5)
  }

  private var isJulianDay: Bool {
    let number = #/\s*([+\-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+\-]?[0-9]+)?)\s*/#
      .asciiOnlyWhitespace().matchingSemantics(.unicodeScalar)
    let text = String(decoding: bytes.dropLast(), as: UTF8.self)
    guard let match = text.wholeMatch(of: number), let day = Double(match.1) else { return false }
    return 0.0..<5_373_484.5 ~= day
  }

  private mutating func number(_ count: Int, _ range: ClosedRange<Int>) -> Int? {
    var value = 0
    for _ in 0..<count {
      guard bytes[place].isDigit else { return nil }
      value = value * 10 + Int(bytes[place] - UInt8(ascii: "0"))
      place += 1
    }
    return range.contains(value) ? value : nil
  }

  private mutating func skips(_ sign: Unicode.Scalar) -> Bool {
    guard bytes[place] == UInt8(ascii: sign) else { return false }
    place += 1
    return true
  }

  private mutating func skipsSpace() -> Bool {
    guard bytes[place] == 0x20 || 0x09...0x0D ~= bytes[place] else { return false }
    place += 1
    return true
  }
}
