/// The conversion of a value before it is compared, ordered or chosen.
enum Conversion: Hashable {
  case none
  /// A key whose byte order is the order of decimals.
  case decimalKey
  /// Rounded to the digits of a decimal; the scale may be unknown.
  ///
  /// - Parameter castsColumns: Whether SQLite is to convert texts to numbers, as it does beside a
  ///   column.
  case rounded(scale: Int?, castsColumns: Bool)
  /// Integers become doubles.
  case real
  case choiceOrder([String])
  /// A date becomes its first time, beside a date and time.
  case beginningOfDay
  /// Seconds become the text of a duration.
  case durationText(hasSeconds: Bool)
  /// A value that date functions cannot read as the current time.
  case fixedMoment
}

/// How SQL calculates an operator.
enum OperationPlan {
  case plain
  /// With all operands converted.
  case converted(Conversion, left: InferredType)
  case joined(left: Conversion, right: Conversion)
  /// Integers whose result may overflow 64 bits.
  case checkedWhole
  /// Decimals whose result fits a double, with a number of fraction digits.
  case scaled(Int)
  /// The same, or a remainder, in a generated column; NULL if the result may have more than 15
  /// digits.
  case guarded(Int)
  /// The remainder of decimals with a number of fraction digits.
  case remainder(Int)
  /// A function of both operands.
  case function(String)
  /// A quotient of 15 digits, in a generated column.
  case quotient
  /// Seconds, rounded.
  case wholeSeconds
  /// A date, shifted by days.
  case days
  /// A date and time, shifted by seconds.
  case seconds
  /// The days between two dates.
  case dayDifference
  /// The seconds between two times, or dates and times.
  case secondDifference

  /// Whether some operands have no result.
  var canFail: Bool {
    switch self {
    case .days, .seconds, .checkedWhole, .guarded: true
    case .plain, .converted, .joined, .scaled, .remainder, .function, .quotient, .wholeSeconds,
      .dayDifference, .secondDifference:
      false
    }
  }
}

/// The SQL form of a call, if it differs from the source.
enum CallPlan {
  /// The function with this name.
  case function(String)
  /// `nullif` with converted operands.
  case nullIf(Conversion)
  /// An absolute value or a rounded number that fits a double.
  case rounded(digits: Int, isLong: Bool)
  /// The absolute value of an integer in a generated column; the least integer has no absolute
  /// value.
  case wholeAmount
  /// The least or greatest of choices, in the order of their definition.
  case choiceExtreme([String])
  /// An operator with both arguments.
  case operation(String, OperationPlan)
  /// A rounded integer.
  case whole
  /// A function of SQLite that cuts its later arguments to 32 bits.
  case limited
  /// The mean of durations.
  case wholeSeconds(String)
  /// A part of a date, with its format in SQLite's `strftime`.
  case part(String)
  /// The value as a field shows it; the associated value is the definition of its kind, empty if
  /// unknown.
  case shown(String)
  case items
  /// The items of a list as one text.
  case joined
  /// A date function of SQLite with its first argument, whose result is checked.
  case calendar(String, format: String?, moment: Int)
}
