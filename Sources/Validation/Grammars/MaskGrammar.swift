/// Texts of a form that a pattern writes down, such as `+1 (000) 000-0000`.
public struct MaskGrammar: SlotGrammar {
  /// The places.
  public let form: SlotForm

  /// Reads a pattern: `0` stands for a digit, `A` for a letter put into upper case, `a` for a letter,
  /// `N` for a letter or digit, `\` takes the next character literally, and all else is literal.
  ///
  /// - Throws: ``Rejection`` if nothing is left to fill in, or a backslash ends the pattern.
  public init(_ pattern: String) throws(Rejection) {
    var places: [Slot] = []
    var isEscaped = false
    for scalar in pattern.unicodeScalars {
      switch scalar {
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
      throw Rejection(
        message: "a backslash at the end of a mask has nothing to take literally")
    }
    if places.allSatisfy(\.isLiteral) {
      throw Rejection(message: "a mask needs a free place: 0, A, a or N, and not only literals")
    }
    form = SlotForm(places)
  }
}
