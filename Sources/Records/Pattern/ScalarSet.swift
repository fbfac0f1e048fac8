/// Some of the scalars: ranges of them and classes, or all but these.
struct ScalarSet: Hashable, Sendable {
  /// A class of scalars that has a name in a pattern.
  enum Class: Hashable, Sendable {
    /// `\d`
    case digit
    /// `\w`
    case word
    /// `\s`
    case space
    /// What `.` matches: all but the ends of lines.
    case anyInLine
    /// `\p{…}`
    case categories(Set<Unicode.GeneralCategory>)
    case alphabetic, uppercase, lowercase

    func contains(_ scalar: Unicode.Scalar) -> Bool {
      let properties = scalar.properties
      switch self {
      case .digit: return properties.generalCategory == .decimalNumber
      case .word:
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark, .decimalNumber, .connectorPunctuation:
          return true
        default:
          return properties.isAlphabetic || scalar == "\u{200C}" || scalar == "\u{200D}"
        }
      case .space: return properties.isWhitespace
      case .anyInLine: return !scalar.isLineEnd
      case .categories(let categories): return categories.contains(properties.generalCategory)
      case .alphabetic: return properties.isAlphabetic
      case .uppercase: return properties.isUppercase
      case .lowercase: return properties.isLowercase
      }
    }
  }

  /// A part of the set.
  enum Part: Hashable, Sendable {
    case range(ClosedRange<Unicode.Scalar>)
    case named(Class, isNegated: Bool)
  }

  var parts: [Part] = []
  var isNegated = false

  init() {}

  init(_ scalar: Unicode.Scalar) { parts = [.range(scalar...scalar)] }

  init(_ named: Class, isNegated: Bool = false) { parts = [.named(named, isNegated: isNegated)] }

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    let isIn = parts.contains { part in
      switch part {
      case .range(let range): range.contains(scalar)
      case .named(let named, let isNegated): named.contains(scalar) != isNegated
      }
    }
    return isIn != isNegated
  }
}

extension Unicode.Scalar {
  /// Whether a line can end with the scalar.
  var isLineEnd: Bool {
    switch value {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }
}
