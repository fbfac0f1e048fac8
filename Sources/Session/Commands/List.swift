internal import CommandLanguage
internal import Replies

struct ListCommand: Command {
  static let verb = Verb(
    "list",
    usage: "list TYPE [COLUMN [as NAME], …] [where EXPRESSION] [group by EXPRESSION, …] "
      + "[order by EXPRESSION [asc|desc], …] [limit N [offset M]] [at TIME] "
      + "[--total [COLUMN, …]] [--long] [--reveal]",
    summary:
      "Prints the records of a type with all properties or the given columns, such as the path "
      + "`boss.name` or an expression. With `at`, prints a past state.",
    examples: [
      "list Person", "list Person order by name limit 20 offset 40",
      "list Person where age > 30 order by age desc, name limit 20",
      "list Person name, (age / 10) as decade order by decade", "list Person name, age --total age",
      "list Person where age > 30 at #12",
    ],
    options: [
      "total [COLUMN, …]":
        "adds a row with the sums of these columns, or of all numbers and durations except "
        + "keys; with `group by`, the totals cover all records",
      "long": "shows every column, even if the table is wider than the terminal",
      "reveal": "shows card numbers in full",
    ], printsToFile: true, mayRunLong: true, readsOneState: true)

  var query: QuerySyntax
  var isRevealed: Bool
  var isLong: Bool
  /// The columns to total; empty for all that have a sum, nil for no totals.
  var total: [Name]?

  init(parsing parser: inout Parser) throws(SyntaxError) {
    query = try parser.tableQuery()
    isRevealed = parser.hasOption("reveal")
    isLong = parser.hasOption("long")
    total = parser.columns(ofOption: "total")
  }

  var content: CommandContent? { .query(query) }

  func run(in session: Session) throws(Diagnostic) {
    let resolver = try session.context.past.resolver(at: query.moment)
    try resolver.table(query, of: resolver.type(query.type))
      .say(
        to: session.replies, resolver, isRevealed: isRevealed, isWhole: isLong, total: total)
  }
}
