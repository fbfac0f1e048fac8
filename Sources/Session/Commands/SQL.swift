internal import CommandLanguage
internal import RecordStore
internal import Replies
internal import Values

struct SQLCommand: Command, OutsideUsing {
  static let verb = Verb(
    "sql",
    usage: "sql [at TIME] \"STATEMENT\" [--reveal]",
    summary:
      "Runs an SQL statement that reads the database. With `at`, the statement reads the records "
      + "as of that time. Card numbers are masked, and so are similar texts in the history or in "
      + "calculated columns, but not parts of a number that the statement extracts.",
    examples: [
      "sql \"select name, age from Person\"", "sql at #12 \"select count(*) from Person\"",
    ],
    options: ["reveal": "shows card numbers in full"], printsToFile: true, mayRunLong: true,
    readsOneState: true)

  var moment: Spanned<MomentSyntax>?
  var statement: Spanned<String>
  var isRevealed: Bool

  init(parsing parser: inout Parser) throws(SyntaxError) {
    moment = try parser.pastMomentIfAny()
    parser.note(.sql(following: ""))
    statement = try parser.quotedText("an SQL statement")
    isRevealed = parser.hasOption("reveal")
  }

  func run(in session: Session) throws(Diagnostic) {
    let span = statement.span
    let store = try session.context.past.resolver(at: moment).store
    let rows = try attempt(store.queries.sql(statement.value), at: span)
    let isMasking = !isRevealed && store.schema.hasMasked
    let columns = Self.distinct(rows.columns).enumerated().map { index, name in
      let mayBeMasked = isMasking && rows.mayBeMasked[index]
      return ReplyColumn<[SQLValue]>(name) { row in
        mayBeMasked ? Datum(row[index]).masked : Datum(row[index])
      }
    }
    try session.replies.say(as: ReplyTable(columns)) { () throws(Diagnostic) in
      try attempt(rows.next(), at: span)
    }
  }

  /// JSON keys must be unique.
  private static func distinct(_ names: [String]) -> [String] {
    var taken: Set<String> = []
    return names.map { name in
      var result = name
      var count = 1
      while !taken.insert(result).inserted {
        count += 1
        result = "\(name):\(count)"
      }
      return result
    }
  }
}
