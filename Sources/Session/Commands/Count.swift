internal import CommandLanguage
internal import RecordStore
internal import Records

struct CountCommand: Command {
  static let verb = Verb(
    "count",
    usage: "count TYPE [where EXPRESSION] [by EXPRESSION, …] [order by EXPRESSION [asc|desc], …] "
      + "[limit N]",
    summary: "Prints the number of records of a type, by `by` that of each value.",
    examples: ["count Person", "count Person where age > 30", "count Person by age"])

  var query: QuerySyntax

  init(parsing parser: inout Parser) throws(SyntaxError) {
    query = try parser.countQuery()
  }

  func run(in session: Session) throws(Diagnostic) {
    let type = try session.resolver.type(query.type)
    if !query.groups.isEmpty {
      let table = try session.resolver.table(query, of: type, isCount: true)
      return try table.say(in: session, isRevealed: false)
    }
    let bound = try session.resolver.query(query, of: type)
    let count = try attempt(
      session.store.count(type.name, where: bound.condition, bound.parameters),
      at: query.condition?.span)
    session.say(.count(min(count, bound.limit ?? count)))
  }
}
