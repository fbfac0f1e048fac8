package import Records

/// Resolves the parts of an expression that depend on the user or the time.
///
/// Called only for names that are not properties. The answer for the same token must always be the
/// same.
package protocol ExpressionSession {
  /// Returns the value of names joined by points, or of the first of them; nil if there is no
  /// value.
  ///
  /// - Parameters:
  ///   - isMarked: Whether the name starts with a colon.
  ///   - place: The index of its first token.
  func value(
    of names: [String], isMarked: Bool, at place: Int
  ) throws(ExpressionError) -> RecordExpression.Given?

  /// Returns the date or time written at a token, quoted or not; nil for other texts.
  func moment(at place: Int) throws(ExpressionError) -> Value?

  /// Throws if a record does not exist.
  ///
  /// - Parameter place: The token of its type.
  func check(_ record: RecordExpression.Record, of type: String, at place: Int)
    throws(ExpressionError)
}

extension RecordExpression {
  /// A record as written after the name of its type.
  package enum Record: Hashable, Sendable {
    case number(Int)
    case key(ExpressionToken)
  }

  /// A question asked of the session while names were resolved.
  package enum Question: Hashable, Sendable {
    case value(of: [String], isMarked: Bool, at: Int)
    case moment(at: Int)
    case record(Record, of: String, at: Int)
  }

  /// The expression with the answers of a session included, which influence its compilation.
  package func answered(
    _ questions: [Question], by session: any ExpressionSession
  ) throws(ExpressionError) -> RecordExpression {
    var result = self
    for question in questions {
      switch question {
      case .value(let names, let isMarked, let place):
        result.given[place] = try session.value(of: names, isMarked: isMarked, at: place)
      case .moment(let place): result.moments[place] = try session.moment(at: place)
      case .record(let record, let type, let place): try session.check(record, of: type, at: place)
      }
    }
    return result
  }
}
