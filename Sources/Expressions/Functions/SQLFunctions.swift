package import Values

/// SQL functions for expressions, in addition to SQLite's own.
///
/// They must not be used in triggers, views, checks, indexes or generated columns, because other
/// programs do not have these functions.
package enum SQLFunctions {
  /// - Parameter show: Formats a value like a field, given the definition of its kind.
  package static func all(
    showing show: @escaping (SQLValue, String) -> String = { value, _ in value.written }
  ) -> [SQLFunction] {
    ExpressionFunction.all.flatMap { $0.bodies() } + helpers() + [
      SQLFunction("field_text", 2) { arguments in
        arguments.isNull(0)
          ? .null : .value(.text(show(arguments[0], arguments.text(1) ?? "")))
      }
    ]
  }

  private static func helpers() -> [SQLFunction] {
    [
      SQLFunction("decimal_key", 1, decimalKey),
      SQLFunction("double_round", 1, roundDouble),
      SQLFunction("double_round", 2, roundDouble),
      SQLFunction("decimal_max", nil) { extreme($0, isBetter: greater) },
      SQLFunction("decimal_min", nil) { extreme($0, isBetter: less) },
      SQLFunction("decimal_add", 2, addDecimals),
      SQLFunction("decimal_subtract", 2, subtractDecimals),
      SQLFunction("decimal_multiply", 2, multiplyDecimals),
      SQLFunction("decimal_divide", 2, divideDecimals),
      SQLFunction("decimal_remainder", 2, remainderOfDecimals),
      SQLFunction("decimal_negate", 1, negateDecimal),
      SQLFunction("decimal_absolute", 1, absoluteDecimal),
      SQLFunction("decimal_nearest", 2, nearestDecimal),
      SQLFunction("decimal_floor", 1, floorDecimal),
      SQLFunction("decimal_ceil", 1, ceilDecimal),
      SQLFunction("decimal_trunc", 1, cutDecimal),
      SQLFunction("whole", 1, whole),
      SQLFunction("fitting_whole", 3, fittingWhole),
      SQLFunction("fitting_decimal", 3, fittingDecimal),
      SQLFunction(aggregate: "decimal_max") { Extreme(isBetter: greater) },
      SQLFunction(aggregate: "decimal_min") { Extreme(isBetter: less) },
      SQLFunction(aggregate: "decimal_sum") { Sum() },
      SQLFunction(aggregate: "whole_sum") { WholeSum() },
      SQLFunction(aggregate: "whole_avg") { WholeMean() },
      SQLFunction("text_order", 1, TextOrder().key),
      SQLFunction("calendar", nil, calendar),
      SQLFunction("duration_text", 2, durationText),
      SQLFunction("fixed_moment", 1, fixedMoment),
      SQLFunction("fixed_format", 1, fixedFormat),
      SQLFunction("fixed_count", 1, fixedCount),
    ]
      + (0...ExactDecimal.maximumDigits).map { digits in
        // One function for each number of digits, because SQLite supports DISTINCT only with one
        // argument.
        SQLFunction(aggregate: "decimal_avg\(digits)") { Mean(toFractionDigits: digits) }
      }
  }

  /// Returns an object made from an argument, cached while the argument is constant; nil if the
  /// argument is NULL or `make` returns nil.
  static func kept<Kept: AnyObject>(
    _ arguments: any SQLArguments, _ index: Int, _ make: (String) -> Kept?
  ) -> Kept? {
    if let known = arguments.kept(index) { return known as? Kept }
    guard let made = arguments.text(index).flatMap(make) else { return nil }
    arguments.keep(made, for: index)
    return made
  }
}
