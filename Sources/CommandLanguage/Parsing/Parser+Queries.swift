package struct QuerySyntax: Hashable, Sendable {
  package var type: Name
  /// The columns; if empty, the groups, or all properties if there are no groups.
  package var columns: [ColumnSyntax] = []
  package var condition: ExpressionSyntax?
  /// The groups; if empty, each record has its own row, unless a column is an aggregate.
  package var groups: [ExpressionSyntax] = []
  /// The sort keys, primary key first.
  package var order: [OrderSyntax] = []
  package var limit: Spanned<Int>?
  /// The number of rows to skip; only together with a limit.
  package var offset: Spanned<Int>?
  /// The past state to query; nil for the present.
  package var moment: Spanned<MomentSyntax>?

  package init(type: Name) { self.type = type }
}

/// A result column, for example `(age / 10) as decade`.
package struct ColumnSyntax: Hashable, Sendable {
  package var expression: ExpressionSyntax
  package var name: Name?

  package init(_ expression: ExpressionSyntax, as name: Name? = nil) {
    (self.expression, self.name) = (expression, name)
  }
}

package struct OrderSyntax: Hashable, Sendable {
  package var expression: ExpressionSyntax
  package var isDescending: Bool

  package init(_ expression: ExpressionSyntax, isDescending: Bool = false) {
    (self.expression, self.isDescending) = (expression, isDescending)
  }
}

extension Parser {
  package mutating func tableQuery(before end: String? = nil) throws(SyntaxError) -> QuerySyntax {
    var query = QuerySyntax(type: try name("a type", .type))
    var clauses = Clauses(Clauses.ofTables, before: end)
    if isAtCaret {
      note(
        .expression(
          ExpressionStart(
            tokens: [], owner: .type(query.type.value), isComputation: false,
            reserved: clauses.words)))
    }
    if isAtColumn(before: clauses.words) {
      repeat {
        query.columns.append(try column(of: query.type.value, before: clauses.words))
      } while skip(",")
    }
    return try self.query(query, &clauses)
  }

  /// Reads a query, or several types without columns, whose only clause is `at`.
  package mutating func tableQueries(
    before end: String
  ) throws(SyntaxError) -> (first: QuerySyntax, others: [Name]) {
    guard isToken(index + 1, ",") else { return (try tableQuery(before: end), []) }
    let first = try name("a type", .type)
    var others: [Name] = []
    while skip(",") { others.append(try name("a type", .type)) }
    var clauses = Clauses(["at"], before: end)
    return (try query(QuerySyntax(type: first), &clauses), others)
  }

  package mutating func countQuery() throws(SyntaxError) -> QuerySyntax {
    var clauses = Clauses(["where", "by", "order", "limit", "at"])
    return try query(QuerySyntax(type: try name("a type", .type)), &clauses)
  }

  package mutating func valueQuery(of type: Name) throws(SyntaxError) -> QuerySyntax {
    var clauses = Clauses(["where", "at"])
    return try query(QuerySyntax(type: type), &clauses)
  }

  package mutating func blockQuery() throws(SyntaxError) -> QuerySyntax {
    var clauses = Clauses(["where", "order", "limit"])
    return try query(
      QuerySyntax(type: try name("a type, or values in \"[\" and \"]\"", .type)), &clauses,
      endsAtBlock: true)
  }

  /// Reads the query of a list screen, for example `[Member] where active`.
  package mutating func listedQuery() throws(SyntaxError) -> QuerySyntax {
    try take("[")
    let type = try name("a type", .type)
    try take("]")
    let mayRunLong = mayRunLong
    defer { self.mayRunLong = mayRunLong }
    var clauses = Clauses(["where", "order", "limit"])
    return try query(QuerySyntax(type: type), &clauses, endsAtBlock: true)
  }

  package mutating func columns(of type: String) throws(SyntaxError) -> [ColumnSyntax] {
    var columns: [ColumnSyntax] = []
    repeat {
      columns.append(try column(of: type, before: []))
    } while skip(",")
    return columns
  }

  private func isAtColumn(before words: [String]) -> Bool {
    guard !isAtEnd, let current else { return false }
    guard isAtWord else { return current.kind == .quotedName || isAt("(") || isAt(":") }
    // `not` always begins an expression.
    if text(of: current).lowercased() == "not" { return true }
    // Before a dot, the word of a clause is a property, as in `order.number`.
    if isAdjacent(index + 1), isToken(index + 1, ".") { return true }
    guard !words.contains(text(of: current)), index + 1 < limit else {
      return !words.contains(text(of: current))
    }
    // Two words in a row are a misspelled clause, unless the second can follow a column name.
    let next = tokens[index + 1]
    switch next.kind {
    case .word:
      let word = text(of: next)
      return words.contains(word) || Self.columnWords.contains(word.lowercased())
        || word == "to" && canPrintToFile
    case .symbol, .newline, .semicolon, .option: return true
    default: return false
    }
  }

