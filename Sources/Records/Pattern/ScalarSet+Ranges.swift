extension ScalarSet {
  /// The set as ranges in order that do not touch, without U+0000, which no text holds.
  var ranges: [ClosedRange<UInt32>] {
    let parts = parts.flatMap { part -> [ClosedRange<UInt32>] in
      switch part {
      case .range(let range): [range.lowerBound.value...range.upperBound.value]
      case .named(let named, let isNegated): Self.ranges(of: named, isNegated: isNegated)
      }
    }
    let union = Self.union(parts)
    return isNegated ? Self.complement(union) : Self.intersection(union, Self.all)
  }

  /// All that a text can hold.
  private static let all: [ClosedRange<UInt32>] = [1...0xD7FF, 0xE000...0x10FFFF]

  private static let lineEnds: [ClosedRange<UInt32>] = [0x0A...0x0D, 0x85...0x85, 0x2028...0x2029]

  /// The first scalars of runs that no class tells apart.
  private static let runs: [Unicode.Scalar] = {
    // Planes without characters, or with private ones only, need not be gone through.
    let scanned: [ClosedRange<UInt32>] = [1...0xD7FF, 0xE000...0x40000, 0xE0000...0xEFFFF]
    let others: [UInt32] = [0xF0000, 0xFFFFE, 0x100000, 0x10FFFE]
    // Some classes name these one by one.
    let named: Set<UInt32> = [0x0A, 0x0E, 0x85, 0x86, 0x200C, 0x200E, 0x2028, 0x202A]
    var runs: [Unicode.Scalar] = []
    for range in scanned {
      var traits: Traits?
      for value in range {
        guard let scalar = Unicode.Scalar(value) else { continue }
        let next = Traits(scalar)
        if next != traits || value <= 0x202A && named.contains(value) { runs.append(scalar) }
        traits = next
      }
    }
    return runs + others.compactMap(Unicode.Scalar.init)
  }()

  private struct Traits: Equatable {
    var category: Unicode.GeneralCategory
    var isAlphabetic = false
    var isUppercase = false
    var isLowercase = false
    var isWhitespace = false

    // Most categories settle most of the rest, and to ask takes long.
    init(_ scalar: Unicode.Scalar) {
      let properties = scalar.properties
      category = properties.generalCategory
      switch category {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .unassigned, .privateUse: break
      case .otherLetter where scalar.value >= 0x3400: break
      case .modifierLetter, .otherLetter, .letterNumber, .nonspacingMark, .spacingMark,
        .otherSymbol:
        isAlphabetic = properties.isAlphabetic
        isUppercase = properties.isUppercase
        isLowercase = properties.isLowercase
      default: isWhitespace = properties.isWhitespace
      }
    }
  }

  private static func ranges(of named: Class, isNegated: Bool) -> [ClosedRange<UInt32>] {
    if named == .anyInLine { return isNegated ? lineEnds : complement(lineEnds) }
    let ends = runs.dropFirst().map { $0.value - 1 } + [0x10FFFF]
    let members = zip(runs, ends).compactMap { first, last in
      named.contains(first) != isNegated ? first.value...last : nil
    }
    return intersection(union(members), all)
  }

  private static func union(_ ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
    var result: [ClosedRange<UInt32>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = result.last, range.lowerBound <= last.upperBound + 1 {
        result[result.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        result.append(range)
      }
    }
    return result
  }

  private static func complement(_ ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
    var result: [ClosedRange<UInt32>] = []
    var next: UInt32 = 0
    for range in ranges {
      if range.lowerBound > next { result.append(next...range.lowerBound - 1) }
      next = range.upperBound + 1
    }
    if next <= 0x10FFFF { result.append(next...0x10FFFF) }
    return intersection(result, all)
  }

  /// What is in both, each in order.
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
