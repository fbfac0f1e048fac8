internal import Values

extension SQLFunctions {
  /// `decimal_sum(a)`: the exact sum of up to 38 digits; NULL without values.
  ///
  /// A double counts as the decimal it displays, so cents add up exactly. A sum with more digits is
  /// an error. If a value is not a decimal of up to 38 digits, the sum is a double.
  final class Sum: SQLAggregate {
    /// The sum of all multiples of 0.000001 (the common case), in millionths.
    private var millionths = 0
    /// The sums of the other decimals; several if one sum would exceed 38 digits.
    private var parts: [ExactDecimal] = []
    private var others: ArraySlice<Double> = []
    private(set) var count = 0

    func step(_ arguments: any SQLArguments) {
      let value = arguments[0]
      guard value != .null else { return }
      count += 1
      if let number = Self.millionths(value), add(number) { return }
      if let number = Self.decimal(value) {
        add(number)
      } else {
        others.append(value.number ?? 0)
      }
    }

    func takeBack(_ arguments: any SQLArguments) {
      let value = arguments[0]
      guard value != .null else { return }
      count -= 1
      if let number = Self.millionths(value), add(-number) { return }
      if let number = Self.decimal(value) {
        add(number.negated)
      } else {
        others.removeFirst()
      }
    }

    private func add(_ number: Int) -> Bool {
      let (sum, isTooLarge) = millionths.addingReportingOverflow(number)
      if !isTooLarge { millionths = sum }
      return !isTooLarge
    }

    private func add(_ number: ExactDecimal) {
      for place in parts.indices {
        guard let sum = parts[place].adding(number) else { continue }
        parts[place] = sum
        return
      }
      parts.append(number)
    }

    private func exact() -> ExactDecimal? {
      if millionths != 0 || parts.isEmpty {
        add(ExactDecimal(millionths: millionths))
        millionths = 0
      }
      // Parts that overflow in this order may fit in another order.
      var before = 0
      while parts.count > 1, parts.count != before {
        before = parts.count
        let former = parts
        parts = []
        for part in former { add(part) }
      }
      return others.isEmpty && parts.count < 2 ? parts.first : nil
    }

    private var approximate: Double {
      parts.reduce(others.reduce(0, +)) { $0 + (Double($1.description) ?? 0) }
    }

    private static var tooLong: SQLResult { .failure("the sum has \(ExactDecimal.tooManyDigits)") }

    var result: SQLResult {
      guard count > 0 else { return .null }
      if let exact = exact() { return .value(exact.bound) }
      return others.isEmpty ? Self.tooLong : .value(.real(approximate))
    }

    /// Returns the mean; ties round to even.
    func mean(toFractionDigits digits: Int) -> SQLResult {
      guard count > 0 else { return .null }
      if let exact = exact(), let mean = exact.divided(by: count, toFractionDigits: digits) {
        return .value(mean.bound)
      }
      return others.isEmpty ? Self.tooLong : .value(.real(approximate / Double(count)))
    }

    private static func millionths(_ value: SQLValue) -> Int? {
      switch value {
      case .integer(let number):
        let (product, isTooLarge) = number.multipliedReportingOverflow(by: 1_000_000)
        return isTooLarge ? nil : product
      case .real(let number):
        // A double that equals a decimal of at most 15 digits counts as that decimal.
        let scaled = (number * 1e6).rounded()
        return scaled.magnitude < 1e15 && scaled / 1e6 == number ? Int(scaled) : nil
      case .text, .null, .blob: return nil
      }
    }

    static func decimal(_ value: SQLValue) -> ExactDecimal? {
      switch value {
      case .integer(let number): ExactDecimal(number)
      case .real(let number): ExactDecimal(rounding: number)
      case .text(let text): ExactDecimal(text)
      case .null, .blob: nil
      }
    }
  }

  /// `decimal_avg0(a)` to `decimal_avg38(a)`: the mean with this number of fraction digits; NULL
  /// without values.
  final class Mean: SQLAggregate {
    private let sum = Sum()
    private let digits: Int

    init(toFractionDigits digits: Int) { self.digits = digits }

    func step(_ arguments: any SQLArguments) { sum.step(arguments) }
    func takeBack(_ arguments: any SQLArguments) { sum.takeBack(arguments) }

    var result: SQLResult { sum.mean(toFractionDigits: digits) }
  }

  /// `whole_sum(n)`: the sum of integers, without intermediate overflow; NULL without values.
  final class WholeSum: SQLAggregate {
    // 128 bits cannot overflow with 2^63 rows.
    private(set) var sum: Int128 = 0
    private(set) var count = 0

    func step(_ arguments: any SQLArguments) {
      guard !arguments.isNull(0) else { return }
      count += 1
      sum += Int128(arguments.integer(0))
    }

    func takeBack(_ arguments: any SQLArguments) {
      guard !arguments.isNull(0) else { return }
      count -= 1
      sum -= Int128(arguments.integer(0))
    }

    var result: SQLResult {
      guard count > 0 else { return .null }
      return Int(exactly: sum).map { .value(.integer($0)) }
        ?? .failure("the result does not fit in 64 bits")
    }
  }

  /// `whole_avg(n)`: the mean of integers; NULL without values.
  final class WholeMean: SQLAggregate {
    private let sum = WholeSum()

    func step(_ arguments: any SQLArguments) { sum.step(arguments) }
    func takeBack(_ arguments: any SQLArguments) { sum.takeBack(arguments) }

    var result: SQLResult {
      guard sum.count > 0 else { return .null }
      let (total, count) = (sum.sum, Int128(sum.count))
      // A double represents this sum exactly, so only the division rounds.
      if total.magnitude <= 1 << 53 { return .value(.real(Double(total) / Double(count))) }
      let (whole, rest) = total.quotientAndRemainder(dividingBy: count)
      return .value(.real(Double(whole) + Double(rest) / Double(count)))
    }
  }

  /// `stdev(a)`: the sample standard deviation; NULL for fewer than two numbers.
  ///
  /// Uses a running mean to keep precision for large numbers (B. P. Welford, 1962).
  final class Deviation: SQLAggregate {
    private var count = 0.0
    private var mean = 0.0
    private var squares = 0.0

    func step(_ arguments: any SQLArguments) {
      guard let number = arguments[0].number else { return }
      count += 1
      let distance = number - mean
      mean += distance / count
      squares += distance * (number - mean)
    }

    func takeBack(_ arguments: any SQLArguments) {
      guard let number = arguments[0].number else { return }
      count -= 1
      guard count > 0 else {
        (mean, squares) = (0, 0)
        return
      }
      let distance = number - mean
      mean -= distance / count
      squares = max(0, squares - distance * (number - mean))
    }

    var result: SQLResult {
      count < 2 ? .null : .value(.real((squares / (count - 1)).squareRoot()))
    }
  }
}

extension SQLValue {
  fileprivate var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .real(let number): number
    case .text(let text): Double(text)
    case .null, .blob: nil
    }
  }
}
