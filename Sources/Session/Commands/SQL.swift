internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies
internal import Values

struct SQLCommand: Command {
  static let verb = Verb(
    "sql",
    usage: "sql [at TIME] \"STATEMENT\" [--reveal]",
    summary:
      "Runs an SQL statement that reads the store; with `at` the records of the types as they "
      + "were then. Cards are masked, and what looks like one in the history or a calculated "
      + "column; parts of a number that the statement cuts out are not.",
    examples: [
      "sql \"select name, age from Person\"", "sql at #12 \"select count(*) from Person\"",
    ],
    options: ["reveal": "shows card numbers in full"])
  static let mayRunLong = true
  static let readsOneState = true

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
    let store = try session.past.resolver(at: moment).store
    let rows = try attempt(store.sql(statement.value), at: span)
    session.say(.tableBegins(Self.distinct(rows.columns).map { Column($0) }))
    let isMasking = !isRevealed && store.hasMasked
    while let row = try attempt(rows.next(), at: span) {
      // The table ends here, as nobody reads it any longer.
      guard session.configuration.isHeard() else { break }
      let cells = zip(row, rows.mayBeMasked).map { value, mayBeMasked in
        isMasking && mayBeMasked ? Datum(value).masked : Datum(value)
      }
      session.say(.row(cells))
    }
    session.say(.tableEnds)
  }

  /// The names of columns, repeated ones with a number: an object has each key once.
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
