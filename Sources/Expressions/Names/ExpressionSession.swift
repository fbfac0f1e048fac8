package import Records

/// Says what parts of an expression mean that depend on who uses it, and when.
///
/// It is asked as names are resolved, and only about what the records do not explain. Asked about the
/// same place again, it gives the same answer.
package protocol ExpressionSession {
  /// The value of names that points join, or of the first of them; nil if there is none.
  ///
  /// - Parameters:
  ///   - isMarked: Whether a colon says that it is a name of the session.
  ///   - place: The token that begins it.
  func value(
    of names: [String], isMarked: Bool, at place: Int
  ) throws(ExpressionError) -> RecordExpression.Given?

  /// The day or moment that is written at a place, in quotes or without; nil for another text.
  func moment(at place: Int) throws(ExpressionError) -> Value?

  /// Refuses a record that is not there.
  ///
  /// - Parameter place: The token of its type.
  func check(_ record: RecordExpression.Record, of type: String, at place: Int)
    throws(ExpressionError)
}

extension RecordExpression {
  /// A record as an expression calls it after the name of its type.
  package enum Record: Hashable, Sendable {
    case number(Int)
    case key(ExpressionToken)
  }

  /// What was asked about an expression as its names were resolved.
  package enum Question: Hashable, Sendable {
    case value(of: [String], isMarked: Bool, at: Int)
    case moment(at: Int)
    case record(Record, of: String, at: Int)
  }

  /// The expression with the answers to questions in it, which decide what it is compiled to.
  package func answered(
    _ questions: [Question], by session: any ExpressionSession
  ) throws(ExpressionError) -> RecordExpression {
    var result = self
    for question in questions {
      switch question {
      case .value(let names, let isMarked, let place):
        result.given[place] = try session.value(of: names, isMarked: isMarked, at: place)
      case .moment(let place): result.moments[place] = try session.moment(at: place)
      case .record(let record, let type, let place):
        try session.check(record, of: type, at: place)
      }
    }
    return result
  }
}
