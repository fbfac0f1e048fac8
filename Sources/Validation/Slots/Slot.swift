/// What stands at one place of a text of a fixed form.
enum Slot: Hashable, Sendable {
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

  var isLiteral: Bool { if case .literal = self { true } else { false } }

  /// The scalar as it stands there; `nil` where it cannot.
  func taking(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch self {
    case .literal(let literal):
      return literal == scalar || literal == scalar.plain ? literal : nil
    case .digit:
      let plain = scalar.plain
      return plain.isPlainDigit ? plain : nil
    case .hexadecimal:
      if scalar.isPlainDigit || "A"..."F" ~= scalar { return scalar }
      return "a"..."f" ~= scalar ? scalar.capital : nil
    case .capital:
      let plain = scalar.plain
      return plain.isLetter ? plain.capital : nil
    case .letter:
      let plain = scalar.plain
      return plain.isLetter ? plain : nil
    case .alphanumeric:
      let plain = scalar.plain
      return plain.isPlainDigit || plain.isLetter ? plain : nil
    }
  }

  /// Whether the scalar stands there as it is.
  func holds(_ scalar: Unicode.Scalar) -> Bool {
    if case .literal(let literal) = self { return literal == scalar }
    return taking(scalar) == scalar
  }

  /// The class of what stands there, for a person; `nil` for a literal.
  var name: String? {
    switch self {
    case .literal: nil
    case .digit: "digit"
    case .hexadecimal: "hexadecimal digit"
    case .capital, .letter: "letter"
    case .alphanumeric: "letter or digit"
    }
  }
}
