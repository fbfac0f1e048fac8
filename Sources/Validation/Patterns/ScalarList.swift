/// Scalars in words: `A–Z or 0–9`, a few ranges at most.
struct ScalarList: CustomStringConvertible {
  var description: String

  private static let longest = 5

  /// Names what is in some ranges in order; no scalar at all is an empty description.
  init(_ ranges: [ClosedRange<UInt32>]) {
    guard ranges.reduce(0, { $0 + $1.count }) >= 0x10_0000 else {
      description = ScalarList.joined(ScalarList.names(ranges))
      return
    }
    let others = ScalarList.names(ScalarList.missing(in: ranges))
    description = "any character"
    if !others.isEmpty { description += " but \(ScalarList.joined(others))" }
  }

  // Classes too wide to be listed, the wider ones first, are known by their size and by some scalars
  // that are in them.
  private struct Group {
    var name: String
    var fewest: Int
    var samples: [Unicode.Scalar]
    var ascii: [ClosedRange<UInt32>]
  }

  private static let capitals: ClosedRange<UInt32> = 0x41...0x5A
  private static let small: ClosedRange<UInt32> = 0x61...0x7A
  private static let digits: ClosedRange<UInt32> = 0x30...0x39

  private static let groups = [
    Group(
      name: "a letter", fewest: 100_000, samples: ["a", "Z", "ж", "Ж", "中"],
      ascii: [capitals, small]),
    Group(
      name: "a capital letter", fewest: 1_000, samples: ["A", "Z", "Ж"], ascii: [capitals]),
    Group(name: "a small letter", fewest: 1_000, samples: ["a", "z", "ж"], ascii: [small]),
    Group(name: "a digit", fewest: 500, samples: ["0", "9", "\u{663}"], ascii: [digits]),
    Group(
      name: "a space", fewest: 20, samples: [" ", "\t", "\u{2003}"],
      ascii: [0x09...0x0D, 0x20...0x20]),
    Group(
      name: "a line break", fewest: 7, samples: ["\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"],
      ascii: [0x0A...0x0D]),
  ]

  // The classes, then what else is in ASCII where there are any, else all.
  private static func names(_ ranges: [ClosedRange<UInt32>]) -> [String] {
    let count = ranges.reduce(0) { $0 + $1.count }
    var rest = ranges
    var names: [String] = []
    var named: [ClosedRange<UInt32>] = []
    for group in groups
    where count >= group.fewest && group.samples.allSatisfy({ contains($0.value, in: ranges) })
      && !group.ascii.allSatisfy({ contains($0.lowerBound, in: named) })
    {
      names.append(group.name)
      named += group.ascii
      rest = rest.filter { range in
        range.upperBound < 0x80 && !group.ascii.contains { $0.contains(range.lowerBound) }
      }
    }
    return names + singly(rest)
  }

  private static func contains(_ value: UInt32, in ranges: [ClosedRange<UInt32>]) -> Bool {
    ranges.contains { $0.contains(value) }
  }

  private static func missing(in ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
    var missing: [ClosedRange<UInt32>] = []
    // No text has U+0000, and nobody types it.
    var next: UInt32 = 1
    for range in ranges + [0x11_0000...0x11_0000] {
      // There are no scalars from D800 on through DFFF.
      if next < range.lowerBound, next < 0xD800 || range.lowerBound > 0xE000 {
        missing.append(next...range.lowerBound - 1)
      }
      next = range.upperBound + 1
    }
    return missing
  }

  // Letters stand before digits, and digits before all else.
  private static func singly(_ ranges: [ClosedRange<UInt32>]) -> [String] {
    let isLetter = { (value: UInt32) in capitals.contains(value) || small.contains(value) }
    let letters = ranges.filter { isLetter($0.lowerBound) }
    let numbers = ranges.filter { digits.contains($0.lowerBound) }
    let others = ranges.filter { !isLetter($0.lowerBound) && !digits.contains($0.lowerBound) }
    return (letters + numbers + others).map { range in
      guard range.count > 1 else { return name(range.lowerBound) }
      let ends = [range.lowerBound, range.upperBound]
      let areBare = ends.allSatisfy { isLetter($0) || digits.contains($0) }
      return ends.map { areBare ? bare($0) : name($0) }.joined(separator: "–")
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
