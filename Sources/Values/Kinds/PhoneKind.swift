/// A telephone number with the code of its country, `+` and digits.
package struct PhoneKind: NamedKind {
  static let name = "Phone"
  static let arguments = KindArguments.none(.phone)
  static let traits = KindTraits(format: 3, keyboard: .phone)
  static let guide = KindGuide(
    "A telephone number: + and 7 to 15 digits; 00 in front is read as +, and what a paste "
      + "has between digits is dropped.",
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
  package static let zeroInBrackets = "\"(0)\" is not dialled after +; leave it out"

  /// The text without what people put between digits.
  ///
  /// - Throws: ``Violation`` for a zero in brackets, which is dialled or not as one calls from.
  package static func plain(_ text: String) throws(Violation) -> String {
    let scalars = text.pasted.unicodeScalars.map { $0 == "\u{FF0B}" ? "+" : $0.plain }
    let kept = scalars.filter { !isBetweenDigits($0) }
    if kept.first == "+",
      scalars.indices.contains(where: { scalars[$0...].starts(with: "(0)".unicodeScalars) })
    {
      throw Violation(kind: .value, message: zeroInBrackets)
    }
    return String(String.UnicodeScalarView(kept))
  }

  private static func isBetweenDigits(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isSpace || "-().[]".unicodeScalars.contains(scalar)
  }
}
