internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies

struct LogCommand: Command {
  static let verb = Verb(
    "log",
    usage: "log [limit N] [--long] [--reveal]",
    summary: "Lists the transactions, the newest first; at a terminal one per line, with what each "
      + "has changed.",
    examples: ["log", "log limit 10", "log --long", "log --reveal"],
    options: [
      "long": "shows every column, with the reason, the place and the whole command",
      "reveal": "shows card numbers in full",
    ])
  static let mayRunLong = true
  static let readsOneState = true

  /// At most so many transactions, the newest, are printed.
  var limit: Spanned<Int>?
  var isRevealed: Bool
  var isLong: Bool

  init(parsing parser: inout Parser) throws(SyntaxError) {
    var clauses = Clauses(["limit"])
    limit = try parser.clause(of: &clauses) == nil ? nil : try parser.natural("a number")
    isRevealed = parser.hasOption("reveal")
    isLong = parser.hasOption("long")
  }

  func run(in session: Session) throws(Diagnostic) {
    let entries = try attempt(session.store.log(limit: limit?.value), at: limit?.span)
    let mask = session.store.masking(isRevealed: isRevealed)
    if session.configuration.isForPerson, !isLong {
      return try session.sayBriefly(entries, mask)
    }
    session.say(
      .tableBegins(
        [
          Column("txn", isNumeric: true), Column("at"), Column("actor"), Column("reason"),
          Column("source"), Column("kind"), Column("command"), Column("undone"),
          Column("changes", isNumeric: true),
        ], isWhole: isLong))
    for entry in entries {
      session.say(
        .row([
          .integer(entry.transaction), session.resolver.moment(entry.at),
          .text(entry.actor), Datum(entry.reason.map { mask($0) }), Datum(entry.source),
          .text(entry.kind.description), Datum(entry.command.map { mask($0) }),
          .boolean(entry.isUndone),
          .integer(entry.changes),
        ]))
    }
    session.say(.tableEnds)
  }
}

extension Session {
  /// Prints a line for each transaction.
  fileprivate func sayBriefly(_ entries: [LogEntry], _ mask: Masking) throws(Diagnostic) {
    say(
      .tableBegins([
        Column("txn", isNumeric: true), Column("at"), Column("actor"), Column("changes"),
        Column("command", givesWay: true),
      ]))
    for entry in entries {
      guard configuration.isHeard() else { break }
      let command =
        entry.command.map { LogEntry.brief(mask($0), longest: nil) } ?? entry.kind.description
      say(
        .row([
          .integer(entry.transaction), resolver.moment(entry.at), .text(entry.actor),
          try resolver.summary(of: entry, mask: mask),
          .text(entry.isUndone ? "(undone) \(command)" : command),
        ]))
    }
    say(.tableEnds)
  }
}
