/// Scalars in words: `A–Z or 0–9`, a few ranges at most.
struct ScalarList: CustomStringConvertible {
  var description: String

  private static let longest = 5

  /// Names what is in some ranges in order; no scalar at all is an empty description.
  init(_ ranges: [ClosedRange<UInt32>]) {
    guard ScalarList.count(ranges) > ScalarList.half else {
      description = ScalarList.joined(ScalarList.names(ranges))
      return
    }
    let others = ScalarList.names(ScalarRanges.subtracting(ranges, from: ScalarRanges.all))
    description = "any character"
    if !others.isEmpty { description += " but \(ScalarList.joined(others))" }
  }

  private static let capitals: ClosedRange<UInt32> = 0x41...0x5A
  private static let small: ClosedRange<UInt32> = 0x61...0x7A
  private static let digits: ClosedRange<UInt32> = 0x30...0x39

  private static let half = 0x8_8000

  // Fewer scalars are in none of the large classes.
  private static let fewestInLargeClass = 500

  private static func count(_ ranges: [ClosedRange<UInt32>]) -> Int {
    ranges.reduce(0) { $0 + $1.count }
  }

  // The classes of which nothing is missing, then what else there is.
  private static func names(_ ranges: [ClosedRange<UInt32>]) -> [String] {
    let count = count(ranges)
    let classes = count < fewestInLargeClass ? [] : ScalarClass.large
    var names: [String] = []
    var rest = ranges
    for one in classes + ScalarClass.small where one.count <= count {
      guard ScalarRanges.subtracting(rest, from: one.ranges).isEmpty else { continue }
      names.append(one.name)
      rest = ScalarRanges.subtracting(one.ranges, from: rest)
      rest = ScalarRanges.subtracting(one.others, from: rest)
    }
    return names + singly(rest)
  }

  // Letters come before digits, and digits before all else.
  private static func singly(_ ranges: [ClosedRange<UInt32>]) -> [String] {
    let isLetter = { (value: UInt32) in capitals.contains(value) || small.contains(value) }
    let letters = ranges.filter { isLetter($0.lowerBound) }
    let numbers = ranges.filter { digits.contains($0.lowerBound) }
    let others = ranges.filter { !isLetter($0.lowerBound) && !digits.contains($0.lowerBound) }
    return (letters + numbers + others).flatMap { range in
      if range.count < 3 { return range.map(name) }
      let ends = [range.lowerBound, range.upperBound]
      let areBare = ends.allSatisfy { isLetter($0) || digits.contains($0) }
      return [ends.map { areBare ? bare($0) : name($0) }.joined(separator: "–")]
    }
  }

  private static func name(_ value: UInt32) -> String {
    digits.contains(value) ? bare(value) : "\(Quotation([scalar(value)]))"
  }

  private static func bare(_ value: UInt32) -> String { String(scalar(value)) }

  private static func scalar(_ value: UInt32) -> Unicode.Scalar {
    Unicode.Scalar(value) ?? "\u{FFFD}"
  }

  private static func joined(_ names: [String]) -> String {
    if names.count > longest { return names.prefix(longest).joined(separator: ", ") + ", …" }
    guard let last = names.last else { return "" }
    return names.count == 1 ? last : "\(names.dropLast().joined(separator: ", ")) or \(last)"
  }
}

extension ScalarList {
  /// Whether there is nothing to name.
  var isEmpty: Bool { description.isEmpty }
}
