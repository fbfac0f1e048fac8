/// Checks texts of durations by comparing numbers, so that the cost does not depend on the size of
/// the range.
struct DurationForm: Sendable {
  let hasSeconds: Bool
  let minimum: TimeSpan?
  let maximum: TimeSpan?
  /// Number of hour digits of the larger bound, at least two.
  let maximumHourDigits: Int
  /// Number of digits of the larger bound, expressed in minutes; at least `maximumHourDigits`.
  let maximumMinuteDigits: Int

  static let point = UInt8(ascii: ".")
  static let hourMark = UInt8(ascii: "h")
  static let minuteMark = UInt8(ascii: "m")

  // Magnitudes of the nonnegative and the negative durations in the range, in seconds if
  // `hasSeconds`, else in minutes.
  private let positive: ClosedRange<Int>?
  private let negative: ClosedRange<Int>?

  init(from minimum: TimeSpan?, through maximum: TimeSpan?, hasSeconds: Bool) {
    self.hasSeconds = hasSeconds
    self.minimum = minimum
    self.maximum = maximum
    let unit = hasSeconds ? 1 : 60
    // `Int.min` cannot be negated.
    let least = max(minimum?.seconds ?? .min, -.max)
    let greatest = maximum?.seconds ?? .max
    let lower = least / unit + (least > 0 && least % unit > 0 ? 1 : 0)
    let upper = greatest / unit - (greatest < 0 && greatest % unit < 0 ? 1 : 0)
    positive = lower <= upper && upper >= 0 ? max(0, lower)...upper : nil
    negative = lower <= upper && lower < 0 ? max(0, -upper)...(-lower) : nil
    let hours = max(positive?.upperBound ?? 0, negative?.upperBound ?? 0) / (3600 / unit)
    maximumHourDigits = max(2, String(hours).utf8.count)
    let minutes = max(positive?.upperBound ?? 0, negative?.upperBound ?? 0) / (60 / unit)
    maximumMinuteDigits = max(maximumHourDigits, String(minutes).utf8.count)
  }

  var allowsMinus: Bool { negative != nil }

  private var unitsInMinute: Int { hasSeconds ? 60 : 1 }
  private var unitsInHour: Int { 60 * unitsInMinute }

  func begins(_ text: ArraySlice<UInt8>) -> Bool {
    if text.isEmpty { return positive != nil || negative != nil }
    if let marked = MarkedParts(text) { return !magnitudes(beginningWith: marked).isEmpty }
    guard let parts = Parts(text), let magnitudes = magnitudes(of: parts) else { return false }
    guard let minutes = parts.minutes else {
      return parts.hours.isEmpty
        ? parts.isNegative
        : begins(parts.hours, maximumHourDigits, magnitudes, unitsInHour)
          || begins(parts.hours, maximumMinuteDigits, magnitudes, unitsInMinute)
    }
    guard let (first, last) = Self.numbers(of: minutes) else { return false }
    var bounds = (first * unitsInMinute, last * unitsInMinute + unitsInMinute - 1)
    if let seconds = parts.seconds {
      guard hasSeconds, minutes.count == 2, let (least, most) = Self.numbers(of: seconds) else {
        return false
      }
      bounds = (first * unitsInMinute + least, first * unitsInMinute + most)
    }
    return magnitude(hours: parts.hours, in: bounds, magnitudes) != nil
  }

  func value(of text: ArraySlice<UInt8>) -> TimeSpan? {
    if let marked = MarkedParts(text) {
      guard marked.isWhole,
        let magnitude = magnitudes(beginningWith: marked, isExact: true).first
      else { return nil }
      let seconds = hasSeconds ? magnitude : magnitude * 60
      return TimeSpan(seconds: marked.isNegative ? -seconds : seconds)
    }
    guard begins(text), let parts = Parts(text), let magnitudes = magnitudes(of: parts),
      isFull(parts),
      let minutes = parts.minutes.flatMap(Self.numbers)?.first
    else { return nil }
    let seconds = parts.seconds.flatMap(Self.numbers)?.first ?? 0
    let rest = minutes * unitsInMinute + seconds
    return magnitude(hours: parts.hours, in: (rest, rest), magnitudes).map { magnitude in
      let seconds = hasSeconds ? magnitude : magnitude * 60
      return TimeSpan(seconds: parts.isNegative ? -seconds : seconds)
    }
  }

  func fits(_ text: ArraySlice<UInt8>) -> Bool {
    if let marked = MarkedParts(text) {
      let isMinutes = marked.mark == Self.minuteMark
      return (!marked.isNegative || allowsMinus)
        && marked.first.count <= (isMinutes ? maximumMinuteDigits : maximumHourDigits)
    }
    guard let parts = Parts(text), !parts.isNegative || allowsMinus else { return false }
    let most = parts.minutes == nil ? maximumMinuteDigits : maximumHourDigits
    return parts.hours.count <= most && parts.minutes?.count ?? 0 <= 2
      && parts.seconds?.count ?? 0 <= 2 && (hasSeconds || parts.seconds == nil)
  }

  func isFull(_ parts: Parts) -> Bool {
    1...maximumHourDigits ~= parts.hours.count && parts.minutes?.count == 2
      && (hasSeconds ? parts.seconds?.count == 2 : parts.seconds == nil)
  }

  private func magnitudes(of parts: Parts) -> ClosedRange<Int>? {
    parts.isNegative ? negative : positive
  }

