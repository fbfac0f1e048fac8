import Interactors
import Records
import TestSupport
import Testing
import Validation
import ValidationTests

extension CornerCase {
  static let definitions: [CornerCase] = [
    CornerCase(40, "two equal separators are a mistake of the program, however they were given") {
      await #expect(processExitsWith: .failure) {
        _ = NumberSymbols(decimalSeparator: ",", groupingSeparator: ",")
      }
      await #expect(processExitsWith: .failure) {
        var symbols = NumberSymbols.english
        symbols.groupingSeparator = "."
        _ = FieldFormat(grammar: IntegerGrammar(), symbols: symbols)
      }
      await #expect(processExitsWith: .failure) {
        var symbols = NumberSymbols.english
        symbols.decimalSeparator = ","
        _ = IntegerLabelInteractor(Person(), "count", symbols: symbols).text
      }
      await #expect(processExitsWith: .failure) { _ = NumberSymbols(decimalSeparator: "5") }
      await #expect(processExitsWith: .failure) { _ = NumberSymbols(groupingSeparator: "-") }
      for locale in NumberSymbols.localeIdentifiers {
        guard let symbols = NumberSymbols(localeIdentifier: locale) else { continue }
        #expect(symbols.decimalSeparator != symbols.groupingSeparator, "\(locale)")
      }
    },
    CornerCase(92, "a minimum above the maximum is refused with the definition") {
      let number = Property("n", .integer, range: ValueRange(.integer(5), .integer(1)))
      let error = #expect(throws: DefinitionError.self) { try number.consistent() }
      expectEqual(error?.message, "the range 5...1 is empty")
      #expect(throws: DefinitionError.self) {
        try Property("p", .double, range: ValueRange(.double(2), .double(1))).consistent()
      }
      await #expect(processExitsWith: .failure) {
        _ = DecimalGrammar(
          maximumIntegerDigits: 2, fractionDigits: 0...1, minimum: ExactDecimal(2),
          maximum: ExactDecimal(1))
      }
      await #expect(processExitsWith: .failure) { _ = DoubleGrammar(minimum: 2, maximum: 1) }
      await #expect(processExitsWith: .failure) { _ = DoubleGrammar(minimum: .nan) }
    },
    CornerCase(162, "a mask without a free place, or that ends in a backslash, is refused") {
      let reasons = [
        ("", "a placeholder"), ("-", "a placeholder"), ("\\0", "a placeholder"),
        ("0\\", "cannot end in a backslash"), ("\\0\\A", "a placeholder"),
      ]
      for (pattern, reason) in reasons {
        let rejection = #expect(throws: Violation.self) { try TextMask(pattern) }
        expectEqual(rejection?.message.contains(reason), true, "\(pattern)")
        let violation = #expect(throws: Violation.self) { try TextMask(pattern) }
        expectEqual(violation?.message.contains(reason), true, "\(pattern)")
      }
    },
  ]
}
