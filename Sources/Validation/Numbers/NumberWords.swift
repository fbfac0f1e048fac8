/// What a field for numbers expects, in the words of a form: `5 digits, 1 decimal, in g`.
struct NumberWords: CustomStringConvertible {
  let form: NumberForm
  let notation: Notation

  var description: String {
    let parts = [range ?? digits, decimals, unit].compactMap(\.self)
    return parts.isEmpty ? "a number" : parts.joined(separator: ", ")
  }

  private var isWhole: Bool { form.fractionDigits.upperBound == 0 }

  private var range: String? {
    // The bounds of 64 bits are nobody's.
    let minimum = form.minimum == ExactDecimal(Int.min) ? nil : form.minimum
    let maximum = form.maximum == ExactDecimal(Int.max) ? nil : form.maximum
    return switch (minimum, maximum) {
    case (nil, nil): isWhole ? "a whole number" : nil
    case (let minimum?, nil): "from \(bound(minimum)) on"
    case (nil, let maximum?): "up to \(bound(maximum))"
    case (let minimum?, let maximum?): "\(bound(minimum)) to \(bound(maximum))"
    }
  }

  // Nobody counts the digits of a binary fraction, which has as many as it takes.
  private var hasManyDigits: Bool { form.fractionDigits.upperBound >= DoubleGrammar.mostDigits }

  private var digits: String? {
    hasManyDigits ? "a number" : Expectation.count(form.maximumIntegerDigits, "digit")
  }

  private var decimals: String? {
    guard !isWhole, !hasManyDigits else { return nil }
    let count = Expectation.count(form.fractionDigits.upperBound, "decimal")
    return form.fractionDigits.lowerBound == form.fractionDigits.upperBound
      ? count : "up to \(count)"
  }

  private var unit: String? {
    let unit = [notation.prefix, notation.suffix]
      .map { String(String.UnicodeScalarView($0.unicodeScalars.pasted)) }
      .first { !$0.isEmpty }
    return unit.map { "in \($0)" }
  }

  private func bound(_ number: ExactDecimal) -> String {
    notation.number(number.bytes(minimumFractionDigits: form.fractionDigits.lowerBound))
  }
}
