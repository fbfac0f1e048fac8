enum Conversion: Hashable {
  case none
  /// A key whose byte order is the order of decimals.
  case decimalKey
  /// Rounds to the digits of a decimal; the scale may be unknown.
  ///
  /// - Parameter castsColumns: Whether decimals are cast, so that SQLite converts a text beside them
  ///   to a number, as it does beside a column.
  case rounded(scale: Int?, castsColumns: Bool)
  case real
  case choiceOrder([String])
  /// Converts a date to the beginning of the day, to compare it with a date and time.
  case beginningOfDay
  case durationText(hasSeconds: Bool)
  /// Rejects values that date functions would read as the current time.
  case fixedMoment
}

enum OperationPlan {
  case plain
  case converted(Conversion, left: InferredType)
  case joined(left: Conversion, right: Conversion)
  case checkedWhole
  /// The associated value is the number of fraction digits; the result fits a double.
  case scaled(Int)
  /// Like `scaled` or `remainder`, in a generated column: NULL if the result, or an operand of `%`,
  /// has more than 15 digits.
  case guarded(Int)
  case remainder(Int)
  case function(String)
  /// Rounds to 15 digits in a generated column.
  case quotient
  case wholeSeconds
  case days
  case seconds
  case dayDifference
  case secondDifference

  var canFail: Bool {
    switch self {
    case .days, .seconds, .checkedWhole, .guarded: true
    case .plain, .converted, .joined, .scaled, .remainder, .function, .quotient, .wholeSeconds,
      .dayDifference, .secondDifference:
      false
    }
  }
}

enum CallPlan {
  case function(String)
  case nullIf(Conversion)
  case rounded(digits: Int, isLong: Bool)
  /// The absolute value in a generated column; NULL for the minimum integer, whose absolute value
  /// does not fit.
  case wholeAmount
  /// `min` or `max` of choices, in the order of their definition.
  case choiceExtreme([String])
  case operation(String, OperationPlan)
  case whole
  /// SQLite would truncate the arguments after the first one to 32 bits.
  case limited
  case wholeSeconds(String)
  /// The associated value is a format of SQLite's `strftime`.
  case part(String)
  case partOfMonth(String)
  /// The associated value is the definition of the value's kind, empty if unknown.
  case shown(String)
  case items
  case joined
  /// A date function whose result is checked; `moment` is the index of its first date argument.
  case calendar(String, format: String?, moment: Int)
}
