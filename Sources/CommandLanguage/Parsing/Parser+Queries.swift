/// Which records are wanted, and in which order.
package struct QuerySyntax: Hashable, Sendable {
  /// The type of the records.
  package var type: Name
  /// What holds of them, after `where`.
  package var condition: ExpressionSyntax?
  /// What they are ordered by, the first first; none if it is not said.
  package var order: [OrderSyntax] = []
  /// How many at most.
  package var limit: Spanned<Int>?
}

/// One thing that records are ordered by.
package struct OrderSyntax: Hashable, Sendable {
  /// The value that is compared.
  package var expression: ExpressionSyntax
  /// Whether the greatest comes first.
  package var isDescending: Bool
}

extension Parser {
  /// Reads which records are wanted.
  package mutating func query() throws(SyntaxError) -> QuerySyntax {
    var query = QuerySyntax(type: try name("a type", .type))
    var clauses = Clauses(["where", "order", "limit"])
    while let clause = try clause(of: &clauses) {
      switch clause.value {
      case "where": query.condition = try expression(until: clauses.words, of: query.type.value)
      case "order": query.order = try order(until: clauses.words, of: query.type.value)
      default: query.limit = try natural("a number")
      }
    }
    return query
  }

  private mutating func order(
    until words: [String], of type: String
  ) throws(SyntaxError) -> [OrderSyntax] {
    try take("by")
    var order: [OrderSyntax] = []
    repeat {
      let expression = try expression(until: words + ["asc", "desc"], of: type)
      note(words: ["asc", "desc"])
      let isDescending = isAt("desc")
      if isDescending || isAt("asc") { advance() }
      order.append(OrderSyntax(expression: expression, isDescending: isDescending))
    } while skip(",")
    return order
  }

  /// Reads the condition of records after their type, which was read as the name of a record.
  package mutating func recordsIfAny(
    _ record: Spanned<RecordSyntax>
  ) throws(SyntaxError) -> RecordsSyntax? {
    guard case .name(let type) = record.value else { return nil }
    note(.condition(of: type.value))
    guard isAt("where"), !isToken(index + 1, "=") else { return nil }
    advance()
    return RecordsSyntax(type: type, condition: try expression(until: [], of: type.value))
  }

  /// Reads a moment of the history.
  package mutating func moment() throws(SyntaxError) -> Spanned<MomentSyntax> {
    let first = index
    let moment: MomentSyntax
    switch current?.kind {
    case .transaction:
      moment = .transaction(try transaction().value)
    case .date:
      moment = .date(text(of: tokens[index]))
      advance()
    case .string:
      moment = .text(try quotedText("a time").value)
    case .symbol where isAt(":"):
      moment = .name(try sessionPath())
    default:
      throw unexpected("a time such as 2026-11-21 or #12")
    }
    return Spanned(moment, at: span(from: first))
  }
}
