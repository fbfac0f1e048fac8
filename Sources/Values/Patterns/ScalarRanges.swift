/// Sets of scalars as sorted ranges that are not adjacent.
package enum ScalarRanges {
  /// All scalars of texts, which cannot contain U+0000.
  package static let all: [ClosedRange<UInt32>] = [0x01...0xD7FF, 0xE000...0x10FFFF]

  /// The value must be greater than all values in `ranges`.
  package static func append(_ value: UInt32, to ranges: inout [ClosedRange<UInt32>]) {
    if let last = ranges.last, last.upperBound + 1 == value {
      ranges[ranges.count - 1] = last.lowerBound...value
    } else {
      ranges.append(value...value)
    }
  }

  package static func union(_ ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
    var union: [ClosedRange<UInt32>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = union.last, range.lowerBound <= last.upperBound + 1 {
        union[union.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        union.append(range)
      }
    }
    return union
  }

  package static func subtracting(
    _ others: [ClosedRange<UInt32>], from ranges: [ClosedRange<UInt32>]
  ) -> [ClosedRange<UInt32>] {
    var rest: [ClosedRange<UInt32>] = []
    var others = others[...]
    for range in ranges {
      var next = range.lowerBound
      while let other = others.first, other.upperBound < next { others.removeFirst() }
      for other in others {
        if other.lowerBound > range.upperBound { break }
        if other.lowerBound > next { rest.append(next...other.lowerBound - 1) }
        next = other.upperBound + 1
      }
      if next <= range.upperBound { rest.append(next...range.upperBound) }
    }
    return rest
  }

  static func intersection(
    _ ranges: [ClosedRange<UInt32>], _ others: [ClosedRange<UInt32>]
  ) -> [ClosedRange<UInt32>] {
    var result: [ClosedRange<UInt32>] = []
    var (first, second) = (ranges[...], others[...])
    while let one = first.first, let other = second.first {
      if one.overlaps(other) { result.append(one.clamped(to: other)) }
      if one.upperBound < other.upperBound { first.removeFirst() } else { second.removeFirst() }
    }
    return result
  }
}
