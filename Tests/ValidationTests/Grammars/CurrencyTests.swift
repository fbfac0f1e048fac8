import TestSupport
import Testing
import Validation

struct CurrencyTests {
  struct Paste: Sendable, CustomTestStringConvertible {
    var unit: String
    var text: String
    var isPrefix = false
    var number: String?
    var testDescription: String { "\(text) into \(unit)" }

    init(_ unit: String, _ text: String, _ number: String?, isPrefix: Bool = false) {
      self.unit = unit
      self.text = text
      self.number = number
      self.isPrefix = isPrefix
    }
  }

  @Test(arguments: [
    Paste("$", "€10.50", nil), Paste("$", "10.50 €", nil), Paste("€", "$10.50", nil),
    Paste("$", "$10.50", "10.50"), Paste("$", "USD 10.50", "10.50"),
    Paste("$", "10.50\u{A0}USD", "10.50"), Paste("$", "$10.50 USD", "10.50"),
    Paste("$", "usd 10.50", nil), Paste("$", "CAD 10.50", nil), Paste("CAD", "$10.50", nil),
    Paste("$", "USD $10.50", nil), Paste("€", "EUR 10.50", "10.50"),
    Paste("EUR", "€10.50", "10.50"),
    Paste("EUR", "10.50 €", "10.50"), Paste("EUR", "EUR 10.50", "10.50"),
    Paste("EUR", "$10.50", nil),
    Paste("£", "10.50GBP", "10.50", isPrefix: true), Paste("£", "€10.50", nil, isPrefix: true),
    Paste("kg", "€10.50", nil), Paste("kg", "kg 10.50", "10.50"),
    Paste("CHF", "10.50 CHF", "10.50"),
  ])
  func theCurrencyOfTheFieldAloneIsDropped(paste: Paste) {
    let format = Locale.english.format(
      DecimalGrammar(maximumIntegerDigits: 5, fractionDigits: 0...2),
      prefix: paste.isPrefix ? paste.unit : "", suffix: paste.isPrefix ? "" : "\u{A0}\(paste.unit)")
    var editor = FieldEditor(format: format, text: "")
    let outcome = editor.press(.paste(paste.text))
    expectEqual(outcome.isApplied, (paste.number != nil))
    expectEqual(editor.state.text, paste.number ?? "")
  }
}
