/// Bank account numbers (IBAN), defined by ISO 13616.
package enum AccountNumber {
  package static let wrongCheckDigits = "the check digits do not match"

  /// Ignores spaces, hyphens and dots; returns letters in upper case.
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

  package static func country(of text: some Collection<UInt8>) -> String? {
    let code = text.prefix(2)
    guard code.count == 2, code.allSatisfy(AccountPlace.letter.holds) else { return nil }
    return String(decoding: code, as: UTF8.self)
  }

  /// ISO 7064: after its first four characters are moved to the end, a valid number is 1 modulo 97.
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

  /// The standard computes check digits as 98 minus a remainder, so they are 02 to 98. The pairs 00
  /// and 97, 01 and 98, and 99 and 02 are equal modulo 97, so allowing 00, 01 or 99 would give an
  /// account two valid numbers.
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

/// The character class of a position in an account number.
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

/// The formats of account numbers by country, from SWIFT's IBAN registry.
package enum AccountCountries {
  /// The character class of each position, by country code. A number consists of the country code,
  /// two check digits, and the country's own account number (BBAN).
  package static let places: [String: [AccountPlace]] = Dictionary(
    uniqueKeysWithValues: table.split { $0 == " " || $0 == "\n" }.map { entry in
      let (code, form) = (entry.prefix(2), entry.dropFirst(3))
      return (String(code), [.letter, .letter, .digit, .digit] + places(of: form))
    })

  static let lengths: ClosedRange<Int> = {
    let lengths = places.values.map(\.count)
    return (lengths.min() ?? 0)...(lengths.max() ?? 0)
  }()

  // The BBAN formats, in a short form of the registry's notation: a number of positions followed by
  // `n` (digit), `a` (letter) or `c` (digit or letter).
  private static let table = """
    AD:8n12c AE:19n AL:8n16c AT:16n AZ:4a20c BA:16n BE:12n BG:4a6n8c BH:4a14c BI:23n BR:23n1a1c
    BY:4c4n16c CH:5n12c CR:18n CY:8n16c CZ:20n DE:18n DJ:23n DK:14n DO:4c20n EE:16n EG:25n ES:20n
    FI:14n FK:2a12n FO:14n FR:10n11c2n GB:4a14n GE:2a16n GI:4a15c GL:14n GR:7n16c GT:4c20c HN:4a20n
    HR:17n HU:24n IE:4a14n IL:19n IQ:4a15n IS:22n IT:1a10n12c JO:4a4n18c KW:4a22c KZ:3n13c LB:4n20c
    LC:4a24c LI:5n12c LT:16n LU:3n13c LV:4a13c LY:21n MC:10n11c2n MD:2c18c ME:18n MK:3n10c2n MN:16n
    MR:23n MT:4a5n18c MU:4a19n3a NI:4a20n NL:4a10n NO:11n OM:3n16c PK:4a16c PL:24n PS:4a21c PT:21n
    QA:4a21c RO:4a16c RS:18n RU:14n15c SA:2n18c SC:4a20n3a SD:14n SE:20n SI:15n SK:20n SM:1a10n12c
    SO:19n ST:21n SV:4a20n TL:19n TN:20n TR:6n16c UA:6n19c VA:18n VG:4a16n XK:16n YE:4a4n18c
    """

  private static func places(of form: Substring) -> [AccountPlace] {
    var places: [AccountPlace] = []
    var count = 0
    for byte in form.utf8 {
      let place: AccountPlace
      switch byte {
      case UInt8(ascii: "n"): place = .digit
      case UInt8(ascii: "a"): place = .letter
      case UInt8(ascii: "c"): place = .letterOrDigit
      default:
        count = count * 10 + Int(byte - UInt8(ascii: "0"))
        continue
      }
      places += repeatElement(place, count: count)
      count = 0
    }
    return places
  }
}
