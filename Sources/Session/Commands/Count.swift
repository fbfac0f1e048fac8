internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies

struct CountCommand: Command {
  static let verb = Verb(
    "count",
    usage: "count TYPE [where EXPRESSION] [by EXPRESSION, …] [order by EXPRESSION [asc|desc], …] "
      + "[limit N [offset M]] [at TIME]",
    summary: "Prints the number of records of a type, or with `by` the number for each value.",
    examples: [
      "count Person", "count Person where age > 30", "count Person by age", "count Person at #12",
    ], printsToFile: true, readsOneState: true)

  var query: QuerySyntax

  init(parsing parser: inout Parser) throws(SyntaxError) {
    query = try parser.countQuery()
  }

  func run(in session: Session) throws(Diagnostic) {
    let resolver = try session.context.past.resolver(at: query.moment)
    let type = try resolver.type(query.type)
    if !query.groups.isEmpty {
      let table = try resolver.table(query, of: type, isCount: true)
      return try table.say(to: session.replies, resolver, isRevealed: false)
    }
    let bound = try resolver.query(query, of: type)
    let count = try attempt(
      resolver.store.queries.count(type.name, where: bound.condition, bound.parameters),
      at: query.condition?.span)
    session.say(.count(bound.size(of: count)))
  }
}
