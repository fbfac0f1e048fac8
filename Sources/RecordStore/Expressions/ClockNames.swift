internal import Expressions
package import Records

package struct ClockNames: ExpressionSession {
  /// In the order of ``values(at:)``.
  private static let names: [(name: String, kind: PropertyKind)] = [
    ("today", .date), ("now", .dateTime),
  ]

  private let moments: [Int: Value]

  /// The date literals of the expression must have been parsed before.
  package init(for expression: RecordExpression) { moments = expression.moments }

  /// All values are nil outside the years 1 to 9999.
  static func values(at present: Present?) -> [Value?] {
    [present.map { .date($0.today) }, present.map { .dateTime($0.now) }]
  }

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
