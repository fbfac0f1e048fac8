internal import CommandLanguage
internal import Replies

struct ListCommand: Command {
  static let verb = Verb(
    "list",
    usage: "list TYPE [COLUMN [as NAME], …] [where EXPRESSION] [group by EXPRESSION, …] "
      + "[order by EXPRESSION [asc|desc], …] [limit N [offset M]] [at TIME] "
      + "[--total [COLUMN, …]] [--long] [--reveal]",
    summary:
      "Prints the records of a type, all of their properties or the columns named: paths such "
      + "as `boss.name` and expressions; with `at`, as of a past transaction or time.",
    examples: [
      "list Person", "list Person order by name limit 20 offset 40",
      "list Person where age > 30 order by age desc, name limit 20",
      "list Person name, (age / 10) as decade order by decade", "list Person name, age --total age",
      "list Person where age > 30 at #12",
    ],
    options: [
      "total [COLUMN, …]":
        "adds a row with the sums of these columns, or of all numbers and durations but keys; of "
        + "groups, with their columns for all records",
      "long": "leaves out no column that is too wide for the terminal",
      "reveal": "shows card numbers in full",
    ], printsToFile: true)
  static let mayRunLong = true
  static let readsOneState = true

  var query: QuerySyntax
  var isRevealed: Bool
  var isLong: Bool
  /// The columns to total, empty for all that have a sum; nil without totals.
  var total: [Name]?

  init(parsing parser: inout Parser) throws(SyntaxError) {
    query = try parser.tableQuery()
    isRevealed = parser.hasOption("reveal")
    isLong = parser.hasOption("long")
    total = parser.columns(ofOption: "total")
  }

  func run(in session: Session) throws(Diagnostic) {
    let resolver = try session.context.past.resolver(at: query.moment)
    try resolver.table(query, of: resolver.type(query.type))
      .say(
        to: session.replies, resolver, isRevealed: isRevealed, isWhole: isLong, total: total)
  }
}

extension ListCommand: QueryCommand {}
