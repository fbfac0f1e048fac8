internal import Values

extension SQLFunctions {
  /// `stdev(a)`: the sample standard deviation; NULL for fewer than two rows.
  ///
  /// Squares are accumulated around the running mean, to keep precision for large numbers (B. P.
  /// Welford, 1962).
  final class Deviation: SQLAggregate {
    private var count = 0.0
    private var mean = 0.0
    private var squares = 0.0

    func step(_ arguments: any SQLArguments) {
      guard let number = Self.number(arguments[0]) else { return }
      count += 1
      let distance = number - mean
      mean += distance / count
      squares += distance * (number - mean)
    }

    func takeBack(_ arguments: any SQLArguments) {
      guard let number = Self.number(arguments[0]) else { return }
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

    private static func number(_ value: SQLValue) -> Double? {
      switch value {
      case .integer(let number): Double(number)
      case .real(let number): number
      case .text(let text): Double(text)
      case .null, .blob: nil
      }
    }
  }
}
