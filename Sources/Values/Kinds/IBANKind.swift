struct IBANKind: NamedKind {
  static let name = "IBAN"
  static let arguments = KindArguments.none(.iban)
  static let traits = KindTraits(isLater: true, isSpaced: true)
  static let guide = KindGuide(
    "An international bank account number of a country in SWIFT's registry, with valid check "
      + "digits; it is shown in groups of four.",
    definition: "IBAN?", value: #""DE89 3704 0044 0532 0130 00""#)

  var expectation: String { "an IBAN such as DE89 3704 0044 0532 0130 00, in quotation marks" }
  var writtenForm: WrittenForm {
    let lengths = AccountCountries.lengths
    return .pattern(
      "[A-Z]{2}[0-9]{2}[0-9A-Z]{\(lengths.lowerBound - 4),\(lengths.upperBound - 4)}")
  }

  func value(reading text: String) throws(Violation) -> Value? {
    .text(try AccountNumber.characters(reading: text))
  }

  func shown(_ value: Value) -> String { AccountNumber.grouped(value.description) }
}
