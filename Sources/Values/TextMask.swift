/// A format for texts, with input positions and literals, such as `+1 (000) 000-0000`.
///
/// `0` is a digit, `A` a letter in upper case, `a` a letter, `N` a letter or digit, and `\` makes
/// the next character literal. All other characters are literal.
public struct TextMask: Hashable, Sendable {
  /// The mask as written in a definition.
  public let pattern: String

  package let form: FixedForm

  private static let longest = 1_000

  /// Parses a mask.
  ///
  /// - Throws: ``Violation`` if the mask contains the character U+0000, has no input position or
  ///   more than 1,000 positions, or ends in a backslash.
  public init(_ pattern: String) throws(Violation) {
    let pattern = pattern.nfc
    var places: [Slot] = []
    var isEscaped = false
    for scalar in pattern.unicodeScalars {
      switch scalar {
      case "\0": throw Violation(kind: .value, .nullCharacter)
      case _ where isEscaped:
        places.append(.literal(scalar))
        isEscaped = false
      case "\\": isEscaped = true
      case "0": places.append(.digit)
      case "A": places.append(.capital)
      case "a": places.append(.letter)
      case "N": places.append(.alphanumeric)
      default: places.append(.literal(scalar))
      }
    }
    if isEscaped {
      throw Violation(kind: .value, .maskEndsInBackslash)
    }
    if places.allSatisfy(\.isLiteral) {
      throw Violation(kind: .value, .maskWithoutPlaces)
    }
    guard places.count <= Self.longest else {
      throw Violation(kind: .value, .maskTooLong(limit: Self.longest))
    }
    self.pattern = pattern
    form = FixedForm(places)
  }

  /// Returns whether two masks have the same scalars.
  public static func == (left: TextMask, right: TextMask) -> Bool {
    left.pattern.hasSameScalars(as: right.pattern)
  }

  /// Hashes the pattern.
  public func hash(into hasher: inout Hasher) {
    for byte in pattern.utf8 { hasher.combine(byte) }
  }
}

extension TextMask {
  /// Parses a text like a paste into an empty field: literals may be missing, and white space and
  /// punctuation that fit no input position are ignored.
  ///
  /// - Returns: the text with all its literals.
  /// - Throws: ``Violation`` that says which input is expected.
  public func text(reading text: String) throws(Violation) -> String {
    var mistake: FixedMistake?
    for reading in FixedText.readings(of: Array(text.unicodeScalars)) {
      do throws(FixedMistake) {
        let filled = try FixedText(pasting: reading, into: form)
        guard filled.isFull else { continue }
        return String(String.UnicodeScalarView(filled.shown))
      } catch {
        mistake = error
      }
    }
    throw Violation(kind: .value, .form(pattern, mistake))
  }
}

/// A position in a fixed format.
///
/// Future versions may add cases, so clients need a `default` when switching.
public enum Slot: Hashable, Sendable {
  /// A fixed character.
  case literal(Unicode.Scalar)
  /// An ASCII digit.
  case digit
  /// An ASCII digit, or a letter from A to F in upper case.
  case hexadecimal
  /// A letter in upper case, if its script has cases.
  case capital
  /// A letter of any script.
  case letter
  /// A letter or a digit.
  case alphanumeric

  @inlinable package var isLiteral: Bool { if case .literal = self { true } else { false } }

  package func taking(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    let plain = scalar.plain
    switch self {
    case .literal(let literal): return literal == scalar || literal == plain ? literal : nil
    case .digit: return plain.isPlainDigit ? plain : nil
    case .hexadecimal:
      return scalar.properties.isASCIIHexDigit ? scalar.capital : nil
    case .capital: return plain.isLetter ? plain.capital : nil
    case .letter: return plain.isLetter ? plain : nil
    case .alphanumeric: return plain.isPlainDigit || plain.isLetter ? plain : nil
    }
  }

  package func holds(_ scalar: Unicode.Scalar) -> Bool {
    if case .literal(let literal) = self { return literal == scalar }
    return taking(scalar) == scalar
  }

  package var name: String? {
    switch self {
    case .literal: nil
    case .digit: "digit"
    case .hexadecimal: "hexadecimal digit"
    case .capital, .letter: "letter"
    case .alphanumeric: "letter or digit"
    }
  }
}

extension TextMask: Codable {
  /// Decodes the pattern.
  public init(from decoder: any Decoder) throws {
    self = try decoder.read { pattern throws(Violation) in try TextMask(pattern) }
  }

  /// Encodes the pattern.
  public func encode(to encoder: any Encoder) throws { try pattern.encode(to: encoder) }
}
