/// The parts of a date or time in writing order, with the accepted range.
public final class CalendarForm: Sendable {
  let form: FixedForm

  let range: ClosedRange<Moment>?

  /// The clock of a time zone, whose changes skip some dates and times; the seconds are then
  /// optional. Nil for UTC.
  let clock: ZoneClock?

  // Supplies the values of the parts that the form does not contain.
  private let base: Moment

  // The parts in writing order; `start` is the position of the first digit.
  private let parts: [(part: CalendarPart, start: Int)]

  init(
    _ pieces: [CalendarPiece], from minimum: Moment, through maximum: Moment,
    clock: ZoneClock? = nil
  ) {
    let form = FixedForm(pieces)
    self.form = form
    parts = form.stretches.compactMap { stretch in
      stretch.part.map { ($0, stretch.positions[0]) }
    }
    range = minimum <= maximum ? minimum...maximum : nil
    base = Moment(.epoch, second: 0)
    self.clock = clock
  }

  func contains(_ moment: Moment) -> Bool {
    guard let range, range.contains(moment) else { return false }
    return clock.map { $0.instant(of: moment) != nil } ?? true
  }

  func begins(_ text: FixedText) -> Bool {
    box(upToCaretOf: text).map(hasMoment) ?? false
  }

  /// Whether the clocks skip every date and time that begins with the text up to the caret.
  func isSkipped(_ text: FixedText) -> Bool {
    guard let range, let box = box(upToCaretOf: text) else { return false }
    return box.hasMoment(in: range) && !hasMoment(box)
  }

  private func hasMoment(_ box: CalendarBox) -> Bool {
    guard let range, box.hasMoment(in: range) else { return false }
    guard let clock, let day = box.day else { return true }
    return clock.moments(on: day).contains(where: box.hasMoment)
  }

  func begins(_ run: FixedRun) -> Bool {
    var box = CalendarBox(base)
    let isPossible = run.withBytes { bytes in
      parts.indices.allSatisfy { index in
        let known = number(index, in: bytes)
        return narrow(&box, index, to: known.number, digits: known.count)
      }
    }
    return isPossible && hasMoment(box)
  }

  private func number(
    _ index: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> (number: Int, count: Int) {
    let start = parts[index].start
    let end = min(start + parts[index].part.width, bytes.count)
    guard start < end else { return (0, 0) }
    return (bytes[start..<end].reduce(0) { $0 * 10 + Int($1) - 0x30 }, end - start)
  }

  private func box(upToCaretOf text: FixedText) -> CalendarBox? {
    var box = CalendarBox(base)
    for (number, stretch) in form.stretches.enumerated() {
      guard let part = stretch.part else { continue }
      let isPassed = text.caret > stretch.positions[stretch.positions.count - 1]
      let before = isPassed ? part.width : max(0, text.caret - stretch.positions[0])
      let known = text[number].prefix(before)
      if isPassed, known.count < part.width {
        // Digits of the year may be missing at any position.
        if part == .year {
          box.years = .having(Array(known))
        } else {
          let possible = part.numbers(having: known.digits, digits: known.count)
          if possible == 0 { return nil }
          box.set(part, to: possible)
        }
      } else if !narrow(&box, number, to: known.digits, digits: known.count) {
        return nil
      }
    }
    return box
  }

  private func narrow(
    _ box: inout CalendarBox, _ number: Int, to known: Int, digits: Int
  ) -> Bool {
    let part = parts[number].part
    if part == .year {
      guard let years = part.years(beginningWith: known, digits: digits) else { return false }
      box.years = .interval(years)
      return true
    }
    let isAlone = number == parts.count - 1
    let possible = part.numbers(beginningWith: known, digits: digits, orAlone: isAlone)
    box.set(part, to: possible)
    return possible != 0
  }

  /// The date and time of the text, even if it is outside the range; `nil` if the text is
  /// incomplete, or the date or time does not exist.
  func moment(of text: FixedText) -> Moment? {
    text.hasRightClasses ? moment { (text[$0].digits, text[$0].count) } : nil
  }

  func moment(of run: FixedRun) -> Moment? {
    run.withBytes { bytes in moment { number($0, in: bytes) } }
  }

  // Only the last part may have a single digit, or none if it is optional.
  private func moment(_ known: (Int) -> (number: Int, count: Int)) -> Moment? {
    var numbers = CalendarNumbers(base)
    for index in parts.indices {
      let (part, written) = (parts[index].part, known(index))
      if clock != nil, part == .second, written.count == 0 { continue }
      let isAlone = index == parts.count - 1 && part.width == 2 && written.count == 1
      guard written.count == part.width || isAlone else { return nil }
      numbers[part] = written.number
    }
    return numbers.moment
  }

  func has(_ part: CalendarPart) -> Bool { form.stretches.contains { $0.part == part } }

  var tokens: [FieldExpectation.CalendarToken] {
    form.slots.enumerated().compactMap { position, slot in
      if case .literal(let literal) = slot { return .separator(String(literal)) }
      let part = form.stretches.first { $0.positions[0] == position }?.part
      return part.map { .part(Reason.Part($0)) }
    }
  }

  /// - Parameter hasSeconds: Whether to show optional seconds even if they are 0.
  func shown(_ moment: Moment, hasSeconds: Bool = false) -> [Unicode.Scalar] {
    let end = hasSeconds || clock == nil || moment.second % 60 != 0 ? 0 : 3
    var text = form.slots.dropLast(end).map { slot -> Unicode.Scalar in
      if case .literal(let literal) = slot { literal } else { "0" }
    }
    for stretch in form.stretches {
      guard let part = stretch.part else { continue }
      let digits = moment.number(of: part).padded(part.width).unicodeScalars
      for (position, digit) in zip(stretch.positions, digits) where position < text.count {
        text[position] = digit
      }
    }
    return text
  }

  func part(atCaretOf text: FixedText) -> CalendarPart? {
    let isAfterLiteral = text.caret == 0 || form.slots[text.caret - 1].isLiteral
    let place = isAfterLiteral ? form.nextPlace(from: text.caret) : text.caret - 1
    return form.stretches.last { $0.positions[0] <= place ?? form.slots.count }?.part
  }
}

extension CalendarPiece {
  static let time: [CalendarPiece] = [
    .part(.hour), .literal(":"), .part(.minute), .literal(":"), .part(.second),
  ]
}

private struct CalendarNumbers {
  private var numbers: SIMD8<Int16>