  /// `units` is the length of an hour or a minute.
  private func begins(
    _ digits: ArraySlice<UInt8>, _ most: Int, _ magnitudes: ClosedRange<Int>, _ units: Int
  ) -> Bool {
    guard digits.count <= most else { return false }
    let isMinutes = units == unitsInMinute
    let least = magnitudes.lowerBound / units
    // A fraction of a minute cannot be written in minutes.
    let lower = isMinutes && magnitudes.lowerBound % units > 0 ? least + 1 : least
    guard lower <= magnitudes.upperBound / units else { return false }
    let numbers = lower...magnitudes.upperBound / units
    var number = digits.number
    var count = 1
    for place in digits.count...most {
      if (number...number + count - 1).overlaps(numbers) { return true }
      guard place < most else { break }
      number *= 10
      count *= 10
    }
    return false
  }

  // The smallest magnitude in the range that consists of these hours and a remainder within the
  // bounds.
  private func magnitude(
    hours digits: ArraySlice<UInt8>, in bounds: (Int, Int), _ magnitudes: ClosedRange<Int>
  ) -> Int? {
    guard 1...maximumHourDigits ~= digits.count else { return nil }
    let hours = digits.number
    guard hours <= magnitudes.upperBound / unitsInHour else { return nil }
    let base = hours * unitsInHour
    let least = base.addingReportingOverflow(bounds.0)
    let most = base.addingReportingOverflow(bounds.1)
    guard !least.overflow else { return nil }
    let reachable = least.partialValue...(most.overflow ? .max : most.partialValue)
    return reachable.overlaps(magnitudes)
      ? max(reachable.lowerBound, magnitudes.lowerBound) : nil
  }

  // The first and last number from 0 to 59 that begin with the digits.
  private static func numbers(of digits: ArraySlice<UInt8>) -> (first: Int, last: Int)? {
    guard let tens = digits.first else { return (0, 59) }
    guard tens <= UInt8(ascii: "5"), digits.count <= 2 else { return nil }
    let number = digits.number
    return digits.count == 1 ? (number * 10, number * 10 + 9) : (number, number)
  }

  private func magnitudes(beginningWith parts: MarkedParts, isExact: Bool = false) -> [Int] {
    guard let magnitudes = magnitudes(of: Parts(isNegative: parts.isNegative)) else { return [] }
    if parts.mark == Self.minuteMark {
      guard parts.first.count <= maximumMinuteDigits else { return [] }
      let (units, isTooFar) = parts.first.number.multipliedReportingOverflow(by: unitsInMinute)
      return !isTooFar && magnitudes.contains(units) ? [units] : []
    }
    return rests(beginningWith: parts, isExact: isExact).compactMap { rest in
      magnitude(hours: parts.first, in: (rest, rest), magnitudes)
    }
  }

  /// The possible remainders after the whole hours, in units.
  ///
  /// - Parameter isExact: Whether no digits follow.
  private func rests(beginningWith parts: MarkedParts, isExact: Bool) -> [Int] {
    let isFraction = parts.mark == Self.point
    let number = parts.second.number
    let longer: [Int] =
      isExact || parts.isClosed || parts.second.count == 2
      ? [] : parts.second.isEmpty ? Array(0...99) : (0...9).map { number * 10 + $0 }
    guard isFraction else {
      let exact = parts.second.isEmpty ? [0] : [number]
      return (exact + longer).filter { $0 < 60 }.map { $0 * unitsInMinute }
    }
    let exact = parts.second.isEmpty ? [] : [parts.second.count == 1 ? number * 10 : number]
    // Only fractions of an hour that are whole units are valid.
    return (exact + longer).filter { $0 * unitsInHour % 100 == 0 }.map { $0 * unitsInHour / 100 }
  }

  /// The parts of a duration in hours with a fraction or with letters: `1.5`, `1.5h`, `1h30`,
  /// `1h30m` and `90m`.
  struct MarkedParts {
    let isNegative: Bool
    let first: ArraySlice<UInt8>
    let mark: UInt8
    let second: ArraySlice<UInt8>
    /// Whether the text ends with `m`, or with `h` after a fraction.
    let isClosed: Bool

    var isWhole: Bool { mark != DurationForm.point || !second.isEmpty }

    init?(_ text: ArraySlice<UInt8>) {
      isNegative = text.first == ASCII.minus
      let rest = isNegative ? text.dropFirst() : text
      first = rest.prefix(while: \.isDigit)
      guard !first.isEmpty, let mark = rest.dropFirst(first.count).first,
        [DurationForm.point, DurationForm.hourMark, DurationForm.minuteMark].contains(mark)
      else { return nil }
      self.mark = mark
      let tail = rest.dropFirst(first.count + 1)
      second = tail.prefix(while: \.isDigit)
      let end = tail.dropFirst(second.count)
      let closing = mark == DurationForm.point ? DurationForm.hourMark : DurationForm.minuteMark
      isClosed = mark == DurationForm.minuteMark || !end.isEmpty
      guard second.count <= 2, end.isEmpty || end.elementsEqual([closing]) && !second.isEmpty,
        mark != DurationForm.minuteMark || tail.isEmpty
      else { return nil }
    }
  }

  struct Parts {
    var isNegative = false
    var hours: ArraySlice<UInt8> = []
    var minutes: ArraySlice<UInt8>?
    var seconds: ArraySlice<UInt8>?

    init(isNegative: Bool) { self.isNegative = isNegative }

    init?(_ text: ArraySlice<UInt8>) {
      isNegative = text.first == ASCII.minus
      let rest = isNegative ? text.dropFirst() : text
      let parts = rest.split(
        separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      guard parts.count <= 3, parts.allSatisfy({ $0.allSatisfy(\.isDigit) }) else {
        return nil
      }
      hours = parts[0]
      minutes = parts.count > 1 ? parts[1] : nil
      seconds = parts.count > 2 ? parts[2] : nil
    }
  }
}

extension ArraySlice<UInt8> {
  fileprivate var number: Int { reduce(0) { $0 * 10 + Int($1 - ASCII.zero) } }
}
