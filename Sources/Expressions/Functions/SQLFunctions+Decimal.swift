internal import Records

extension SQLFunctions {
  /// `decimal_cmp(a, b)`: -1, 0 or 1, exact for 38 digits; NULL if an operand is NULL.
  static func compareDecimals(_ arguments: any SQLArguments) -> SQLResult {
    guard !arguments.isNull(0), !arguments.isNull(1) else { return .null }
    let left = DecimalKey.bytes(of: arguments[0])
    let right = DecimalKey.bytes(of: arguments[1])
    return .value(.integer(left == right ? 0 : less(left, right) ? -1 : 1))
  }

  /// `decimal_key(a)`: bytes that sort like the numbers.
  static func decimalKey(_ arguments: any SQLArguments) -> SQLResult {
    guard !arguments.isNull(0) else { return .null }
    return .value(.blob(DecimalKey.bytes(of: arguments[0])))
  }

  /// `decimal_round(a [, digits])`: rounds a double or a numeric text to 15 significant digits and
  /// at most the given number of fraction digits.
  ///
  /// Integers and other values are unchanged.
  static func roundDecimal(_ arguments: any SQLArguments) -> SQLResult {
    switch arguments[0] {
    case .real(let value): return rounded(value, arguments)
    case .text(let text):
      guard DecimalKey(text) != nil, let value = Double(text) else { return .argument(0) }
      return rounded(value, arguments)
    case .null, .integer, .blob: return .argument(0)
    }
  }

  /// `double_round(a [, digits])`: like `decimal_round`, but texts are unchanged.
  static func roundDouble(_ arguments: any SQLArguments) -> SQLResult {
    guard case .real(let value) = arguments[0] else { return .argument(0) }
    return rounded(value, arguments)
  }

  private static func rounded(_ value: Double, _ arguments: any SQLArguments) -> SQLResult {
    let digits = arguments.count == 2 ? arguments.integer(1) : nil
    return .value(.real(DecimalKey.rounded(value, digits: digits)))
  }

  static func less(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.lexicographicallyPrecedes(right)
  }

  static func greater(_ left: [UInt8], _ right: [UInt8]) -> Bool { less(right, left) }

  /// `decimal_max(a, b, …)` and `decimal_min(a, b, …)`
  static func extreme(
    _ arguments: any SQLArguments, isBetter: ([UInt8], [UInt8]) -> Bool
  ) -> SQLResult {
    var best: (key: [UInt8], place: Int)?
    for place in 0..<arguments.count {
      if arguments.isNull(place) { return .null }
      let key = DecimalKey.bytes(of: arguments[place])
      if best.map({ isBetter(key, $0.key) }) ?? true { best = (key, place) }
    }
    return best.map { .argument($0.place) } ?? .null
  }

  /// `decimal_max(a)` and `decimal_min(a)`, also as window functions.
  final class Extreme: SQLAggregate {
    private typealias Candidate = (row: Int, key: [UInt8], value: SQLValue)

    private let isBetter: ([UInt8], [UInt8]) -> Bool
    /// The best value, followed by the values of later rows that replace it when earlier rows leave
    /// the window.
    private var candidates: ArraySlice<Candidate> = []
    private var (rows, taken) = (0, 0)
    var result: SQLResult { .value(candidates.first?.value ?? .null) }

    init(isBetter: @escaping ([UInt8], [UInt8]) -> Bool) { self.isBetter = isBetter }

    func step(_ arguments: any SQLArguments) {
      let value = arguments[0]
      rows += 1
      guard value != .null else { return }
      let key = DecimalKey.bytes(of: value)
      while let last = candidates.last, isBetter(key, last.key) { candidates.removeLast() }
      candidates.append((rows, key, value))
    }

    func takeBack(_ arguments: any SQLArguments) {
      taken += 1
      if candidates.first?.row == taken { candidates.removeFirst() }
    }
  }

  /// `decimal_nearest(a, digits)`: the number rounded to the given number of fraction digits, half
  /// away from zero.
  static func nearestDecimal(_ arguments: any SQLArguments) -> SQLResult {
    let digits = max(0, min(arguments.integer(1), ExactDecimal.maximumDigits))
    return whole(arguments) { $0.nearest(toFractionDigits: digits) }
  }

  static func floorDecimal(_ arguments: any SQLArguments) -> SQLResult { whole(arguments, \.floor) }

  static func ceilDecimal(_ arguments: any SQLArguments) -> SQLResult {
    whole(arguments) { $0.negated.floor.negated }
  }

  static func cutDecimal(_ arguments: any SQLArguments) -> SQLResult {
    whole(arguments) { $0.cut(toFractionDigits: 0) }
  }

  /// `fitting_whole(a, name, 0)`: returns the number; fails beyond 64 bits, where a cast would
  /// return the maximum or minimum integer.
  static func fittingWhole(_ arguments: any SQLArguments) -> SQLResult {
    let isFitting =
      switch arguments[0] {
      case .real(let number): Int(exactly: number.rounded(.towardZero)) != nil
      case .text(let text): ExactDecimal(text)?.cut(toFractionDigits: 0).integer != nil
      case .null, .integer, .blob: true
      }
    return isFitting ? .argument(0) : tooLong(arguments, "64 bits")
  }

  /// `fitting_decimal(a, name, digits)`: returns the number, an integer or a text as the nearest
  /// double with these fraction digits; fails if a double cannot represent the digits.
  static func fittingDecimal(_ arguments: any SQLArguments) -> SQLResult {
    let digits = max(0, min(arguments.integer(2), ExactDecimal.maximumDigits))
    let words = "\(Property.exactDoubleDigits) digits"
    switch arguments[0] {
    case .null, .blob: return .argument(0)
    case .real(let number):
      let isShort = number.magnitude * ExpressionNumber.power(digits) < 1e15
      let isExact = ExactDecimal(rounding: number)?.nearestDouble == number
      return isShort || isExact ? .argument(0) : tooLong(arguments, words)
    case .integer, .text:
      guard let number = Sum.decimal(arguments[0]) else { return .argument(0) }
      let rounded = number.nearest(toFractionDigits: digits)
      guard ExactDecimal(rounding: rounded.nearestDouble) == rounded else {
        return tooLong(arguments, words)
      }
      return .value(.real(rounded.nearestDouble))
    }
  }

  private static func tooLong(_ arguments: any SQLArguments, _ words: String) -> SQLResult {
    .failure("\((arguments.text(1) ?? "").asName) is computed as a number of more than \(words)")
  }

  private static func whole(
    _ arguments: any SQLArguments, _ body: (ExactDecimal) -> ExactDecimal
  ) -> SQLResult {
    let value = arguments[0]
    guard let number = Sum.decimal(value) else { return .argument(0) }
    return .value(body(number).bound)
  }
}
