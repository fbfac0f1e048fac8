import Foundation
import Interactors
import Records
import TestSupport
import Testing
import Validation

@Suite struct NumberSymbolsTests {
  @Test(arguments: ["", "C", "POSIX", "C.UTF-8", "en_US", "en_US.UTF-8", "en_US@currency=EUR"])
  func theseMeanEnglish(identifier: String) {
    expectEqual(NumberSymbols(localeIdentifier: identifier), .english)
  }

  @Test func whatIsReadOffForEnglishIsEnglish() {
    expectEqual(NumberSymbols(locale: Locale(identifier: "en_US")), .english)
  }

  @Test(arguments: ["xx_YY", "nonsense", "de_XX", "1"])
  func anUnknownLocaleIsRefused(identifier: String) {
    #expect(NumberSymbols(localeIdentifier: identifier) == nil)
  }

  @Test func symbolsAreThoseOfTheLocale() throws {
    let german = try #require(NumberSymbols(localeIdentifier: "de_DE.UTF-8"))
    expectEqual(german.decimalSeparator, ",")
    expectEqual(german.groupingSeparator, ".")
    let hindi = try #require(NumberSymbols(localeIdentifier: "hi_IN"))
    expectEqual(hindi.primaryGroupSize, 3)
    expectEqual(hindi.secondaryGroupSize, 2)
    let spanish = try #require(NumberSymbols(localeIdentifier: "es_ES"))
    expectEqual(spanish.minimumGroupingDigits, 2)
    let swedish = try #require(NumberSymbols(localeIdentifier: "sv_SE"))
    expectEqual(swedish.minusSign, "\u{2212}")
    expectEqual(swedish.groupingSeparator, "\u{A0}")
    let persian = try #require(NumberSymbols(localeIdentifier: "fa_IR"))
    expectEqual(persian.zeroDigit, "\u{6F0}")
    expectEqual(persian.minusSign, "\u{200E}\u{2212}")
    expectEqual(persian.decimalSeparator, "\u{66B}")
  }

  @Test func everyLocaleFormatsAsFoundationDoes() {
    for identifier in Locale.availableIdentifiers.sorted() {
      let locale = Locale(identifier: identifier)
      let symbols = NumberSymbols(locale: locale)
      for number in [0, 7, -7, 1234, 12345, -1_234_567, 123_456_789] {
        let text = ExactDecimal(number).formatted(
          minimumFractionDigits: 0, maximumFractionDigits: 0, maximumIntegerDigits: nil,
          symbols: symbols, isGrouped: true)
        let expected = number.formatted(IntegerFormatStyle<Int>(locale: locale))
        if text != expected { Issue.record("\(identifier): \(text) instead of \(expected)") }
      }
    }
  }

  @Test(arguments: [
    ("en_US", "", "%"), ("de_DE", "", "\u{A0}%"), ("tr_TR", "%", ""),
    ("fr_FR", "", "\u{202F}\u{A0}%"),
  ])
  func thePercentSignIsWhereTheLocaleHasIt(identifier: String, prefix: String, suffix: String)
    throws
  {
    let sign = try #require(NumberSymbols(localeIdentifier: identifier)).percent
    expectEqual(sign.prefix, prefix)
    // Versions of the tables differ in one space or two that look like one.
    #expect(sign.suffix.last == suffix.last && sign.suffix.isEmpty == suffix.isEmpty)
  }

  @Test func everyLocaleWritesPercentagesAsFoundationDoes() throws {
    let subject = Percentage()
    for identifier in Locale.availableIdentifiers.sorted() {
      let locale = Locale(identifier: identifier)
      subject.it = ExactDecimal("0.07")!
      let label = PercentLabelInteractor(subject, "it", symbols: NumberSymbols(locale: locale))
      let text = label.text(for: .percent(subject.it))
      let style = FloatingPointFormatStyle<Double>.Percent(locale: locale)
        .precision(.fractionLength(1))
      if text != 0.07.formatted(style) { Issue.record("\(identifier): \(text)") }
    }
  }
}

private final class Percentage: PropertySubject {
  let propertyChanged = PropertyChanged()
  @Observed var it: ExactDecimal = .zero
}