  /// Words that can follow a name in a column.
  private static let columnWords: Set<String> = [
    "and", "as", "between", "collate", "glob", "in", "is", "isnull", "like", "not", "notnull", "or",
    "regexp", "when",
  ]

  private mutating func column(
    of type: String, before words: [String]
  ) throws(SyntaxError) -> ColumnSyntax {
    let expression = try expression(until: words + ["as"], of: type)
    let name = skip("as") ? try name("a name for the column") : nil
    return ColumnSyntax(expression, as: name)
  }

  private mutating func query(
    _ start: QuerySyntax, _ clauses: inout Clauses, endsAtBlock: Bool = false
  ) throws(SyntaxError) -> QuerySyntax {
    var query = start
    mayRunLong = true
    defer { recorder?.columns = [] }
    while let clause = try clause(of: &clauses, endsAtBlock: endsAtBlock) {
      recorder?.columns = clause.value == "where" ? [] : query.columns.compactMap(\.name?.value)
      switch clause.value {
      case "group", "by":
        if clause.value == "group" { try take("by") }
        repeat {
          noteColumns(of: query)
          query.groups.append(try expression(until: clauses.words, of: query.type.value))
        } while skip(",")
      case "where": query.condition = try expression(until: clauses.words, of: query.type.value)
      case "order": query.order = try order(of: query, until: clauses.words)
      case "at": query.moment = try moment()
      default:
        (query.limit, query.offset) = try limitAndOffset()
      }
    }
    return query
  }

  package mutating func limitAndOffset() throws(SyntaxError) -> (Spanned<Int>, Spanned<Int>?) {
    let limit = try natural("a number")
    if let twoNumbers { throw twoNumbers }
    return (limit, skip("offset") ? try natural("a number") : nil)
  }

  /// The error for MySQL's `limit 10,20`, which skips 10 rows.
  private var twoNumbers: SyntaxError? {
    guard isAt(","), index + 1 < limit, tokens[index + 1].kind == .number else { return nil }
    let (skipped, count) = (text(of: tokens[index - 1]), text(of: tokens[index + 1]))
    return SyntaxError(
      .syntax, at: span(from: index - 1), "expected one number after \"limit\"",
      hint: "write limit \(count) offset \(skipped)")
  }

  private mutating func noteColumns(of query: QuerySyntax) {
    guard isAtCaret else { return }
    for name in query.columns.compactMap(\.name) { note(.definedOperand(name.value)) }
  }

  private mutating func order(
    of query: QuerySyntax, until words: [String]
  ) throws(SyntaxError) -> [OrderSyntax] {
    try take("by")
    var order: [OrderSyntax] = []
    repeat {
      noteColumns(of: query)
      let expression = try expression(until: words + ["asc", "desc"], of: query.type.value)
      note(words: ["asc", "desc"])
      let isDescending = isAt("desc")
      if isDescending || isAt("asc") { advance() }
      order.append(OrderSyntax(expression, isDescending: isDescending))
    } while skip(",")
    return order
  }

  /// The type has already been read as the name of a record.
  package mutating func recordsIfAny(
    _ record: Spanned<RecordSyntax>, until words: [String] = []
  ) throws(SyntaxError) -> RecordsSyntax? {
    guard case .name(let type) = record.value else { return nil }
    note(.condition(of: type.value))
    guard isAt("where"), !isToken(index + 1, "=") else { return nil }
    advance()
    mayRunLong = true
    return RecordsSyntax(type: type, condition: try expression(until: words, of: type.value))
  }

  package mutating func pastMomentIfAny() throws(SyntaxError) -> Spanned<MomentSyntax>? {
    skip("at") ? try moment() : nil
  }

  package mutating func moment() throws(SyntaxError) -> Spanned<MomentSyntax> {
    let first = index
    note(.transaction)
    note(words: ["now", "today"])
    let moment: MomentSyntax
    switch current?.kind {
    case .transaction: moment = .transaction(try transaction().value)
    case .date:
      moment = .date(text(of: tokens[index]))
      advance()
    case .string: moment = .text(try quotedText("a time").value)
    case .symbol where isAt(":"): moment = .name(try sessionPath())
    case .word where isAt("today") || isAt("now"):
      let name = try name("today or now")
      moment = .name(SessionPath(names: [name], span: name.span))
    default: throw unexpected("a time such as 2026-11-21 or #12")
    }
    return Spanned(moment, at: span(from: first))
  }
}
