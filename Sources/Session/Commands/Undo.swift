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
    changesRecords: true, occasion: .outsideTransaction)
  static let mayRunLong = true

  case last(Spanned<Int>?)
  case to(Spanned<Int>)

  init(parsing parser: inout Parser) throws(SyntaxError) {
    self =
      parser.skip("to")
      ? .to(try parser.transaction()) : .last(try parser.naturalIfAny("a number of commands"))
  }

  func run(in session: Session) throws(Diagnostic) {
    try session.runner.checkIsInNoBlock("undo")
    try inWorkspace(session.workspace.editing.finishEditings(of: nil))
    let entry = session.transactions.entry(.undo)
    let undone = try session.runner.progress.counting("changes") { () throws(Diagnostic) in
      switch self {
      case .last(let count):
        try attempt(session.store.undoEngine.undo(count?.value ?? 1, entry: entry), at: count?.span)
      case .to(let transaction):
        try attempt(
          session.store.undoEngine.undo(to: transaction.value, entry: entry), at: transaction.span)
      }
    }
    session.transactions.sayWarnings()
    for entry in undone {
      let what = entry.isUndone ? "undone" : "redone"
      session.say(.notice("\(what) \(try entry.summary(in: session))"))
    }
    try inWorkspace(session.workspace.refresh())
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
