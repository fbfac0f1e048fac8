import TestSupport
import Testing
import Values

@Suite struct CalendarFunctionTests {
  private let calls: FunctionCalls

  init() throws { calls = try FunctionCalls() }

  @Test(arguments: 0..<20)
  func whatSQLiteReturnsIsJudgedAsBySQLiteItself(stream: Int) throws {
    var random = Seeded(stream: stream)
    for _ in 0..<(Seeded.isLong ? 5000 : 200) {
      let values =
        [moment(&random)]
        + (0..<Int.random(in: 0...2, using: &random)).map { _ in modifier(&random) }
      for function in ["date", "datetime", "julianday", "unixepoch"] {
        try expectSame(function, values)
      }
    }
  }

  private func expectSame(_ function: String, _ values: [SQLValue]) throws {
    let places = values.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    let result = try? calls.call("calendar(\(function)(\(places)), \(places))", values).get()
    let plain = try calls.call("\(function)(\(places))", values).get()
    expectEqual(result, (try expected(plain, values, places)), "\(function) \(values)")
  }

  /// SQLite's result if its day is in the years 1 to 9999; nil for a failure.
  private func expected(
    _ plain: SQLValue, _ values: [SQLValue], _ places: String
  ) throws -> SQLValue? {
    if values.contains(.null) { return .null }
    if dependsOnTheClock(values[0]) || values.contains(where: dependsOnTheZone) { return nil }
    if case .text(let day) = try calls.call("date(\(places))", values).get() {
      return day.hasPrefix("-") || day.hasPrefix("0000") ? nil : plain
    }
    switch values[0] {
    case .text, .blob: return try calls.call("date(?1)", [values[0]]).get() == .null ? .null : nil
    case .null, .integer, .real: return nil
    }
  }

  private func dependsOnTheClock(_ value: SQLValue) -> Bool {
    ["now", "subsec", "subsecond"].contains(word(value))
  }

  private func dependsOnTheZone(_ value: SQLValue) -> Bool {
    ["now", "localtime", "utc"].contains(word(value))
  }

  private func word(_ value: SQLValue) -> String {
    let text =
      switch value {
      case .text(let text): text
      case .blob(let bytes): String(decoding: bytes, as: UTF8.self)
      case .null, .integer, .real: ""
      }
    return text.prefix { $0 != "\0" }.lowercased()
  }

  // MARK: Arguments

  private func moment(_ random: inout Seeded) -> SQLValue {
    switch random.below(12) {
    case 0: .null
    case 1: .integer(Int.random(in: -6_000_000...6_000_000, using: &random))
    case 2: .real(Double.random(in: -1000...6_000_000, using: &random))
    case 3: .blob(Array(text(&random).utf8))
    default: .text(text(&random))
    }
  }

  /// A text that SQLite reads as a moment, or almost.
  private func text(_ random: inout Seeded) -> String {
    var text =
      switch random.below(8) {
      case 0: time(&random)
      case 1: number(&random)
      case 2: ["now", "NOW", "subsec", "", "nope", "now\0", "2024", "٢024-01-01"].pick(&random)
      case 3: day(&random)
      default: day(&random) + [" ", "T", "  ", " T\t", "t", ""].pick(&random) + time(&random)
      }
    if random.below(6) == 0, !text.isEmpty {
      let place = text.index(text.startIndex, offsetBy: random.below(text.count))
      text.replaceSubrange(place...place, with: ["", "0", "9", ":", " ", "\0", "é"].pick(&random))
    }
    return text
  }

  private func day(_ random: inout Seeded) -> String {
    let year = ["0000", "0001", "2024", "2023", "9999", "-4713", "-4714", "-0001"].pick(&random)
    let month = ["01", "02", "11", "12", "13", "00", "1"].pick(&random)
    // SQLite's date() and julianday() disagree on the year of 0000-12-31T24:00.
    let day = year == "0000" ? "30" : ["01", "23", "24", "29", "31", "32", "00"].pick(&random)
    return "\(year)-\(month)-\(day)"
  }

  private func time(_ random: inout Seeded) -> String {
    ["00:00", "10:30", "12:00", "23:59", "24:00", "24:59", "25:00", "9:00"].pick(&random)
      + ["", "", ":00", ":59", ":60", ":59.999", ":59.9994", ":59.9996", ":30.", ":5"].pick(&random)
      + ["", "", "Z", "z ", " +01:00", "-14:00", "-14:59", "+15:00", "+1:00", " ", "x"].pick(
        &random)
  }

  private func number(_ random: inout Seeded) -> String {
    ["", " ", "-", "+", "\n"].pick(&random)
      + [
        "0", "5", "1721425.5", "5373484.4", "5373484.5", ".5", "5.", ".", "1e3", "1E-3", "1e",
        "0x1",
      ]
      .pick(&random) + ["", " ", "\r\n", "x"].pick(&random)
  }

  private func modifier(_ random: inout Seeded) -> SQLValue {
    switch random.below(8) {
    case 0: [.null, .integer(1), .real(1.5), .blob([0x75, 0x74, 0x63])].pick(&random)
    case 1: .text(["utc", "localtime", "UTC", "subsec", "now", "utc\0"].pick(&random))
    default:
      .text(
        [
          "+1 month", "-1 day", "+1 mont", "1 year", "+9000 years", "-9000 years", "+1e9 days",
          "start of month", "start of year", "start of", "weekday 3", "weekday 7", "unixepoch",
          "julianday", "auto", "+10:30", "-24:00", " +1 day", "", "month", "+1.5 hours",
        ].pick(&random))
    }
  }

  @Test func itTakesAMoment() throws {
    try expectEqual(
      calls.call("calendar(date('2024-01-01'))"),
      .failure(.init(message: "calendar() needs a date or time")))
  }
}

extension Array {
  fileprivate func pick(_ random: inout Seeded) -> Element { self[random.below(count)] }
}
