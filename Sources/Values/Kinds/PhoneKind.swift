package struct PhoneKind: NamedKind {
  static let name = "Phone"
  static let arguments = KindArguments.callingCode(example: "Phone(+49)") {
    .phone(country: $0)
  }
  static let traits = KindTraits(isLater: true, isSpaced: true, keyboard: .phone)
  static let guide = KindGuide(
    "A telephone number: + and 7 to 15 digits. A leading 00 is read as +. Spaces, /, -, ., ( ) "
      + "and [ ] between digits are removed, and so is the 0 of +49 (0)30. A 0 after a country "
      + "code is removed if it is only dialled within the country: +49 030 becomes +49 30, but "
      + "Italy's +39 06 stays. In a Phone(+49), one leading 0 is read as +49.",
    definition: "Phone(+49)?", value: #""030 1234567""#)

  package static let lengths = 7...15

  var country: String?

  var writtenArguments: [String] { country.map { [$0] } ?? [] }

  var expectation: String {
    let example = "\(country ?? "+49") 30 1234567"
    return "a telephone number such as \(country == nil ? "" : "030 1234567 or ")\(example), "
      + "in quotation marks"
  }

  var markHint: String? {
    "begin telephone numbers with + and the country code" + (country == nil ? "" : ", or with 0")
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

  /// National notations, for each possible length of the calling code (1 to 3 digits): a zero
  /// replaces the code, or follows the code as a trunk zero.
  func otherTexts(of value: Value) -> [String] {
    let number = value.description
    return (1...3).flatMap { count -> [String] in
      let rest = "0" + number.dropFirst(1 + count)
      let code = number.prefix(1 + count)
      return TrunkZeros.follow(Array(code.unicodeScalars)) ? [rest, code + rest] : [rest]
    }
  }

  /// Normalizes a text that follows the beginning of a number, ignoring separators.
  ///
  /// A leading `00` becomes `+`; a single leading zero is replaced by the calling code `country`, if
  /// given. After the calling code, a zero in parentheses and a trunk zero are dropped.
  package static func number(
    _ front: [Unicode.Scalar] = [], followedBy text: some Sequence<Unicode.Scalar>, country: String?
  ) -> [Unicode.Scalar] {
    var number = front
    // The index of an open parenthesis followed by nothing, or by a single zero, so far.
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

  package static func withoutTrunkZeros(_ number: [UInt8]) -> [UInt8] {
    let scalars = Self.number(followedBy: number.map { Unicode.Scalar($0) }, country: nil)
    return Array(String(String.UnicodeScalarView(scalars)).utf8)
  }

  // Replaces two zeros by `+`, and a zero before another digit by the calling code; nil otherwise.
  private static func withCountry(
    _ front: [Unicode.Scalar], _ country: String?
  ) -> [Unicode.Scalar]? {
    guard front.first == "0" else { return nil }
    if front[1] == "0" { return ["+"] }
    guard let country, front[1].isPlainDigit else { return nil }
    return country.unicodeScalars + [front[1]]
  }

  package static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    scalar == "\u{FF0B}" ? "+" : scalar.plain
  }

  package static func isBetweenDigits(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isSpace || "-/().[]".unicodeScalars.contains(scalar)
  }
}

/// Trunk zeros: zeros that are dialled before a number within its country, but not from abroad.
private enum TrunkZeros {
  /// The calling codes with a trunk zero, from the metadata of Google's libphonenumber (8.13). In
  /// other countries, a leading zero is part of the number (for example in Italy), or numbers never
  /// begin with a zero.
  private static let codes: Set<Int> = [
    20, 27, 31, 32, 33, 40, 41, 43, 44, 46, 49, 51, 53, 54, 55, 57, 58, 60, 61, 62, 63, 64, 66, 81,
    82, 84, 86, 90, 91, 92, 93, 94, 95, 98, 211, 212, 213, 218, 231, 232, 233, 234, 243, 249, 250,
    251, 252, 254, 255, 256, 260, 261, 262, 263, 264, 265, 291, 353, 355, 358, 359, 370, 373, 374,
    377, 380, 381, 382, 383, 385, 386, 387, 389, 421, 423, 508, 590, 591, 593, 594, 595, 596, 598,
    686, 850, 855, 856, 880, 886, 961, 962, 963, 964, 966, 967, 970, 971, 972, 976, 977, 994, 995,
    996,
  ]

  /// Checks only complete codes, because no calling code is a prefix of another code.
  static func follow(_ front: [Unicode.Scalar]) -> Bool {
    guard 3...4 ~= front.count, front[0] == "+", front[1] != "0",
      front.dropFirst().allSatisfy(\.isPlainDigit)
    else { return false }
    return codes.contains(
      front.dropFirst().reduce(0) { $0 * 10 + Int($1.value) - Int(("0" as Unicode.Scalar).value) })
  }
}
