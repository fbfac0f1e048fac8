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
    ], printsToFile: true)
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
    let mask = Masking(of: session.store, isRevealed: isRevealed)
    if session.configuration.isForPerson, !isLong {
      return try sayBriefly(entries, mask, in: session)
    }
    session.replies.say(
      entries,
      as: Table(
        [
          TableColumn("txn", isNumeric: true) { .integer($0.transaction) },
          TableColumn("at") { session.resolver.moment($0.at) },
          TableColumn("actor") { .text($0.actor) },
          TableColumn("reason") { Datum($0.reason.map { mask($0) }) },
          TableColumn("source") { Datum($0.source) },
          TableColumn("kind") { .text($0.kind.description) },
          TableColumn("command") { Datum($0.command.map { mask($0) }) },
          TableColumn("undone") { .boolean($0.isUndone) },
          TableColumn("changes", isNumeric: true) { .integer($0.changes) },
        ], isWhole: isLong))
  }

  /// Prints a line for each transaction.
  private func sayBriefly(
    _ entries: [LogEntry], _ mask: Masking, in session: Session
  ) throws(Diagnostic) {
    try session.replies.say(
      entries,
      as: Table([
        TableColumn("txn", isNumeric: true) { .integer($0.entry.transaction) },
        TableColumn("at") { session.resolver.moment($0.entry.at) },
        TableColumn("actor") { .text($0.entry.actor) },
        TableColumn("changes") { $0.summary },
        TableColumn("command", givesWay: true) { entry, _ in
          let command =
            entry.command.map { LogEntry.brief(mask($0), longest: nil) } ?? entry.kind.description
          return .text(entry.isUndone ? "(undone) \(command)" : command)
        },
      ])
    ) { (entry) throws(Diagnostic) in
      (entry: entry, summary: try session.resolver.summary(of: entry, mask: mask))
    }
  }
}
