extension Reason.Expected {
  private static let longest = 5

  /// Describes sorted ranges of scalars with a few classes and ranges.
  static func list(_ ranges: [ClosedRange<UInt32>]) -> [Reason.Expected] {
    guard count(ranges) > half else { return shortened(named(ranges)) }
    let others = named(ScalarRanges.subtracting(ranges, from: ScalarRanges.all))
    return [.anyCharacter(but: shortened(others))]
  }

  private static let capitals: ClosedRange<UInt32> = 0x41...0x5A
  private static let small: ClosedRange<UInt32> = 0x61...0x7A
  private static let digits: ClosedRange<UInt32> = 0x30...0x39

  private static let half = 0x8_8000

  // Every large class has at least this many scalars.
  private static let fewestInLargeClass = 500

  private static func count(_ ranges: [ClosedRange<UInt32>]) -> Int {
    ranges.reduce(0) { $0 + $1.count }
  }

  // The classes contained completely, then the remaining scalars.
  private static func named(_ ranges: [ClosedRange<UInt32>]) -> [Reason.Expected] {
    let count = count(ranges)
    let classes = count < fewestInLargeClass ? [] : ScalarClass.large
    var names: [Reason.Expected] = []
    var rest = ranges
    for one in classes + ScalarClass.small where one.count <= count {
      guard ScalarRanges.subtracting(rest, from: one.ranges).isEmpty else { continue }
      names.append(.anyOf(one.name))
      rest = ScalarRanges.subtracting(one.ranges, from: rest)
      rest = ScalarRanges.subtracting(one.others, from: rest)
    }
    return names + singly(rest)
  }

  // In the order letters, digits, others.
  private static func singly(_ ranges: [ClosedRange<UInt32>]) -> [Reason.Expected] {
    let isLetter = { (value: UInt32) in capitals.contains(value) || small.contains(value) }
    let letters = ranges.filter { isLetter($0.lowerBound) }
    let numbers = ranges.filter { digits.contains($0.lowerBound) }
    let others = ranges.filter { !isLetter($0.lowerBound) && !digits.contains($0.lowerBound) }
    return (letters + numbers + others).flatMap { range -> [Reason.Expected] in
      if range.count < 3 {
        return range.map { .scalars(from: scalar($0), through: scalar($0)) }
      }
      return [.scalars(from: scalar(range.lowerBound), through: scalar(range.upperBound))]
    }
  }

  private static func scalar(_ value: UInt32) -> Unicode.Scalar {
    Unicode.Scalar(value) ?? "\u{FFFD}"
  }

  private static func shortened(_ expected: [Reason.Expected]) -> [Reason.Expected] {
    expected.count > longest ? expected.prefix(longest) + [.others] : expected
  }
}
