internal import CommandLanguage
internal import RecordStore
internal import Replies
internal import Workspace

enum UndoCommand: Command {
  static let verb = Verb(
    "undo",
    usage: "undo [N] · undo to #TRANSACTION",
    summary:
      "Undoes the last command, the last N, or everything after a transaction. Only `undo to` "
      + "also undoes commands of other authors.",
    examples: ["undo", "undo 3", "undo to #12"],
    changesRecords: true, occasion: .outsideTransaction, mayRunLong: true)

  case last(Spanned<Int>?)
  case to(Spanned<Int>)

  init(parsing parser: inout Parser) throws(SyntaxError) {
    self =
      parser.skip("to")
      ? .to(try parser.transaction()) : .last(try parser.naturalIfAny("a number of commands"))
  }

  func run(in session: Session) throws(Diagnostic) {
    let entry = session.transactions.entry(.undo)
    try session.reverse("undo") { () throws(Diagnostic) in
      switch self {
      case .last(let count):
        try attempt(session.store.undoEngine.undo(count?.value ?? 1, entry: entry), at: count?.span)
      case .to(let transaction):
        try attempt(
          session.store.undoEngine.undo(to: transaction.value, entry: entry), at: transaction.span)
      }
    }
  }
}

extension Session {
  /// Undoes or redoes transactions, and reports each of them.
  ///
  /// - Parameters:
  ///   - participle: The word for an undone transaction; others are reported as redone, because
  ///     reversing an undo reapplies the command.
  ///   - body: Returns the reversed transactions.
  func reverse(
    _ verb: String, as participle: String = "undone", _ body: () throws(Diagnostic) -> [LogEntry]
  ) throws(Diagnostic) {
    try runner.checkIsInNoBlock(verb)
    try inWorkspace(workspace.editing.finishEditings(of: nil))
    let reversed = try runner.progress.counting("changes", body)
    transactions.sayWarnings()
    for entry in reversed {
      let what = entry.isUndone ? participle : "redone"
      say(.notice("\(what) \(try entry.summary(in: self))"))
    }
    try inWorkspace(workspace.refresh())
  }
}

extension LogEntry {
  func summary(in session: Session) throws(Diagnostic) -> String {
    let mask = Masking(of: session.store)
    let words =
      session.configuration.isForPerson
      ? try TransactionWords(session.store, session.runner.verbs, mask).words(of: transaction)
        .shortened(to: 48)
      : command.map { Self.brief(mask($0)) }
    return "#\(transaction) by \(actor)" + (words.map { ": \($0)" } ?? "")
  }
}
