/// Scalars in words: `A–Z or 0–9`, a few ranges at most.
struct ScalarList: CustomStringConvertible {
  var description: String

  private static let longest = 5

  /// Names what is in some ranges in order; no scalar at all is an empty description.
  init(_ ranges: [ClosedRange<UInt32>]) {
    let count = ranges.reduce(0) { $0 + $1.count }
    guard count < 0x10_0000 else {
      let others = ScalarList.names(ScalarList.printable(missingIn: ranges))
      description = "any character"
      if !others.isEmpty, others.count <= ScalarList.longest {
        description += " but \(ScalarList.joined(others))"
      }
      return
    }
    var rest = ranges
    var names: [String] = []
    var named: [ClosedRange<UInt32>] = []
    for group in ScalarList.groups
    where group.samples.allSatisfy({ contains($0, in: ranges) })
      && !group.ascii.allSatisfy(named.contains)
    {
      names.append(group.name)
      named += group.ascii
      rest = rest.filter { range in
        range.upperBound < 0x80 && !group.ascii.contains { $0.contains(range.lowerBound) }
      }
    }
    description = ScalarList.joined(names + ScalarList.names(rest))

    func contains(_ scalar: Unicode.Scalar, in ranges: [ClosedRange<UInt32>]) -> Bool {
      ranges.contains { $0.contains(scalar.value) }
    }
  }

  // Classes too wide to be listed, the wider ones first, are known by some that are in them.
  private struct Group {
    var name: String
    var samples: [Unicode.Scalar]
    var ascii: [ClosedRange<UInt32>]
  }

  private static let capitals: ClosedRange<UInt32> = 0x41...0x5A
  private static let small: ClosedRange<UInt32> = 0x61...0x7A
  private static let digits: ClosedRange<UInt32> = 0x30...0x39

  private static let groups = [
    Group(name: "a letter", samples: ["a", "Z", "ж", "Ж", "中"], ascii: [capitals, small]),
    Group(name: "a capital letter", samples: ["A", "Z", "Ж"], ascii: [capitals]),
    Group(name: "a small letter", samples: ["a", "z", "ж"], ascii: [small]),
    Group(name: "a digit", samples: ["0", "9", "\u{663}"], ascii: [digits]),
    Group(name: "a space", samples: [" ", "\u{2003}"], ascii: [0x09...0x0D, 0x20...0x20]),
  ]

  private static func printable(missingIn ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
    var missing: [ClosedRange<UInt32>] = []
    for value in UInt32(0x20)...0x7E where !ranges.contains(where: { $0.contains(value) }) {
      if let last = missing.last, last.upperBound + 1 == value {
        missing[missing.count - 1] = last.lowerBound...value
      } else {
        missing.append(value...value)
      }
    }
    return missing
  }

  // Letters stand before digits, and digits before all else.
  private static func names(_ ranges: [ClosedRange<UInt32>]) -> [String] {
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
