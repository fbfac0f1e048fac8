internal import Records

extension SQLFunctions {
  /// `decimal_nearest(a, digits)`: rounded to the given fraction digits, half away from zero.
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

  private static func whole(
    _ arguments: any SQLArguments, _ body: (ExactDecimal) -> ExactDecimal
  ) -> SQLResult {
    let value = arguments[0]
    guard let number = Sum.decimal(value) else { return .argument(0) }
    return .value(body(number).bound)
  }
}
