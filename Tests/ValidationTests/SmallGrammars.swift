import Validation

struct SmallGrammar: Sendable, CustomStringConvertible {
  var description: String
  var grammar: any Grammar
  var integerDigits: Int
  var fractionDigits: Int
  var range: ClosedRange<Int>

  var digits: [Character]

  var isFractionFixed = false

  var reference: ReferenceNumbers {
    ReferenceNumbers(
      integerDigits: integerDigits, fractionDigits: fractionDigits,
      isFractionFixed: isFractionFixed, from: range.lowerBound, through: range.upperBound)
  }

  static func integer(_ range: ClosedRange<Int>, _ digits: String) -> SmallGrammar {
    let widest = max(abs(range.lowerBound), abs(range.upperBound))
    return SmallGrammar(
      description: "\(range)", grammar: IntegerGrammar(in: range),
      integerDigits: String(widest).count, fractionDigits: 0, range: range, digits: Array(digits))
  }

  /// Texts are the bounds; without bounds all texts of the form are complete.
  static func decimal(
    _ integerDigits: Int, _ fractionDigits: Int, _ minimum: String?, _ maximum: String?,
    _ digits: String, isFractionFixed: Bool = false
  ) -> SmallGrammar {
    var unit = 1
    for _ in 0..<fractionDigits { unit *= 10 }
    func scaled(_ text: String) -> Int {
      let parts = text.split(separator: ".", omittingEmptySubsequences: false)
      var fraction = parts.count > 1 ? String(parts[1]) : ""
      while fraction.count < fractionDigits { fraction += "0" }
      let digits = Int(parts[0].filter { $0 != "-" } + fraction)!
      return text.first == "-" ? -digits : digits
    }
    return SmallGrammar(
      description: "\(integerDigits)+\(fractionDigits) \(minimum ?? "")…\(maximum ?? "")",
      grammar: DecimalGrammar(
        maximumIntegerDigits: integerDigits,
        fractionDigits: (isFractionFixed ? fractionDigits : 0)...fractionDigits,
        minimum: minimum.map { ExactDecimal($0)! }, maximum: maximum.map { ExactDecimal($0)! }),
      integerDigits: integerDigits, fractionDigits: fractionDigits,
      range: (minimum.map(scaled) ?? -1_000_000)...(maximum.map(scaled) ?? 1_000_000),
      digits: Array(digits), isFractionFixed: isFractionFixed)
  }
}
