internal import Values

extension SQLFunctions {
  /// `decimal_sum(a)`: the sum of many rows, exact to the last of 38 digits; NULL of none.
  ///
  /// A number in a column is the decimal that it stands for, so cents add up. A sum of more digits
  /// is an error; with numbers that are no decimals it is a binary fraction.
  final class Sum: SQLAggregate {
    /// The sum of the numbers that are whole millionths, as nearly all are.
    private var millionths = 0
    /// The sum of the other decimals: several numbers where one would have more than 38 digits.
    private var parts: [ExactDecimal] = []
    /// The numbers that are no decimals, in the order of the rows.
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
        others.append(Self.fraction(value))
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

    /// Adds millionths; false where there are too many of them.
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

    /// The sum, where it is a decimal.
    private func exact() -> ExactDecimal? {
      if millionths != 0 || parts.isEmpty {
        add(ExactDecimal(millionths: millionths))
        millionths = 0
      }
      // What did not fit one part before may fit it now.
      var before = 0
      while parts.count > 1, parts.count != before {
        before = parts.count
        let former = parts
        parts = []
        for part in former { add(part) }
      }
      return others.isEmpty && parts.count < 2 ? parts.first : nil
    }

    /// The sum as a binary fraction, after ``exact()`` found that it is no decimal.
    private var approximate: Double {
      parts.reduce(others.reduce(0, +)) { $0 + (Double($1.description) ?? 0) }
    }

    private static var tooLong: SQLResult {
      .failure("the sum has \(ExactDecimal.tooManyDigits)")
    }

    var result: SQLResult {
      guard count > 0 else { return .null }
      if let exact = exact() { return .value(exact.bound) }
      return others.isEmpty ? Self.tooLong : .value(.real(approximate))
    }

    /// The mean, a half rounded to the even digit.
    func mean(toFractionDigits digits: Int) -> SQLResult {
      guard count > 0 else { return .null }
      if let exact = exact(), let mean = exact.divided(by: count, toFractionDigits: digits) {
        return .value(mean.bound)
      }
      return others.isEmpty ? Self.tooLong : .value(.real(approximate / Double(count)))
    }

    /// The millionths that a stored number is; nil where it is no whole number of them.
    private static func millionths(_ value: SQLValue) -> Int? {
      switch value {
      case .integer(let number):
        let (product, isTooLarge) = number.multipliedReportingOverflow(by: 1_000_000)
        return isTooLarge ? nil : product
      case .real(let number):
        // Of at most 15 digits, and read as this number: then it is the decimal that is meant.
        let scaled = (number * 1e6).rounded()
        return scaled.magnitude < 1e15 && scaled / 1e6 == number ? Int(scaled) : nil
      case .text, .null, .blob: return nil
      }
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

  /// `decimal_avg4(a)`: the mean of many rows with so many digits after the point.
  final class Mean: SQLAggregate {
    private let sum = Sum()
    private let digits: Int

    init(toFractionDigits digits: Int) { self.digits = digits }

    func step(_ arguments: any SQLArguments) { sum.step(arguments) }
    func takeBack(_ arguments: any SQLArguments) { sum.takeBack(arguments) }

    var result: SQLResult { sum.mean(toFractionDigits: digits) }
  }

  // MARK: Whole numbers

  /// `whole_sum(n)`: the sum of many rows, whatever the parts of it come to; NULL of none.
  final class WholeSum: SQLAggregate {
    // There are no rows enough to leave 128 bits.
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
        ?? .failure("the result is beyond 64 bits")
    }
  }

  /// `whole_avg(n)`: the mean of many rows; NULL of none.
  final class WholeMean: SQLAggregate {
    private let sum = WholeSum()

    func step(_ arguments: any SQLArguments) { sum.step(arguments) }
    func takeBack(_ arguments: any SQLArguments) { sum.takeBack(arguments) }

    var result: SQLResult {
      guard sum.count > 0 else { return .null }
      let (total, count) = (sum.sum, Int128(sum.count))
      // A double has such a sum, and the quotient is rounded only once.
      if total.magnitude <= 1 << 53 { return .value(.real(Double(total) / Double(count))) }
      let (whole, rest) = total.quotientAndRemainder(dividingBy: count)
      return .value(.real(Double(whole) + Double(rest) / Double(count)))
    }
  }
}
