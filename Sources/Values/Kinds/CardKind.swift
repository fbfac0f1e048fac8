struct CardKind: NamedKind {
  static let name = "Card"
  static let arguments = KindArguments.none(.card)
  static let traits = KindTraits(isMasked: true, keyboard: .number)
  static let guide = KindGuide(
    "The number of a payment card: 12 to 19 digits, of which the last checks the others. "
      + "It is shown as •••• 1111 unless --reveal is given.",
    definition: "Card?", value: #""4111 1111 1111 1111""#)

  var expectation: String { "the number of a card in quotation marks" }

  var writtenForm: WrittenForm {
    let lengths = CardNumber.lengths
    return .pattern(
      "(?:[0-9]{\(lengths.lowerBound),\(lengths.upperBound)}|\(CardNumber.hiddenDigits) [0-9]{4})")
  }

  func value(reading text: String) throws(Violation) -> Value? {
    .text(try CardNumber.digits(reading: text))
  }
}
