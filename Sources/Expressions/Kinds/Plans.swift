/// What is done to a value so that it is compared, ordered or chosen as its kind wants it.
enum Conversion: Hashable {
  case none
  /// A key whose bytes are ordered as decimals are.
  case decimalKey
  /// Rounded to the digits that a decimal can have, of which some are not known.
  ///
  /// - Parameter castsColumns: Whether SQLite is to take texts beside it for numbers, as it does
  ///   beside a column.
  case rounded(scale: Int?, castsColumns: Bool)
  /// A double, where it is a whole number.
  case real
  /// The place of a choice among the names.
  case choiceOrder([String])
  /// The moment with which a date begins, beside a date with time.
  case beginningOfDay
  /// The text of a duration, which is a number of seconds.
  case durationText(hasSeconds: Bool)
  /// A value that a date function does not take for the present.
  case fixedMoment
}

/// How SQL calculates an operator.
enum OperationPlan {
  /// As it is written.
  case plain
  /// With both sides, or all of them, converted.
  case converted(Conversion, left: InferredType)
  /// `||`
  case joined(left: Conversion, right: Conversion)
  /// Whole numbers, whose result may be beyond 64 bits.
  case checkedWhole
  /// Decimals whose result a double has, with so many digits after the point.
  case scaled(Int)
  /// The same, or a remainder, in a table, where what is calculated may have more than 15 digits, and
  /// is then NULL.
  case guarded(Int)
  /// The remainder of decimals with so many digits after the point.
  case remainder(Int)
  /// A function of both sides.
  case function(String)
  /// A quotient of 15 digits, in a table.
  case quotient
  /// A number of seconds, rounded.
  case wholeSeconds
  /// A date so many days later or earlier.
  case days
  /// A moment so many seconds later or earlier.
  case seconds
  /// The days from one date to another.
  case dayDifference
  /// The seconds from one time or moment to another.
  case secondDifference

  /// Whether there are values of which nothing can be calculated.
  var canFail: Bool {
    switch self {
    case .days, .seconds, .checkedWhole, .guarded: true
    case .plain, .converted, .joined, .scaled, .remainder, .function, .quotient, .wholeSeconds,
      .dayDifference, .secondDifference:
      false
    }
  }
}

/// How SQL calls a function, where that is not as it is written.
enum CallPlan {
  /// Another function, with what follows the arguments.
  case function(String)
  /// `nullif` of values that are compared in another form.
  case nullIf(Conversion)
  /// An amount, or a number rounded, of which a double has every digit.
  case rounded(digits: Int, isLong: Bool)
  /// The amount of a whole number in a table, which the least one has not.
  case wholeAmount
  /// The least or greatest of choices, in the order of their definition.
  case choiceExtreme([String])
  /// An operator between the two values.
  case operation(String, OperationPlan)
  /// A whole number that is rounded.
  case whole
  /// A duration that is a mean.
  case wholeSeconds(String)
  /// A part of a day, by the name that SQLite's `strftime` has for it.
  case part(String)
  /// How a field shows a value of the kind with this definition, which is empty for an unknown one.
  case shown(String)
  /// How many items a list has.
  case items
  /// The items of a list as one text.
  case joined
  /// A date function, by SQLite's name and what it is given first, whose result is looked at.
  case calendar(String, format: String?, moment: Int)
}
