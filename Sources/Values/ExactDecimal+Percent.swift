extension ExactDecimal {
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

  package init?(percentage: ExactDecimal) {
    var (digits, count) = (percentage.coefficient, percentage.fractionDigits + 2)
    while count > 0, digits.isMultiple(of: 10) {
      digits /= 10
      count -= 1
    }
    guard count <= Self.maximumDigits else { return nil }
    self.init(coefficient: digits, fractionDigits: count)
  }

  /// In command syntax, such as `12.5%` for 0.125.
  package func percentText(minimumFractionDigits count: Int = 0) -> String {
    if let percentage {
      return percentage.description(minimumFractionDigits: count) + "%"
    }
    // A number this large has at most one digit after the point, so the result is a whole
    // percentage.
    return "\(coefficient)" + String(repeating: "0", count: max(0, 2 - fractionDigits)) + "%"
  }
}
