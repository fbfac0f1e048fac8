/// Which records are wanted, and in which order.
public struct QuerySyntax: Hashable, Sendable {
  /// The type of the records.
  public var type: Name
  /// What holds of them, behind `where`.
  public var condition: Expression?
  /// What they are ordered by, the first first; none if it is not said.
  public var order: [OrderSyntax]
  /// How many at most.
  public var limit: Spanned<Int>?
  /// Whether what is masked is shown in full.
  public var isRevealed = false

  /// Makes the wish for all records of `type`.
  public init(type: Name) {
    self.type = type
    order = []
  }
}

/// One thing that records are ordered by.
public struct OrderSyntax: Hashable, Sendable {
  /// The value that is compared.
  public var expression: Expression
  /// Whether the greatest comes first.
  public var isDescending: Bool

  /// Makes the order by `expression`.
  public init(expression: Expression, isDescending: Bool) {
    self.expression = expression
    self.isDescending = isDescending
  }
}

extension Verb {
  static let list = Verb(
    "list",
    synopsis: "list TYPE [where EXPRESSION] [order by EXPRESSION [asc|desc], …] [limit N] "
      + "[--reveal]",
    summary: "Prints the records of a type.",
    examples: ["list Person", "list Person where age > 30 order by age desc, name limit 20"],
    options: ["reveal": "shows the numbers of cards in full"]
  ) { (parser: inout Parser) throws(SyntaxError) in
    var query = try parser.query()
    query.isRevealed = parser.hasOption("reveal")
    return .list(query)
  }
}

extension Parser {
  mutating func query() throws(SyntaxError) -> QuerySyntax {
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
}
