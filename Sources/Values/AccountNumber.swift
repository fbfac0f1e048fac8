/// The number of a bank account as ISO 13616 has it: an IBAN.
package enum AccountNumber {
  /// What is wrong with a number of the right form of which the check digits do not fit the rest.
  package static let wrongCheckDigits = "the check digits do not fit"

  /// Reads a number with spaces, hyphens and points between its characters, or none.
  ///
  /// - Returns: the characters, letters in upper case.
  /// - Throws: ``Violation`` saying what was expected.
  package static func characters(reading text: String) throws(Violation) -> String {
    let bytes = plain(text)
    guard let code = country(of: bytes) else {
      throw Violation(kind: .value, .noAccountCountry)
    }
    guard let places = AccountCountries.places[code] else {
      throw Violation(kind: .value, .noSuchAccountCountry(code))
    }
    for (place, byte) in zip(places, bytes) where !place.holds(byte) {
      let character = String(decoding: [byte], as: UTF8.self)
      throw Violation(kind: .value, .accountCharacter(place, country: code, character))
    }
    guard bytes.count == places.count else {
      throw Violation(kind: .value, .accountLength(places.count, country: code, bytes.count))
    }
    guard hasCheckDigits(bytes) else { throw Violation(kind: .value, .accountCheckDigits) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text as it may be pasted, without what is put between characters, and in upper case.
  package static func plain(_ text: String) -> [UInt8] {
    let scalars = text.withPlainDigits.unicodeScalars.filter { scalar in
      !scalar.isSpace && scalar != "-" && scalar != "."
    }
    return Array(String(String.UnicodeScalarView(scalars.map { $0.capital ?? $0 })).utf8)
  }

  /// The code that a number begins with; nil where there are no two letters in front.
  package static func country(of text: some Collection<UInt8>) -> String? {
    let code = text.prefix(2)
    guard code.count == 2, code.allSatisfy(AccountPlace.letter.holds) else { return nil }
    return String(decoding: code, as: UTF8.self)
  }

  /// Whether the check digits of a number of letters and digits in ASCII fit, as ISO 7064 has it:
  /// the number that it is with its first four characters at the end is 1 modulo 97.
  package static func hasCheckDigits(_ text: [UInt8]) -> Bool {
    guard canHaveCheckDigits(text[...]) else { return false }
    var rest = 0
    for byte in text.dropFirst(4) + text.prefix(4) {
      // A letter is a number of two digits, 10 for A.
      let isLetter = byte >= UInt8(ascii: "A")
      let value = Int(byte) - Int(isLetter ? UInt8(ascii: "A") - 10 : UInt8(ascii: "0"))
      rest = (rest * (isLetter ? 100 : 10) + value) % 97
    }
    return rest == 1
  }

  /// Whether the third and the fourth character, if there are so many, can be check digits.
  ///
  /// They are what is missing to 98 after a division by 97. Modulo 97 00, 01 and 99 would fit like
  /// 97, 98 and 02, which would give an account two numbers.
  package static func canHaveCheckDigits(_ text: ArraySlice<UInt8>) -> Bool {
    let digits = text.dropFirst(2).prefix(2)
    guard digits.count == 2, let number = Int(String(decoding: digits, as: UTF8.self)) else {
      return true
    }
    return checkDigits.contains(number)
  }

  private static let checkDigits = 2...98

  /// The characters in groups of four.
  package static func grouped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for (index, scalar) in text.unicodeScalars.enumerated() {
      if isBoundary(index) { result.append(" ") }
      result.append(scalar)
    }
    return String(result)
  }

  /// Whether a space comes before the character at a place.
  package static func isBoundary(_ place: Int) -> Bool { place > 0 && place % 4 == 0 }
}

/// What stands in a place of an account number.
public enum AccountPlace: Hashable, Sendable {
  /// One of the ten digits.
  case digit
  /// A capital of ASCII.
  case letter
  /// Either of them.
  case letterOrDigit

  /// Whether a byte can stand in the place.
  package func holds(_ byte: UInt8) -> Bool {
    let isDigit = UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    let isLetter = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
    return switch self {
    case .digit: isDigit
    case .letter: isLetter
    case .letterOrDigit: isDigit || isLetter
    }
  }

  /// What can stand there, for a message.
  package var words: String {
    switch self {
    case .digit: "a digit"
    case .letter: "A–Z"
    case .letterOrDigit: "a digit or A–Z"
    }
  }
}