  init(_ moment: Moment) {
    numbers = SIMD8()
    for part in CalendarPart.allCases { self[part] = moment.number(of: part) }
  }

  subscript(_ part: CalendarPart) -> Int {
    get { Int(numbers[part.rawValue]) }
    set { numbers[part.rawValue] = Int16(newValue) }
  }

  var moment: Moment? {
    CalendarDate(year: self[.year], month: self[.month], day: self[.day]).flatMap {
      Moment($0, hour: self[.hour], minute: self[.minute], second: self[.second])
    }
  }
}

extension Moment {
  func number(of part: CalendarPart) -> Int {
    switch part {
    case .year: day.year
    case .month: day.month
    case .day: day.day
    case .hour: second / 3600
    case .minute: second / 60 % 60
    case .second: second % 60
    }
  }
}

extension Collection<Unicode.Scalar> {
  var digits: Int { reduce(0) { $0 * 10 + Int($1.value) - 0x30 } }
}

extension CalendarPart {
  fileprivate func years(beginningWith known: Int, digits: Int) -> ClosedRange<Int>? {
    let unit = digits == 0 ? 10_000 : digits == 1 ? 1000 : digits == 2 ? 100 : digits == 3 ? 10 : 1
    let last = known * unit + unit - 1
    return last < 1 ? nil : max(known * unit, 1)...min(last, 9999)
  }

  private var all: UInt64 {
    (~0 >> UInt64(63 - values.upperBound)) & (~0 << UInt64(values.lowerBound))
  }

  /// The values, one bit each, that begin with the `digits` digits of `known`; if `orAlone` is
  /// true, one digit is also a whole value.
  fileprivate func numbers(beginningWith known: Int, digits: Int, orAlone: Bool) -> UInt64 {
    switch digits {
    case 0: return all
    case 1:
      let tens: UInt64 = known < 7 ? 0x3FF << UInt64(10 * known) : 0
      return all & (tens | (orAlone ? 1 << UInt64(known) : 0))
    default: return known < 64 ? all & (1 << UInt64(known)) : 0
    }
  }

