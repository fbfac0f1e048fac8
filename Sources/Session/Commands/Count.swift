internal import CommandLanguage
internal import RecordStore
internal import Records

struct CountCommand: Command {
  static let verb = Verb(
    "count",
    usage: "count TYPE [where EXPRESSION] [order by EXPRESSION [asc|desc], …] [limit N]",
    summary: "Prints the number of records of a type.",
    examples: ["count Person", "count Person where age > 30"])

  var query: QuerySyntax

  init(parsing parser: inout Parser) throws(SyntaxError) {
    query = try parser.query()
  }

  func run(in session: Session) throws(Diagnostic) {
    let type = try session.resolver.type(query.type)
    let bound = try session.resolver.query(query, of: type)
    let count = try attempt(
      session.store.count(type.name, where: bound.condition, bound.parameters),
      at: query.condition?.span)
    session.say(.count(min(count, bound.limit ?? count)))
  }
}
