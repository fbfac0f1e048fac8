/// What a field for numbers expects: the range or else the digits, the decimals, the unit.
struct NumberWords {
  let form: NumberForm
  let notation: Notation

  var expectation: FieldExpectation {
    let isWhole = form.fractionDigits.upperBound == 0
    // Nobody counts the digits of a binary fraction, which has as many as it takes.
    let hasManyDigits = form.fractionDigits.upperBound >= DoubleGrammar.mostDigits
    // The bounds of 64 bits are nobody's.
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
