/// Checks compare numbers, so the cost does not depend on the size of the range.
struct DurationForm: Sendable {
  let hasSeconds: Bool
  let minimum: TimeSpan?
  let maximum: TimeSpan?
  /// Hour digits of the wider bound, at least two.
  let maximumHourDigits: Int

  // The possible magnitudes without and with a minus, in minutes or, if `hasSeconds`, in seconds.
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
  }

  var allowsMinus: Bool { negative != nil }

  private var unitsInMinute: Int { hasSeconds ? 60 : 1 }
  private var unitsInHour: Int { 60 * unitsInMinute }

  func begins(_ text: ArraySlice<UInt8>) -> Bool {
    if text.isEmpty { return positive != nil || negative != nil }
    guard let parts = Parts(text), let magnitudes = magnitudes(of: parts) else { return false }
    guard let minutes = parts.minutes else {
      return parts.hours.isEmpty ? parts.isNegative : beginsHours(parts.hours, magnitudes)
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
    guard let parts = Parts(text), !parts.isNegative || allowsMinus else { return false }
    return parts.hours.count <= maximumHourDigits && parts.minutes?.count ?? 0 <= 2
      && parts.seconds?.count ?? 0 <= 2 && (hasSeconds || parts.seconds == nil)
  }

  func isFull(_ parts: Parts) -> Bool {
    1...maximumHourDigits ~= parts.hours.count && parts.minutes?.count == 2
      && (hasSeconds ? parts.seconds?.count == 2 : parts.seconds == nil)
  }

  private func magnitudes(of parts: Parts) -> ClosedRange<Int>? {
    parts.isNegative ? negative : positive
  }

  private func beginsHours(_ digits: ArraySlice<UInt8>, _ magnitudes: ClosedRange<Int>) -> Bool {
    guard digits.count <= maximumHourDigits else { return false }
    let hours = magnitudes.lowerBound / unitsInHour...magnitudes.upperBound / unitsInHour
    var number = digits.number
    var count = 1
    for _ in digits.count...maximumHourDigits {
      if (number...number + count - 1).overlaps(hours) { return true }
      number *= 10
      count *= 10
    }
    return false
  }

  // The smallest magnitude in the range with these hours plus a remainder within the bounds.
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

  // The first and last number of 0 to 59 that begin with the digits.
  private static func numbers(of digits: ArraySlice<UInt8>) -> (first: Int, last: Int)? {
    guard let tens = digits.first else { return (0, 59) }
    guard tens <= UInt8(ascii: "5"), digits.count <= 2 else { return nil }
    let number = digits.number
    return digits.count == 1 ? (number * 10, number * 10 + 9) : (number, number)
  }

  struct Parts {
    var isNegative = false
    var hours: ArraySlice<UInt8> = []
    var minutes: ArraySlice<UInt8>?
    var seconds: ArraySlice<UInt8>?

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
