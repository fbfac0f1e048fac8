/// The digits of a payment card.
struct CardKind: NamedKind {
  static let name = "Card"
  static let arguments = KindArguments.none(.card)
  static let traits = KindTraits(isMasked: true, keyboard: .number)

  var expectation: String { "the number of a card in quotation marks" }

  func value(reading text: String) throws(Violation) -> Value? {
    .text(try CardNumber.digits(reading: text))
  }
}
