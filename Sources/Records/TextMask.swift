/// The form of a text in which some places are free: `+1 (000) 000-0000`.
///
/// `0` stands for a digit, `A` for a letter put into upper case, `a` for a letter, `N` for a letter
/// or digit, `\` takes the next character literally, and all else stands for itself.
public struct TextMask: Hashable, Sendable {
  /// What stands at a place of the text.
  enum Place: Hashable, Sendable {
    case literal(Unicode.Scalar)
    case digit, capital, letter, alphanumeric

    var isLiteral: Bool { if case .literal = self { true } else { false } }

    /// The scalar as the place keeps it; nil where it does not fit.
    func taking(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
      let plain = scalar.plain
      switch self {
      case .literal(let literal): return literal == scalar || literal == plain ? literal : nil
      case .digit: return "0"..."9" ~= plain ? plain : nil
      case .letter: return plain.isLetter ? plain : nil
      case .alphanumeric: return "0"..."9" ~= plain || plain.isLetter ? plain : nil
      case .capital:
        guard plain.isLetter else { return nil }
        // Folding that is not one to one would change the number of places.
        let upper = plain.properties.uppercaseMapping.unicodeScalars
        return upper.count == 1 ? upper.first : nil
      }
    }
  }

  /// The mask as a definition writes it.
  public let pattern: String
  let places: [Place]

  /// Makes the mask that a pattern describes.
  ///
  /// - Throws: ``Violation`` if it has no free place or ends in a backslash.
  public init(_ pattern: String) throws(Violation) {
    var places: [Place] = []
    var isEscaped = false
    for scalar in pattern.unicodeScalars {
      if scalar == "\0" {
        throw Violation(kind: .value, message: "no text holds the character U+0000")
      }
      if isEscaped {
        places.append(.literal(scalar))
        isEscaped = false
        continue
      }
      switch scalar {
      case "\\": isEscaped = true
      case "0": places.append(.digit)
      case "A": places.append(.capital)
      case "a": places.append(.letter)
      case "N": places.append(.alphanumeric)
      default: places.append(.literal(scalar))
      }
    }
    if isEscaped {
      throw Violation(
        kind: .value, message: "a backslash at the end of a mask has nothing to take literally")
    }
    if places.allSatisfy(\.isLiteral) {
      throw Violation(
        kind: .value, message: "a mask needs a free place: 0, A, a or N, and not only literals")
    }
    self.pattern = pattern
    self.places = places
  }

  /// Whether two masks are written alike, scalar by scalar.
  public static func == (left: TextMask, right: TextMask) -> Bool {
    left.pattern.utf8.elementsEqual(right.pattern.utf8)
  }

  /// Feeds the pattern to a hasher.
  public func hash(into hasher: inout Hasher) {
    for byte in pattern.utf8 { hasher.combine(byte) }
  }
}

extension TextMask {
  /// Reads a text as a paste into an empty field: literals in front of a free place may be missing,
  /// all that stand before it at once.
  ///
  /// - Returns: the text with all its literals.
  /// - Throws: ``Violation`` saying what was expected where.
  public func text(reading text: String) throws(Violation) -> String {
    // What is white space around a text may be a literal of the mask.
    if let result = filled(with: text).text { return result }
    let (result, objection) = filled(with: text.pasted)
    guard let result else {
      throw Violation(kind: .value, message: "expected the form \(pattern): \(objection)")
    }
    return result
  }

  private func filled(with text: String) -> (text: String?, objection: String) {
    var result = String.UnicodeScalarView()
    var place = 0
    for scalar in text.unicodeScalars {
      guard place < places.count else {
        return (nil, "nothing stands behind \"\(String(result))\"")
      }
      if let taken = places[place].taking(scalar) {
        result.append(taken)
        place += 1
        continue
      }
      // The key that needs a free place brings the literals in front of it along.
      let literals = places[place...].prefix(while: \.isLiteral)
      guard !literals.isEmpty, literals.endIndex < places.count,
        let taken = places[literals.endIndex].taking(scalar)
      else { return (nil, "\(Value.text(String(scalar)).literal) cannot stand at \(place)") }
      for case .literal(let literal) in literals { result.append(literal) }
      result.append(taken)
      place = literals.endIndex + 1
    }
    guard place == places.count else { return (nil, "there is more to come") }
    return (String(result), "")
  }
}
