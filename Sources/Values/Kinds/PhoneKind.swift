/// A telephone number with the code of its country, `+` and digits.
package struct PhoneKind: NamedKind {
  static let name = "Phone"
  static let arguments = KindArguments.callingCode(example: "Phone(+49)") {
    .phone(country: $0)
  }
  static let traits = KindTraits(isLater: true, isSpaced: true, keyboard: .phone)
  static let guide = KindGuide(
    "A telephone number: + and 7 to 15 digits; a leading 00 is read as +, and spaces, /, -, . "
      + "and brackets between digits are left out, with the 0 of +49 (0)30. A 0 after the code of a "
      + "country that is only dialled within it is left out too: +49 030 is +49 30, and Italy's "
      + "+39 06 stays. In a Phone(+49) one leading 0 is read as +49.",
    definition: "Phone(+49)?", value: #""030 1234567""#)

  /// The numbers of digits after the `+`.
  package static let lengths = 7...15

  /// What a number begins with that is written with one zero in front, `+49`.
  var country: String?

  var writtenArguments: [String] { country.map { [$0] } ?? [] }

  var expectation: String {
    let example = "\(country ?? "+49") 30 1234567"
    return "a telephone number such as \(country == nil ? "" : "030 1234567 or ")\(example), "
      + "in quotation marks"
  }

  var markHint: String? {
    "a telephone number begins with + and the code of its country"
      + (country == nil ? "" : ", or with 0")
  }

  var writtenForm: WrittenForm {
    .pattern("\\+[0-9]{\(Self.lengths.lowerBound),\(Self.lengths.upperBound)}")
  }

  func check() throws(Violation) {
    guard let digits = country?.unicodeScalars.dropFirst() else { return }
    guard country?.unicodeScalars.first == "+", 1...3 ~= digits.count, digits.first != "0",
      digits.allSatisfy(\.isPlainDigit)
    else {
      throw Violation(kind: .value, .callingCode)
    }
  }

  func value(reading text: String) throws(Violation) -> Value? {
    let number = Self.number(followedBy: text.pasted.unicodeScalars, country: country)
    let digits = number.dropFirst()
    guard number.first == "+", digits.allSatisfy(\.isPlainDigit) else { return nil }
    guard Self.lengths.contains(digits.count) else {
      throw Violation(kind: .value, .phoneLength(Self.lengths, digits.count))
    }
    return .text(String(String.UnicodeScalarView(number)))
  }

  /// The number with a zero in place of the code of its country, which has up to three digits, or
  /// behind that.
  func otherTexts(of value: Value) -> [String] {
    let number = value.description
    return (1...3).flatMap { count -> [String] in
      let rest = "0" + number.dropFirst(1 + count)
      let code = number.prefix(1 + count)
      return TrunkZeros.follow(Array(code.unicodeScalars)) ? [rest, code + rest] : [rest]
    }
  }

  /// What the front of a number becomes with a text after it, read from left to right without what
  /// people put between digits.
  ///
  /// `00` in front is `+`, and one zero there the country with the digit after it. After the code of
  /// a country a zero goes that is alone in round brackets, or that nobody dials from abroad. Nothing
  /// is refused.
  package static func number(
    _ front: [Unicode.Scalar] = [], followedBy text: some Sequence<Unicode.Scalar>, country: String?
  ) -> [Unicode.Scalar] {
    var number = front
    // Where a bracket is open that has at most a zero in it.
    var bracket: Int?
    for scalar in text.lazy.map(plain) {
      if isBetweenDigits(scalar) {
        if scalar == ")", number.first == "+", bracket == number.count - 1 { number.removeLast() }
        if scalar == "(" || scalar == ")" { bracket = scalar == "(" ? number.count : nil }
        continue
      }
      if scalar == "0", TrunkZeros.follow(number) { continue }
      if scalar != "0" || bracket != number.count { bracket = nil }
      number.append(scalar)
      if number.count == 2, let full = withCountry(number, country) {
        (number, bracket) = (full, nil)
      }
    }
    return number
  }

  /// A number that was put together, without the zeros after the code of its country that nobody
  /// dials from abroad.
  package static func withoutTrunkZeros(_ number: [UInt8]) -> [UInt8] {
    let scalars = Self.number(followedBy: number.map { Unicode.Scalar($0) }, country: nil)
    return Array(String(String.UnicodeScalarView(scalars)).utf8)
  }

  // `+` for two zeros, and the country with the digit for a zero and a digit; nil for others.
  private static func withCountry(
    _ front: [Unicode.Scalar], _ country: String?
  ) -> [Unicode.Scalar]? {
    guard front.first == "0" else { return nil }
    if front[1] == "0" { return ["+"] }
    guard let country, front[1].isPlainDigit else { return nil }
    return country.unicodeScalars + [front[1]]
  }

  /// The sign or digit of ASCII that people take a scalar for; else itself.
  package static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    scalar == "\u{FF0B}" ? "+" : scalar.plain
  }

  /// Whether people put a scalar between the digits of a number.
  package static func isBetweenDigits(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isSpace || "-/().[]".unicodeScalars.contains(scalar)
  }
}
