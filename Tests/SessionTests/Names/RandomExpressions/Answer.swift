import Foundation
import Replies
import Session
import ValuesTests

enum Sort: Hashable, CaseIterable {
  case whole, decimal, text, truth, day, moment, time, span, month, choice, record
  case hex, iban, phone, mail, card
  /// A double, which is only a mean of integers here.
  case fraction

  var isNumber: Bool { self == .whole || self == .decimal }
  /// Texts with several notations.
  var isForm: Bool { [.hex, .iban, .phone, .mail, .card].contains(self) }
}

enum Answer: Hashable {
  case null
  /// Also a day since the first of year 1, a moment in milliseconds since then, a time or duration
  /// in seconds, a month since the first, the index of a choice, or a record number.
  case whole(Int)
  case decimal(SchoolDecimal)
  case text(String)
  case truth(Bool)
  case fraction(Double)

  var number: SchoolDecimal? {
    switch self {
    case .whole(let number): SchoolDecimal("\(number)")
    case .decimal(let number): number
    case .null, .text, .truth, .fraction: nil
    }
  }

  /// Texts are ordered by scalars.
  func isLess(than other: Answer) -> Bool {
    switch (self, other) {
    case (.whole(let left), .whole(let right)): return left < right
    case (.text(let left), .text(let right)):
      return left.unicodeScalars.lexicographicallyPrecedes(right.unicodeScalars)
    case (.truth(let left), .truth(let right)): return !left && right
    default:
      guard let left = number, let right = other.number else { return false }
      return (left - right).description.hasPrefix("-")
    }
  }

  func isEqual(to other: Answer) -> Bool {
    if let left = number, let right = other.number { return left == right }
    return self == other
  }
}

/// The proleptic Gregorian calendar.
enum Days {
  static let perWeek = 7
  static let millisecondsPerDay = 86_400_000
  /// From the start of year 1 to the end of 9999.
  static let all = 0..<before(year: 10_000)

  static func before(year: Int) -> Int {
    let past = year - 1
    return past * 365 + past / 4 - past / 100 + past / 400
  }

  static func inMonth(_ month: Int, of year: Int) -> Int {
    let isLeap = before(year: year + 1) - before(year: year) == 366
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }

  static func number(_ year: Int, _ month: Int, _ day: Int) -> Int {
    before(year: year) + (1..<month).reduce(0) { $0 + inMonth($1, of: year) } + day - 1
  }

  static func parts(_ number: Int) -> (year: Int, month: Int, day: Int) {
    var year = number / 366 + 1
    while before(year: year + 1) <= number { year += 1 }
    var (month, rest) = (1, number - before(year: year))
    while rest >= inMonth(month, of: year) {
      rest -= inMonth(month, of: year)
      month += 1
    }
    return (year, month, rest + 1)
  }
}

extension Answer {
  static func padded(_ number: Int, _ count: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }

  static func dayText(_ number: Int) -> String {
    let (year, month, day) = Days.parts(number)
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }

  static func clockText(_ seconds: Int, _ count: Int = 2) -> String {
    "\(padded(seconds / 3600, count)):\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2))"
  }

  static func momentText(_ milliseconds: Int) -> String {
    let (day, rest) = milliseconds.quotientAndRemainder(dividingBy: Days.millisecondsPerDay)
    return dayText(day) + "T" + clockText(rest / 1000) + "." + padded(rest % 1000, 3) + "Z"
  }

  /// Without the last digits, which are inexact.
  private static func fractionText(_ number: Double) -> String {
    String(format: "%.12g", number)
  }

  /// Like the output of a session; times and durations with seconds.
  func text(_ sort: Sort) -> String {
    switch self {
    case .null: return "nil"
    case .text(let text): return "'\(text)'"
    case .truth(let flag): return "\(flag)"
    case .decimal(let number): return number.description
    case .fraction(let number): return Self.fractionText(number)
    case .whole(let number):
      switch sort {
      case .day: return Self.dayText(number)
      case .moment: return Self.momentText(number)
      case .time: return Self.clockText(number)
      case .span: return (number < 0 ? "-" : "") + Self.clockText(abs(number), 1)
      case .month: return "\(Self.padded(number / 12 + 1, 4))-\(Self.padded(number % 12 + 1, 2))"
      case .choice: return "'\(World.choices[number])'"
      case .record: return "T/\(number + 1)"
      default: return "\(number)"
      }
    }
  }

  /// Converts the output of a session for comparison.
  static func printed(_ datum: Datum, _ sort: Sort) -> String {
    switch (sort, datum) {
    case (_, .null): return "nil"
    case (.whole, .integer(let number)): return "\(number)"
    case (.fraction, .double(let number)): return fractionText(number)
    case (.truth, .boolean(let flag)): return "\(flag)"
    case (.decimal, .text(let text)):
      let number = SchoolDecimal(text)
      return number.isZero && text.hasPrefix("-") ? text : number.description
    case (.time, .text(let text)), (.span, .text(let text)):
      return text.count { $0 == ":" } == 1 ? text + ":00" : text
    case (.day, .text(let text)), (.moment, .text(let text)), (.month, .text(let text)),
      (.record, .text(let text)):
      return text
    case (.text, .text(let text)), (.choice, .text(let text)): return "'\(text)'"
    case (_, .text(let text)) where sort.isForm: return "'\(text)'"
    default: return "\(datum)"
    }
  }
}
