internal import CommandLanguage
internal import Replies

struct RollbackCommand: Command {
  static let verb = Verb(
    "rollback",
    usage: "rollback",
    summary: "Rolls back the transaction.",
    examples: ["rollback"],
    changesRecords: true, takesReason: false, occasion: .insideTransaction)

  init(parsing parser: inout Parser) throws(SyntaxError) {}

  func run(in session: Session) throws(Diagnostic) {
    try session.transactions.checkIsNotPartOfCommand("rollback")
    try session.blocks.rollBack()
  }
}
