internal import Values

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
