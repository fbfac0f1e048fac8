internal import CommandLanguage
internal import RecordStore
internal import Replies
internal import Workspace

struct RedoCommand: Command {
  static let verb = Verb(
    "redo",
    usage: "redo [N]",
    summary:
      "Redoes the last undone command, or the last N. This is possible only until the next "
      + "change.",
    examples: ["redo", "redo 3"],
    changesRecords: true, occasion: .outsideTransaction, mayRunLong: true)

  var count: Spanned<Int>?

  init(parsing parser: inout Parser) throws(SyntaxError) {
    count = try parser.naturalIfAny("a number of commands")
  }

  func run(in session: Session) throws(Diagnostic) {
    try session.reverse("redo", as: "redone") { () throws(Diagnostic) in
      try attempt(
        session.store.undoEngine.redo(count?.value ?? 1, entry: session.transactions.entry(.redo)),
        at: count?.span)
    }

  }
}
