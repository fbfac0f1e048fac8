internal import Values

/// The kind of a sheet's number, inferred from its display format.
enum CellFormat: Hashable, Sendable {
  case number, percent, date, time, dateTime, duration
  /// A number with a minimum number of digits, such as a postcode.
  case digits(Int)

  private static let mostDigits = 40

  init(builtin id: Int) {
    self =
      switch id {
      case 9, 10: .percent
      case 14...17, 27...31, 34...36, 50...54, 57, 58: .date
      case 18...21, 32, 33, 45, 47, 55, 56: .time
      case 22: .dateTime
      case 46: .duration
      default: .number
      }
  }

  /// - Parameter code: For example `[$-407]d. mmmm yyyy;@`.
  init(code: String) {
    let digits = code.utf8.prefix { $0 != UInt8(ascii: ";") }
    if 2...Self.mostDigits ~= digits.count, digits.allSatisfy({ $0 == UInt8(ascii: "0") }) {
      self = .digits(digits.count)
      return
    }
    var (hasDay, hasMonth, hasTime, hasElapsed, hasPercent) = (false, false, false, false, false)
    var rest = Array(code.lowercased().utf8)[...]
    // Read only the first section, which is for positive numbers.
    loop: while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: ";"): break loop
      case UInt8(ascii: "\""): rest = rest.drop { $0 != UInt8(ascii: "\"") }.dropFirst()
      case UInt8(ascii: "\\"), UInt8(ascii: "_"), UInt8(ascii: "*"): rest = rest.dropFirst()
      case UInt8(ascii: "["):
        let inside = rest.prefix { $0 != UInt8(ascii: "]") }
        rest = rest.dropFirst(inside.count + 1)
        let isElapsed = ["h", "m", "s"].contains { letter in
          !inside.isEmpty && inside.allSatisfy { $0 == UInt8(ascii: letter) }
        }
        if isElapsed { hasElapsed = true }
      case UInt8(ascii: "g"):
        // The format `General`, or `g` for the name of an era.
        let general = Array("eneral".utf8)
        if rest.starts(with: general) {
          rest = rest.dropFirst(general.count)
        } else {
          hasDay = true
        }
      case UInt8(ascii: "e"):
        // An exponent as in `0.00E+00`, or `e` for the year of an era.
        if rest.first != UInt8(ascii: "+"), rest.first != UInt8(ascii: "-") { hasDay = true }
      case UInt8(ascii: "y"), UInt8(ascii: "d"): hasDay = true
      case UInt8(ascii: "h"), UInt8(ascii: "s"): hasTime = true
      case UInt8(ascii: "m"): hasMonth = true
      case UInt8(ascii: "%"): hasPercent = true
      default: break
      }
    }
    // Without a day or a year, `m` beside hours or seconds means minutes.
    let hasDate = hasDay || hasMonth && !hasTime && !hasElapsed
    self =
      switch (hasDate, hasTime || hasElapsed) {
      case (true, true): .dateTime
      case (true, false): .date
      case (false, true): hasElapsed ? .duration : .time
      case (false, false): hasPercent ? .percent : .number
      }
  }

  /// Converts a number of days to the text of a date, a time or a duration, or to a fault; returns
  /// nil for numbers and percentages.
  func text(ofDays serial: Double, from1904: Bool) -> SourceCell? {
    if self == .number || self == .percent { return nil }
    guard serial.magnitude < Self.days else { return Self.noDate(serial) }
    let milliseconds = Int((serial * Double(Self.millisecondsOfDay)).rounded())
    if self == .duration {
      let sign = milliseconds < 0 ? "-" : ""
      let magnitude = Int(milliseconds.magnitude)
      return .text(sign + Self.clock(magnitude, hours: String(magnitude / 3_600_000)))
    }
    guard milliseconds >= 0 else { return Self.noDate(serial) }
    let (day, time) = milliseconds.quotientAndRemainder(dividingBy: Self.millisecondsOfDay)
    if self == .time, day == 0 {
      return .text(Self.clock(time, hours: Self.two(time / 3_600_000)))
    }
    // Like Lotus 1-2-3, Excel treats 1900 as a leap year: day 60 is 29 February, which did not
    // exist, and the numbers of earlier days are one too small.
    if !from1904, day == 60 { return .fault("29 February 1900, which did not exist") }
    let first = from1904 ? -24_107 : day < 60 ? -25_568 : -25_569
    guard from1904 || day > 0, let date = CalendarDate(daysSince1970: first + day) else {
      return Self.noDate(serial)
    }
    if self == .date, time == 0 { return .text(date.description) }
    let clock = Self.clock(time, hours: Self.two(time / 3_600_000), hasSeconds: true)
    return .text(date.description + "T" + clock)
  }

  /// An upper limit, beyond the year 9999.
  private static let days = 3_000_000.0
  private static let millisecondsOfDay = 86_400_000

  private static func noDate(_ serial: Double) -> SourceCell {
    .fault("the number \(serial), which is not a date")
  }

  /// Includes milliseconds only if they are not 0, and seconds if `hasSeconds` is true or one of
  /// the two is not 0.
  private static func clock(_ milliseconds: Int, hours: String, hasSeconds: Bool = false) -> String
  {
    var text = hours + ":" + two(milliseconds / 60_000 % 60)
    let (seconds, rest) = (milliseconds % 60_000).quotientAndRemainder(dividingBy: 1000)
    if hasSeconds || seconds + rest > 0 { text += ":" + two(seconds) }
    if rest > 0 { text += "." + String(String(1000 + rest).dropFirst()) }
    return text
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}

/// The number formats of a workbook, which cells refer to by index.
final class CellFormats: XMLContent {
  private static let mostFormats = 1 << 20

  private(set) var formats: [CellFormat] = []
  private var defined: [Int: CellFormat] = [:]
  private var isInCells = false
  private let part: String

  init(part: String) { self.part = part }

  func begin(_ name: XMLName, _ attributes: XMLAttributes) throws {
    switch name {
    case "numFmt":
      guard let id = attributes.number("numFmtId"), let code = attributes["formatCode"] else {
        return
      }
      defined[id] = CellFormat(code: code)
    case "cellXfs": isInCells = true
    case "xf" where isInCells:
      let id = attributes.number("numFmtId") ?? 0
      formats.append(defined[id] ?? CellFormat(builtin: id))
    default: return
    }
    guard max(formats.count, defined.count) <= Self.mostFormats else {
      throw WorkbookError(.tooLarge("more than \(Self.mostFormats) formats"), in: part)
    }
  }

  func end(_ name: XMLName) { if name == "cellXfs" { isInCells = false } }
}
