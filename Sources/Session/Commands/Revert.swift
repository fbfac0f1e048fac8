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
    changesRecords: true, occasion: .outsideTransaction, mayRunLong: true)

  var transaction: Spanned<Int>

  init(parsing parser: inout Parser) throws(SyntaxError) {
    transaction = try parser.transaction()
  }

  func run(in session: Session) throws(Diagnostic) {
    try session.reverse("revert", as: "reverted") { () throws(Diagnostic) in
      let entry = session.transactions.entry(.edit)
      return try attempt(
        [session.store.undoEngine.revert(transaction.value, entry: entry)], at: transaction.span)
    }
  }
}
