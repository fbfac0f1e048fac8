internal import Records

extension SQLFunctions {
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
