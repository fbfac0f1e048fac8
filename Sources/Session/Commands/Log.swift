internal import CommandLanguage
internal import RecordStore
internal import Records

struct LogCommand: Command {
  static let verb = Verb(
    "log",
    usage: "log [limit N] [--reveal]",
    summary: "Lists the transactions, the newest first.",
    examples: ["log", "log limit 10", "log --reveal"],
    options: ["reveal": "shows card numbers in full"])
  static let endsGroup = true

  /// At most so many transactions, the newest, are printed.
  var limit: Spanned<Int>?
  var isRevealed: Bool

  init(parsing parser: inout Parser) throws(SyntaxError) {
    var clauses = Clauses(["limit"])
    limit = try parser.clause(of: &clauses) == nil ? nil : try parser.natural("a number")
    isRevealed = parser.hasOption("reveal")
  }

  func run(in session: Session) throws(Diagnostic) {
    let entries = try attempt(session.store.log(limit: limit?.value), at: limit?.span)
    let mask = session.store.masking(isRevealed: isRevealed)
    session.say(
      .tableBegins([
        Column("txn", isNumeric: true), Column("at"), Column("actor"), Column("reason"),
        Column("source"), Column("kind"), Column("command"), Column("undone"),
        Column("changes", isNumeric: true),
      ]))
    for entry in entries {
      session.say(
        .row([
          .integer(entry.transaction), .text(Instant(milliseconds: entry.at).description),
          .text(entry.actor), Datum(entry.reason.map(mask)), Datum(entry.source),
          .text(entry.kind.description), Datum(entry.command.map(mask)), .boolean(entry.isUndone),
          .integer(entry.changes),
        ]))
    }
    session.say(.tableEnds)
  }
}
