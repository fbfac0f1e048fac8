/// Bank account numbers (IBAN), defined by ISO 13616.
package enum AccountNumber {
  package static let wrongCheckDigits = "the check digits do not fit"

  /// Parses a number with optional spaces, hyphens and points between its characters.
  ///
  /// - Returns: the characters, with letters in upper case.
  /// - Throws: ``Violation`` that says which input is expected.
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

  package static func plain(_ text: String) -> [UInt8] {
    let scalars = text.withPlainDigits.unicodeScalars.filter { scalar in
      !scalar.isSpace && scalar != "-" && scalar != "."
    }
    return Array(String(String.UnicodeScalarView(scalars.map { $0.capital ?? $0 })).utf8)
  }

  /// The country code; nil if the number does not start with two letters.
  package static func country(of text: some Collection<UInt8>) -> String? {
    let code = text.prefix(2)
    guard code.count == 2, code.allSatisfy(AccountPlace.letter.holds) else { return nil }
    return String(decoding: code, as: UTF8.self)
  }

  /// Whether the check digits of an ASCII number are right by ISO 7064: the number with its first
  /// four characters moved to the end is 1 modulo 97.
  package static func hasCheckDigits(_ text: [UInt8]) -> Bool {
    guard canHaveCheckDigits(text[...]) else { return false }
    var rest = 0
    for byte in text.dropFirst(4) + text.prefix(4) {
      // A letter counts as a two-digit number, 10 for A.
      let isLetter = byte >= UInt8(ascii: "A")
      let value = Int(byte) - Int(isLetter ? UInt8(ascii: "A") - 10 : UInt8(ascii: "0"))
      rest = (rest * (isLetter ? 100 : 10) + value) % 97
    }
    return rest == 1
  }

  /// Whether the third and fourth characters, if present, can be check digits.
  ///
  /// The standard computes them as 98 minus a remainder, so they are 02 to 98. Modulo 97, the
  /// values 00, 01 and 99 would be equivalent to 97, 98 and 02, and an account would have two valid
  /// numbers.
  package static func canHaveCheckDigits(_ text: ArraySlice<UInt8>) -> Bool {
    let digits = text.dropFirst(2).prefix(2)
    guard digits.count == 2, let number = Int(String(decoding: digits, as: UTF8.self)) else {
      return true
    }
    return checkDigits.contains(number)
  }

  private static let checkDigits = 2...98

  package static func grouped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for (index, scalar) in text.unicodeScalars.enumerated() {
      if isBoundary(index) { result.append(" ") }
      result.append(scalar)
    }
    return String(result)
  }

  package static func isBoundary(_ place: Int) -> Bool { place > 0 && place % 4 == 0 }
}

/// The character class of a place in an account number.
public enum AccountPlace: Hashable, Sendable {
  /// An ASCII digit.
  case digit
  /// An ASCII capital letter.
  case letter
  /// An ASCII digit or capital letter.
  case letterOrDigit

  package func holds(_ byte: UInt8) -> Bool {
    let isDigit = UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    let isLetter = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
    return switch self {
    case .digit: isDigit
    case .letter: isLetter
    case .letterOrDigit: isDigit || isLetter
    }
  }

  package var words: String {
    switch self {
    case .digit: "a digit"
    case .letter: "A–Z"
    case .letterOrDigit: "a digit or A–Z"
    }
  }
}
