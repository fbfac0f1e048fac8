extension ExactDecimal {
  /// The number of hundredths that the number is, 12.5 of 0.125; nil where it has too many digits.
  package var percentage: ExactDecimal? {
    let factor: Int128 =
      switch fractionDigits {
      case 0: 100
      case 1: 10
      default: 1
      }
    let (coefficient, overflow) = coefficient.multipliedReportingOverflow(by: factor)
    guard !overflow, coefficient.magnitude < UInt128(Self.power(Self.maximumDigits)) else {
      return nil
    }
    return ExactDecimal(coefficient: coefficient, fractionDigits: max(0, fractionDigits - 2))
  }

  /// The number that so many hundredths are, 0.125 of 12.5; nil where it has too many digits.
  package init?(percentage: ExactDecimal) {
    var (digits, count) = (percentage.coefficient, percentage.fractionDigits + 2)
    while count > 0, digits.isMultiple(of: 10) {
      digits /= 10
      count -= 1
    }
    guard count <= Self.maximumDigits else { return nil }
    self.init(coefficient: digits, fractionDigits: count)
  }

  /// The number as a command writes a percentage, `12.5%` for 0.125, with at least so many digits
  /// after the point.
  package func percentText(minimumFractionDigits count: Int = 0) -> String {
    if let percentage {
      return percentage.description(minimumFractionDigits: count) + "%"
    }
    // Where the digits are too many there is next to nothing after the point.
    return "\(coefficient)" + String(repeating: "0", count: max(0, 2 - fractionDigits)) + "%"
  }
}
