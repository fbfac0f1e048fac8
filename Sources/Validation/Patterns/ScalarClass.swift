struct ScalarClass: Sendable {
  var name: Reason.CharacterClass
  var ranges: [ClosedRange<UInt32>]

  /// Scalars that readers would not expect in or out of the class, for example combining marks.
  var others: [ClosedRange<UInt32>] = []

  var count: Int { ranges.reduce(0) { $0 + $1.count } }

  /// Classes with few scalars, supersets first.
  static let small = [
    ScalarClass(
      name: .whiteSpace,
      ranges: [
        0x09...0x0D, 0x20...0x20, 0x85...0x85, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A,
        0x2028...0x2029, 0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000,
      ]),
    ScalarClass(name: .lineBreak, ranges: [0x0A...0x0D, 0x85...0x85, 0x2028...0x2029]),
  ]

  /// Classes with many scalars, supersets first.
  static let large: [ScalarClass] = {
    var letters = ScalarClass(name: .letter, ranges: [])
    var capitals = ScalarClass(name: .capitalLetter, ranges: [])
    var smalls = ScalarClass(name: .smallLetter, ranges: [])
    var digits = ScalarClass(name: .digit, ranges: [])
    // The remaining planes contain no such scalars.
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
