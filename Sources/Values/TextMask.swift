/// The form of a text in which some places are free: `+1 (000) 000-0000`.
///
/// `0` is a digit, `A` a letter put into upper case, `a` a letter, `N` a letter or digit, `\` takes
/// the next character literally, and every other character is literal.
public struct TextMask: Hashable, Sendable {
  /// The mask as a definition writes it.
  public let pattern: String

  /// The form that texts of the mask have.
  package let form: FixedForm

  /// Makes the mask that a pattern describes.
  ///
  /// - Throws: ``Violation`` if it has no free place or ends in a backslash.
  public init(_ pattern: String) throws(Violation) {
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
    self.pattern = pattern
    form = FixedForm(places)
  }

  /// Whether two masks are written alike, scalar by scalar.
  public static func == (left: TextMask, right: TextMask) -> Bool {
    left.pattern.hasSameScalars(as: right.pattern)
  }

  /// Feeds the pattern to a hasher.
  public func hash(into hasher: inout Hasher) {
    for byte in pattern.utf8 { hasher.combine(byte) }
  }
}

extension TextMask {
  /// Reads a text as a paste into an empty field: literals may be missing, and white space and
  /// punctuation that no place takes is left out.
  ///
  /// - Returns: the text with all its literals.
  /// - Throws: ``Violation`` saying what was expected.
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

/// What can be at one place of a text of a fixed form.
///
/// More cases will come: code of another package that switches over them needs a `default`.
public enum Slot: Hashable, Sendable {
  /// Always the same.
  case literal(Unicode.Scalar)
  /// One of the ten digits.
  case digit
  /// A digit, or one of the letters from A to F in upper case.
  case hexadecimal
  /// A letter in upper case, where its script has one.
  case capital
  /// A letter of any script.
  case letter
  /// A letter or a digit.
  case alphanumeric

  @inlinable package var isLiteral: Bool { if case .literal = self { true } else { false } }

  /// The scalar as the place keeps it; nil where it does not fit.
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

  /// Whether the place keeps the scalar as it is.
  package func holds(_ scalar: Unicode.Scalar) -> Bool {
    if case .literal(let literal) = self { return literal == scalar }
    return taking(scalar) == scalar
  }

  /// The class of what can be there, for a person; nil for a literal.
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
  /// Reads the pattern.
  public init(from decoder: any Decoder) throws {
    try self.init(String(from: decoder))
  }

  /// Writes the pattern.
  public func encode(to encoder: any Encoder) throws { try pattern.encode(to: encoder) }
}
