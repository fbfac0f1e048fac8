internal import Validation

/// Converts dates in common formats to ISO 8601; keeps a time after the date.
struct DateForms {
  /// The order from `--dates` or `--locale`; nil without these options.
  var order: DateOrder?
  /// Month numbers by lowercase month name.
  var months: [String: Int]
  /// Nil if the clock is outside the years 1 to 9999.
  var year: Int?

  private static let separators = "./-"

  /// The possible readings, the most likely first.
  func readings(of text: String) -> [String] {
    let text = text.withPlainDigits
    if text.utf8.count == 8, text.utf8.allSatisfy(\.isDigit) {
      // Eight digits always contain some four-digit year, so accept only plausible years.
      let ordered = order.flatMap { solid(text, $0) }.flatMap { reading in
        ("1800"..<"2200").contains(reading) ? reading : nil
      }
      return [solid(text, .yearMonthDay), ordered].compactMap(\.self)
    }
    let ordered = Self.isISO(text) ? nil : order.flatMap { numbers(text, $0, isWhole: false) }
    return [ordered, named(text), text, numbers(text, .yearMonthDay)].compactMap(\.self)
  }

  /// Whether a text is read as ISO 8601 regardless of `order`.
  static func isISO(_ text: String) -> Bool {
    let start = text.utf8.prefix(5)
    return start.count == 5 && start.last == UInt8(ascii: "-")
      && start.dropLast().allSatisfy(\.isDigit)
  }

  /// - Precondition: The text consists of eight digits.
  private func solid(_ text: String, _ order: DateOrder) -> String? {
    let digits = Array(text)
    let places =
      switch order {
      case .yearMonthDay: (0..<4, 4..<6, 6..<8)
      case .dayMonthYear: (4..<8, 2..<4, 0..<2)
      case .monthDayYear: (4..<8, 0..<2, 2..<4)
      }
    return "\(String(digits[places.0]))-\(String(digits[places.1]))-\(String(digits[places.2]))"
  }

  /// - Parameter isWhole: Whether the year must have four digits.
  private func numbers(_ text: String, _ order: DateOrder, isWhole: Bool = true) -> String? {
    var text = text
    for sign in Self.separators { text = text.replacing("\(sign) ", with: "\(sign)") }
    let end =
      text.firstIndex { !($0.isASCII && ($0.isNumber || Self.separators.contains($0))) }
      ?? text.endIndex
    var date = text[..<end]
    if date.last == "." { date.removeLast() }
    let signs = Set(date.filter { Self.separators.contains($0) })
    let numbers = date.split(omittingEmptySubsequences: false) { Self.separators.contains($0) }
      .map(String.init)
    guard numbers.count == 3, signs.count == 1, !numbers.contains("") else { return nil }
    let (year, month, day) =
      switch order {
      case .yearMonthDay: (numbers[0], numbers[1], numbers[2])
      case .dayMonthYear: (numbers[2], numbers[1], numbers[0])
      case .monthDayYear: (numbers[2], numbers[0], numbers[1])
      }
    if isWhole, year.count != 4 { return nil }
    return iso(year, month, day, text[end...])
  }

  /// For example `1. Mai 2024`, `May 1, 2024` or `1-Jan-24`.
  private func named(_ text: String) -> String? {
    var (numbers, month): ([String], Int?) = ([], nil)
    var rest = text[...]
    while month == nil || numbers.count < 2 {
      if !numbers.isEmpty || month != nil {
        rest = rest.drop(while: \.isWhitespace)
        if rest.first.map({ ".,/-".contains($0) }) ?? false { rest.removeFirst() }
      }
      rest = rest.drop(while: \.isWhitespace)
      guard let first = rest.first else { return nil }
      let isNumber = first.isASCII && first.isNumber
      let word = rest.prefix { isNumber ? $0.isASCII && $0.isNumber : !$0.isNumber && isPart($0) }
      rest = rest.dropFirst(word.count)
      if isNumber {
        numbers.append(String(word))
      } else if let number = months[word.lowercased()], month == nil {
        month = number
      } else if !["de", "of", "del", "den", "d"].contains(word.lowercased()) {
        return nil
      }
    }
    guard let month, numbers.count == 2 else { return nil }
    let isYearFirst = numbers[0].count == 4
    return iso(numbers[isYearFirst ? 0 : 1], String(month), numbers[isYearFirst ? 1 : 0], rest)
  }

  private func isPart(_ character: Character) -> Bool {
    character.isLetter || character == "’" || character == "'"
  }

  private func iso(
    _ year: String, _ month: String, _ day: String, _ rest: Substring
  ) -> String? {
    guard let year = fullYear(year), month.count <= 2, day.count <= 2 else { return nil }
    let two = { (part: String) in part.count == 1 ? "0" + part : part }
    let time = rest.drop { " ,T.".contains($0) }
    return "\(year)-\(two(month))-\(two(day))" + (time.isEmpty ? "" : " " + time)
  }

  private func fullYear(_ digits: String) -> String? {
    if digits.count == 4 { return digits }
    guard digits.count == 2, let two = Int(digits), let year else { return nil }
    return String(CalendarDate.fullYear(of: two, in: year))
  }
}
