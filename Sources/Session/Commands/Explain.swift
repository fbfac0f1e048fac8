internal import CommandLanguage
internal import RecordStore
internal import Replies

struct ExplainCommand: Command {
  static let verb = Verb(
    "explain",
    usage:
      "explain list TYPE [COLUMN, …] [where EXPRESSION] [group by …] [order by …] [limit N [offset M]] "
      + "[at TIME]",
    summary: "Runs a query and prints its plan, the indexes that it uses, and the number of "
      + "rows that full scans read.",
    examples: ["explain list Person where name = \"Ann\""], mayRunLong: true, readsOneState: true)

  var query: QuerySyntax

  init(parsing parser: inout Parser) throws(SyntaxError) {
    guard parser.skip(verb: "list") else {
      throw parser.unexpected("\"list\"", candidates: ["list"])
    }
    query = try parser.tableQuery()
  }

  func run(in session: Session) throws(Diagnostic) {
    let resolver = try session.context.past.resolver(at: query.moment)
    let type = try resolver.type(query.type)
    let bound = try resolver.table(query, of: type).query
    let plan = try attempt(
      resolver.store.queries.explain(bound), at: query.condition?.span ?? query.type.span)
    session.replies.say(
      [plan],
      as: ReplyTable([
        ReplyColumn("plan") { .text($0.steps.joined(separator: "; ")) },
        ReplyColumn("index") {
          $0.indexes.isEmpty ? .null : .text($0.indexes.joined(separator: "; "))
        },
        ReplyColumn("scanned", isNumeric: true) { Datum($0.scanned) },
      ]))
  }
}
