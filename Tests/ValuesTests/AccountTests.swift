import TestSupport
import Testing
import Values

@Suite struct AccountTests {
  /// An example for each country, with independently calculated check digits: letters as two
  /// digits, the first four characters moved to the end, and long division.
  private static let examples: [String] = AccountCountries.places.sorted { $0.key < $1.key }
    .map { code, places in
      let rest = places.dropFirst(4).enumerated().map { index, place in
        switch place {
        case .digit: "\((index * 7 + 3) % 10)"
        case .letter: String(Unicode.Scalar(UInt8(65 + index % 26)))
        case .letterOrDigit: index % 2 == 0 ? "\(index % 10)" : "Z"
        }
      }.joined()
      let digits = (rest + code + "00").map { String(Int(String($0), radix: 36)!) }.joined()
      let remainder = digits.reduce(0) { ($0 * 10 + $1.wholeNumberValue!) % 97 }
      let check = 98 - remainder
      return code + (check < 10 ? "0" : "") + "\(check)" + rest
    }

  @Test func allCountriesOfTheRegistryAreThere() {
    expectEqual(AccountCountries.places.count, 89)
    #expect(AccountCountries.places.values.allSatisfy { 15...34 ~= $0.count })
  }

  @Test(arguments: examples)
  func anExampleOfEachCountryIsRead(iban: String) throws {
    expectEqual(PropertyKind.iban.converted(.text(iban)), .text(iban))
    expectEqual(PropertyKind.iban.converted(.text(iban.lowercased())), .text(iban))
    let grouped = AccountNumber.grouped(iban)
    expectEqual(grouped.filter { $0 != " " }, iban)
    let groups: [Substring] = grouped.split(separator: " ")
    #expect(groups.dropLast().allSatisfy { $0.count == 4 })
    expectEqual(PropertyKind.iban.converted(.text(grouped)), .text(iban))
    // Any other digit is detected, and so is a missing or additional digit.
    for (index, character) in iban.enumerated() where index > 1 {
      guard let digit = character.wholeNumberValue else { continue }
      var other = Array(iban)
      other[index] = Character("\((digit + 1) % 10)")
      #expect(PropertyKind.iban.converted(.text(String(other))) == nil, "\(String(other))")
    }
    #expect(PropertyKind.iban.converted(.text(iban + "0")) == nil)
    #expect(PropertyKind.iban.converted(.text(String(iban.dropLast()))) == nil)
  }

  @Test(arguments: [
    "GB29NWBK60161331926819", "FR1420041010050500013M02606", "MT84MALT011000012345MTLCAST001S",
    "MU17BOMM0101101030300200000MUR", "SC18SSCB11010000000000001497USD",
    "BI4210000100010000332045181",
    "LC55HEMM000100010012001200023015", "QA58DOHB00001234567890ABCDEFG",
    "KW81CBKU0000000000001234560101", "UA213223130000026007233566001",
    "IT60X0542811101000000123456",
  ])
  func theExamplesOfTheRegistryAreRead(iban: String) {
    expectEqual(PropertyKind.iban.converted(.text(iban)), .text(iban))
  }

  /// 00, 01 and 99 are congruent to 97, 98 and 02 modulo 97.
  @Test(arguments: examples)
  func theCheckDigitsOfANumberAreNoOthers(iban: String) {
    let numbers = (0...99).map { check in
      "\(iban.prefix(2))\(check < 10 ? "0" : "")\(check)\(iban.dropFirst(4))"
    }
    expectEqual(numbers.filter { PropertyKind.iban.converted(.text($0)) != nil }, [iban])
  }

  @Test(arguments: [
    ("+49 (30) 123-45.67", "+49301234567"), ("0049 30 1234567", "+49301234567"),
    ("+1234567", "+1234567"), ("+123456789012345", "+123456789012345"), ("+123456", nil),
    ("+1234567890123456", nil), ("49301234567", nil), ("+49 (0) 301234567", "+49301234567"),
    ("++4930123", nil), ("+39 (030) 1234567", "+390301234567"),
    ("+49 0151 1234567", "+491511234567"), ("+49 (030) 1234567", "+49301234567"),
    ("0049 0151 1234567", "+491511234567"), ("+39 06 1234567", "+39061234567"),
    ("+1 0201 5550123", "+102015550123"), ("+353 01 1234567", "+35311234567"),
    ("+49 (0) 3012", nil),
    ("0171 1234567", nil), ("", nil), ("+", nil), ("00", nil), ("+49x301234567", nil),
    ("0+493012345", nil),
  ])
  func aTelephoneNumberHasTheCodeOfItsCountry(text: String, number: String?) {
    expectEqual(PropertyKind.phone(country: nil).converted(.text(text)), number.map { .text($0) })
  }

  @Test(arguments: [
    ("0171 / 12 34 567", "+491711234567"), ("(0171) 1234567", "+491711234567"),
    ("(0)171 1234567", "+491711234567"), ("+49 (0)171 1234567", "+491711234567"),
    ("0041 44 123 4567", "+41441234567"), ("+41 (0)44 123 4567", "+41441234567"),
    ("٠٣٠ 123456", "+4930123456"), ("171 1234567", nil), ("0", nil), ("0 1234", nil),
    ("0+49171123456", nil),
  ])
  func oneZeroInFrontIsTheCountryWhereThereIsOne(text: String, number: String?) {
    expectEqual(PropertyKind.phone(country: "+49").converted(.text(text)), number.map { .text($0) })
  }

  @Test(arguments: ["", "+", "49", "+049", "+0", "+1234", "+4x", "+٤٩", "+ 49", "+\u{301}49"])
  func theCodeOfACountryIsPlusAndUpToThreeDigits(country: String) {
    #expect(throws: Violation.self) { try PropertyKind.phone(country: country).check() }
    #expect(throws: Never.self) { try PropertyKind.phone(country: "+1").check() }
    #expect(throws: Never.self) { try PropertyKind.phone(country: "+995").check() }
  }
}