  /// The two-digit values in which `known` is one of the digits.
  fileprivate func numbers(having known: Int, digits: Int) -> UInt64 {
    if digits == 0 { return all }
    let tens: UInt64 = known < 7 ? 0x3FF << UInt64(10 * known) : 0
    return all & (0..<6).reduce(tens) { $0 | 1 << UInt64(10 * $1 + known) }
  }
}

/// The possible values of each part of a date and time, independent of the other parts.
struct CalendarBox {
  enum Years {
    case interval(ClosedRange<Int>)
    /// Years that contain these digits in this order, perhaps with other digits between them.
    case having([Unicode.Scalar])
  }

  var years: Years

  // One bit per possible value, indexed by `CalendarPart.rawValue - 1`.
  private var numbers: [UInt64]

  init(_ moment: Moment) {
    years = .interval(moment.day.year...moment.day.year)
    numbers = [
      moment.day.month, moment.day.day, moment.second / 3600, moment.second / 60 % 60,
      moment.second % 60,
    ].map { 1 << UInt64($0) }
  }

  mutating func set(_ part: CalendarPart, to possible: UInt64) {
    numbers[part.rawValue - 1] = possible
  }

  private func contains(_ part: CalendarPart, _ number: Int) -> Bool {
    numbers[part.rawValue - 1] >> UInt64(number) & 1 == 1
  }

  private func next(_ part: CalendarPart, from number: Int) -> Int? {
    guard number < 64 else { return nil }
    let left = numbers[part.rawValue - 1] & ~0 << UInt64(number)
    return left == 0 ? nil : left.trailingZeroBitCount
  }

  /// The day, if year, month and day have one possible value each.
  var day: CalendarDate? {
    guard case .interval(let years) = years, years.count == 1,
      numbers[..<2].allSatisfy({ $0.nonzeroBitCount == 1 })
    else { return nil }
    return CalendarDate(
      year: years.lowerBound, month: numbers[0].trailingZeroBitCount,
      day: numbers[1].trailingZeroBitCount)
  }

  func hasMoment(in range: ClosedRange<Moment>) -> Bool {
    let (first, last) = (range.lowerBound.day.year, range.upperBound.day.year)
    switch years {
    case .interval(let interval):
      let candidates = interval.clamped(to: first...last)
      guard interval.overlaps(first...last) else { return false }
      // Ten years are enough: the first may be partial, and any eight years include a leap year.
      return candidates.prefix(10).contains { hasMoment(of: $0, in: range) }
    case .having(let digits):
      return (first...last).contains { year in
        digits.isPart(of: Array(year.padded(4).unicodeScalars)) && hasMoment(of: year, in: range)
      }
    }
  }

  private func hasMoment(of year: Int, in range: ClosedRange<Moment>) -> Bool {
    var month = next(.month, from: 1)
    while let number = month {
      let days = CalendarDate.days(inMonth: number, of: year)
      var day = next(.day, from: 1)
      while let inMonth = day, inMonth <= days {
        let date = CalendarDate(year: year, month: number, unchecked: inMonth)
        if date > range.upperBound.day { return false }
        if date >= range.lowerBound.day, hasTime(of: date, in: range) { return true }
        day = next(.day, from: inMonth + 1)
      }
      month = next(.month, from: number + 1)
    }
    return false
  }

  private func hasTime(of day: CalendarDate, in range: ClosedRange<Moment>) -> Bool {
    let earliest = day == range.lowerBound.day ? range.lowerBound.second : 0
    let latest = day == range.upperBound.day ? range.upperBound.second : Moment.lastSecond
    return firstTime(from: earliest).map { $0 <= latest } ?? false
  }

  private func firstTime(from earliest: Int) -> Int? {
    let (hour, minute, second) = (earliest / 3600, earliest / 60 % 60, earliest % 60)
    if contains(.hour, hour) {
      if contains(.minute, minute), let second = next(.second, from: second) {
        return (hour * 60 + minute) * 60 + second
      }
      if let minute = next(.minute, from: minute + 1), let second = next(.second, from: 0) {
        return (hour * 60 + minute) * 60 + second
      }
    }
    guard let hour = next(.hour, from: hour + 1), let minute = next(.minute, from: 0),
      let second = next(.second, from: 0)
    else { return nil }
    return (hour * 60 + minute) * 60 + second
  }
}

extension [Unicode.Scalar] {
  /// Whether this is a subsequence of `other`.
  func isPart(of other: [Unicode.Scalar]) -> Bool {
    var rest = self[...]
    for scalar in other where rest.first == scalar { rest.removeFirst() }
    return rest.isEmpty
  }
}
