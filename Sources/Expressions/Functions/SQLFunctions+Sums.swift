internal import Values

extension SQLFunctions {
  /// `decimal_sum(a)`: the sum of many rows, exact to the last of 38 digits; NULL of none.
  ///
  /// A number in a column is the decimal that it stands for, so cents add up. Numbers that are no
  /// decimals, and sums of more digits, go on as binary fractions.
  final class Sum: SQLAggregate {
    private var exact: ExactDecimal? = .zero
    private var inexact = 0.0
    private(set) var count = 0

    func step(_ arguments: any SQLArguments) {
      let value = arguments[0]
      guard value != .null else { return }
      count += 1
      guard let number = Self.decimal(value), let sum = exact?.adding(number) else {
        if let exact { inexact = Double(exact.description) ?? 0 }
        exact = nil
        inexact += Self.fraction(value)
        return
      }
      exact = sum
    }

    var result: SQLValue {
      guard count > 0 else { return .null }
      return exact?.bound ?? .real(inexact)
    }

    /// The mean, a half rounded to the even digit.
    func mean(toFractionDigits digits: Int) -> SQLValue {
      guard count > 0 else { return .null }
      if let exact, let mean = exact.divided(by: count, toFractionDigits: digits) {
        return mean.bound
      }
      let total = exact.flatMap { Double($0.description) } ?? inexact
      return .real(total / Double(count))
    }

    /// The decimal that a stored number is; nil where it is none.
    static func decimal(_ value: SQLValue) -> ExactDecimal? {
      switch value {
      case .integer(let number): ExactDecimal(number)
      case .real(let number): ExactDecimal(rounding: number)
      case .text(let text): ExactDecimal(text)
      case .null, .blob: nil
      }
    }

    private static func fraction(_ value: SQLValue) -> Double {
      switch value {
      case .integer(let number): Double(number)
      case .real(let number): number
      case .text(let text): Double(text) ?? 0
      case .null, .blob: 0
      }
    }
  }

  /// `decimal_avg(a, digits)`: the mean of many rows with so many digits after the point.
  final class Mean: SQLAggregate {
    private let sum = Sum()
    private var digits = 0

    func step(_ arguments: any SQLArguments) {
      digits = arguments.integer(1)
      sum.step(arguments)
    }

    var result: SQLValue { sum.mean(toFractionDigits: digits) }
  }
}
