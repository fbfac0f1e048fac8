internal import CommandLanguage
internal import RecordStore
internal import Replies
internal import Workspace

struct RevertCommand: Command {
  static let verb = Verb(
    "revert",
    usage: "revert #TRANSACTION",
    summary: "Reverts one transaction of any author, and keeps later changes.",
    examples: ["revert #13"],
    changesRecords: true, occasion: .outsideTransaction)
  static let mayRunLong = true

  var transaction: Spanned<Int>

  init(parsing parser: inout Parser) throws(SyntaxError) {
    transaction = try parser.transaction()
  }

  func run(in session: Session) throws(Diagnostic) {
    try session.runner.checkIsInNoBlock("revert")
    try inWorkspace(session.workspace.editing.finishEditings(of: nil))
    let reverted = try session.runner.progress.counting("changes") { () throws(Diagnostic) in
      try attempt(
        session.store.undoEngine.revert(
          transaction.value, entry: session.transactions.entry(.edit)),
        at: transaction.span)
    }
    session.transactions.sayWarnings()
    // Reverting an undo reapplies the command.
    let what = reverted.isUndone ? "reverted" : "redone"
    session.say(.notice("\(what) \(try reverted.summary(in: session))"))
    try inWorkspace(session.workspace.refresh())
  }
}
