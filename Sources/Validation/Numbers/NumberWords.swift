/// Describes the numbers that a field accepts.
struct NumberWords {
  let form: NumberForm
  let notation: Notation

  var expectation: FieldExpectation {
    let isWhole = form.fractionDigits.upperBound == 0
    // The digit limits of binary fractions are technical, so they are not listed.
    let hasManyDigits = form.fractionDigits.upperBound >= DoubleGrammar.mostDigits
    // The bounds of `Int` are technical limits.
    let minimum = form.minimum == ExactDecimal(Int.min) ? nil : form.minimum
    let maximum = form.maximum == ExactDecimal(Int.max) ? nil : form.maximum
    return .number(
      from: minimum.map(bound), through: maximum.map(bound), isWhole: isWhole,
      digits: hasManyDigits ? nil : form.maximumIntegerDigits,
      decimals: isWhole || hasManyDigits ? nil : form.fractionDigits, unit: unit)
  }

  private var unit: String? {
    [notation.prefix, notation.suffix]
      .map { String(String.UnicodeScalarView($0.unicodeScalars.pasted)) }
      .first { !$0.isEmpty }
  }

  private func bound(_ number: ExactDecimal) -> String {
    notation.number(number.bytes(minimumFractionDigits: form.fractionDigits.lowerBound))
  }
}
