internal import CommandLanguage
internal import Replies

struct CommitCommand: Command {
  static let verb = Verb(
    "commit",
    usage: "commit [\"REASON\"]",
    summary: "Commits the transaction.",
    examples: ["commit", "commit \"the prices of :today\""],
    changesRecords: true, takesReason: false, occasion: .insideTransaction)

  var reason: TemplateSyntax?

  init(parsing parser: inout Parser) throws(SyntaxError) {
    reason = try parser.reasonIfAny()
  }

  func run(in session: Session) throws(Diagnostic) {
    try session.transactions.checkIsNotPartOfCommand("commit")
    try session.transactions.checkIsOpen()
    let reason = try reason.map { reason throws(Diagnostic) in try session.resolver.text(of: reason)
    }
    if let reason { try session.transactions.checkTakes(reason, at: self.reason?.span) }
    try session.awaited.check()
    do throws(Diagnostic) {
      try session.transactions.commit(reason: reason)
    } catch  where error.kind == .rule {
      // Any earlier command may have broken a deferred rule, so the whole transaction is rolled
      // back.
      try session.blocks.rollBack()
      var diagnostic = error
      diagnostic.message += "; the transaction was rolled back"
      throw diagnostic
    }
  }
}
