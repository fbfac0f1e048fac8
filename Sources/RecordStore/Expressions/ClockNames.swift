internal import Expressions
package import Records

/// What the clock gives to an expression that belongs to no session: `today` and `now`.
package struct ClockNames: ExpressionSession {
  /// The names, in the order of ``values(at:)``.
  private static let names: [(name: String, kind: PropertyKind)] = [
    ("today", .date), ("now", .dateTime),
  ]

  private let moments: [Int: Value]

  /// Makes the names for an expression, whose dates have been read already.
  package init(for expression: RecordExpression) { moments = expression.moments }

  /// The values of the names; nil outside of the years 1 to 9999.
  static func values(at present: Present?) -> [Value?] {
    [present.map { .date($0.today) }, present.map { .dateTime($0.now) }]
  }

  /// Whether the name with a colon is one of the clock's.
  package static func contains(_ names: [String]) -> Bool {
    names.count == 1 && self.names.contains { $0.name == names[0] }
  }

  package func value(
    of names: [String], isMarked: Bool, at place: Int
  ) throws(ExpressionError) -> RecordExpression.Given? {
    guard Self.contains(names), let index = Self.names.firstIndex(where: { $0.name == names[0] })
    else { return nil }
    return RecordExpression.Given(index, Self.names[index].kind)
  }

  package func moment(at place: Int) -> Value? { moments[place] }

  package func check(_ record: RecordExpression.Record, of type: String, at place: Int) {}
}
