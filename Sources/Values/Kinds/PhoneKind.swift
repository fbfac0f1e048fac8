/// A telephone number with the code of its country, `+` and digits.
package struct PhoneKind: NamedKind {
  static let name = "Phone"
  static let arguments = KindArguments.none(.phone)
  static let traits = KindTraits(format: 3, keyboard: .phone)
  static let guide = KindGuide(
    "A telephone number: + and 7 to 15 digits; 00 in front is read as +, and spaces, /, -, . "
      + "and brackets between digits are left out. A field drops the 0 of +49 (0)30.",
    definition: "Phone?", value: #""+44 20 7946 0958""#)

  /// The numbers of digits after the `+`.
  package static let lengths = 7...15

  var expectation: String { "a telephone number such as +49 30 1234567, in quotation marks" }
  var markHint: String? { "a telephone number begins with + and the code of its country" }

  func value(reading text: String) throws(Violation) -> Value? {
    let number = Self.withPlus(try Self.plain(text))
    let digits = number.unicodeScalars.dropFirst()
    guard number.hasPrefix("+"), digits.allSatisfy(\.isPlainDigit) else { return nil }
    guard Self.lengths.contains(digits.count) else {
      throw Violation(
        kind: .value,
        message: "expected \(Self.lengths.lowerBound) to \(Self.lengths.upperBound) digits after "
          + "+, not \(digits.count)")
    }
    return .text(number)
  }

  /// The text with `+` for `00` in front.
  private static func withPlus(_ text: String) -> String {
    text.hasPrefix("00") ? "+" + text.dropFirst(2) : text
  }

  /// What is said to a zero in brackets after the code of a country.
  private static let zeroInBrackets = "\"(0)\" is not dialled after +; leave it out"

  /// The text without what people put between digits.
  ///
  /// - Throws: ``Violation`` for a zero in brackets, which is dialled or not as one calls from.
  private static func plain(_ text: String) throws(Violation) -> String {
    let scalars = seen(text)
    let kept = scalars.filter { !isBetweenDigits($0) }
    if kept.first == "+", zeroInBrackets(of: scalars) != nil {
      throw Violation(kind: .value, message: zeroInBrackets)
    }
    return String(String.UnicodeScalarView(kept))
  }

  /// What is left of a text that is pasted, without what people put between digits.
  ///
  /// - Parameter dropsZero: whether the code of a country is before it, so that a zero in brackets is
  ///   left out; it is anyway where the text has the code itself.
  package static func pasted(_ text: String, dropsZero: Bool) -> [Unicode.Scalar] {
    var scalars = seen(text)
    let kept = scalars.filter { !isBetweenDigits($0) }
    if dropsZero || kept.first == "+" || kept.starts(with: "00".unicodeScalars) {
      while let zero = zeroInBrackets(of: scalars) { scalars.remove(at: zero) }
    }
    return scalars.filter { !isBetweenDigits($0) }
  }

  // What is seen of a text as ASCII has it, without white space.
  private static func seen(_ text: String) -> [Unicode.Scalar] {
    text.pasted.unicodeScalars.map(plain).filter { !$0.isSpace }
  }

  /// The sign or digit of ASCII that people take a scalar for; else itself.
  package static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    scalar == "\u{FF0B}" ? "+" : scalar.plain
  }

  private static func zeroInBrackets(of scalars: [Unicode.Scalar]) -> Int? {
    scalars.indices.first { scalars[$0...].starts(with: "(0)".unicodeScalars) }.map { $0 + 1 }
  }

  /// Whether people put a scalar between the digits of a number.
  package static func isBetweenDigits(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isSpace || "-/().[]".unicodeScalars.contains(scalar)
  }
}
