struct CardKind: NamedKind {
  static let name = "Card"
  static let arguments = KindArguments.none(.card)
  static let traits = KindTraits(isMasked: true, keyboard: .number)
  static let guide = KindGuide(
    "A payment card number: 12 to 19 digits, of which the last is a check digit. "
      + "It is shown as •••• 1111 unless you give `--reveal`.",
    definition: "Card?", value: #""4111 1111 1111 1111""#)

  var expectation: String { "a card number in quotation marks" }

  var writtenForm: WrittenForm {
    let lengths = CardNumber.lengths
    return .pattern(
      "(?:[0-9]{\(lengths.lowerBound),\(lengths.upperBound)}|\(CardNumber.hiddenDigits) [0-9]{4})")
  }

  func value(reading text: String) throws(Violation) -> Value? {
    .text(try CardNumber.digits(reading: text))
  }
}
