extension Reason.Expected {
  private static let longest = 5

  /// The ranges must be sorted.
  static func list(_ ranges: [ClosedRange<UInt32>]) -> [Reason.Expected] {
    guard count(ranges) > half else { return shortened(named(ranges)) }
    let others = named(ScalarRanges.subtracting(ranges, from: ScalarRanges.all))
    return [.anyCharacter(but: shortened(others))]
  }

  private static let capitals: ClosedRange<UInt32> = 0x41...0x5A
  private static let small: ClosedRange<UInt32> = 0x61...0x7A
  private static let digits: ClosedRange<UInt32> = 0x30...0x39

  private static let half = 0x8_8000

  private static let fewestInLargeClass = 500

  private static func count(_ ranges: [ClosedRange<UInt32>]) -> Int {
    ranges.reduce(0) { $0 + $1.count }
  }

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

  static let hexadecimalDigits = [
    Reason.Expected.run(from: "0", through: "9"), .run(from: "A", through: "F"),
  ]

  /// The characters must be sorted.
  static func runs(of characters: [UInt8], shown: (UInt8) -> String) -> [Reason.Expected] {
    if characters.count == 10, characters.allSatisfy(\.isDigit) { return [.anyOf(.digit)] }
    var runs: [Reason.Expected] = []
    var rest = characters[...]
    while let first = rest.popFirst() {
      var last = first
      while let next = rest.first, next == last + 1 {
        last = next
        rest.removeFirst()
      }
      runs.append(.run(from: shown(first), through: shown(last)))
    }
    return runs
  }
}

struct ScalarClass: Sendable {
  var name: Reason.CharacterClass
  var ranges: [ClosedRange<UInt32>]

  /// Scalars that a message does not list in addition to the class, for example combining marks.
  var others: [ClosedRange<UInt32>] = []

  var count: Int { ranges.reduce(0) { $0 + $1.count } }

  /// Supersets precede their subsets.
  static let small = [
    ScalarClass(
      name: .whiteSpace,
      ranges: [
        0x09...0x0D, 0x20...0x20, 0x85...0x85, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A,
        0x2028...0x2029, 0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000,
      ]),
    ScalarClass(name: .lineBreak, ranges: [0x0A...0x0D, 0x85...0x85, 0x2028...0x2029]),
  ]

  /// Supersets precede their subsets.
  static let large: [ScalarClass] = {
    var letters = ScalarClass(name: .letter, ranges: [])
    var capitals = ScalarClass(name: .capitalLetter, ranges: [])
    var smalls = ScalarClass(name: .smallLetter, ranges: [])
    var digits = ScalarClass(name: .digit, ranges: [])
    // The other planes contain no scalars of these classes.
    for value in Array(0x30...0x3FFFF) + Array(0xE0100...0xE01EF) as [UInt32] {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let properties = scalar.properties
      let category = properties.generalCategory
      switch category {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter:
        ScalarRanges.append(value, to: &letters.ranges)
        if category == .uppercaseLetter {
          ScalarRanges.append(value, to: &capitals.ranges)
        } else if category == .lowercaseLetter {
          ScalarRanges.append(value, to: &smalls.ranges)
        }
      case .decimalNumber: ScalarRanges.append(value, to: &digits.ranges)
      case .nonspacingMark, .spacingMark, .enclosingMark:
        ScalarRanges.append(value, to: &letters.others)
      case .connectorPunctuation where value > 0x7F:
        ScalarRanges.append(value, to: &letters.others)
      default:
        if properties.isAlphabetic || value == 0x200C || value == 0x200D {
          ScalarRanges.append(value, to: &letters.others)
        }
      }
      if value < 0x80 || category == .unassigned { continue }
      if category != .uppercaseLetter, properties.isUppercase {
        ScalarRanges.append(value, to: &capitals.others)
      } else if category != .lowercaseLetter, properties.isLowercase {
        ScalarRanges.append(value, to: &smalls.others)
      }
    }
    return [letters, capitals, smalls, digits]
  }()
}
