internal import CommandLanguage
internal import RecordStore
internal import Replies

enum UndoCommand: Command {
  static let verb = Verb(
    "undo",
    usage: "undo [N] · undo to #TRANSACTION",
    summary: "Undoes the last command, the last N, or everything after a transaction.",
    examples: ["undo", "undo 3", "undo to #12"],
    changesRecords: true, occasion: .outsideTransaction)
  static let mayRunLong = true

  /// The last command is undone, or the last so many.
  case last(Spanned<Int>?)
  /// Everything after a transaction is undone.
  case to(Spanned<Int>)

  init(parsing parser: inout Parser) throws(SyntaxError) {
    self =
      parser.skip("to")
      ? .to(try parser.transaction()) : .last(try parser.naturalIfAny("a number of commands"))
  }

  func run(in session: Session) throws(Diagnostic) {
    try session.runner.checkIsInNoBlock("undo")
    try session.editing.finishEditings(of: nil)
    let entry = session.transactions.entry(.undo)
    let undone =
      switch self {
      case .last(let count):
        try attempt(session.store.undo(count?.value ?? 1, entry: entry), at: count?.span)
      case .to(let transaction):
        try attempt(
          session.store.undo(to: transaction.value, entry: entry), at: transaction.span)
      }
    session.transactions.sayWarnings()
    let mask = Masking(of: session.store)
    for entry in undone { session.say(.notice("undone \(entry.summary(mask))")) }
    try session.editing.refreshRecords()
  }
}

extension LogEntry {
  /// The transaction as a message names it: number, actor and the beginning of the command.
  func summary(_ mask: Masking) -> String {
    "#\(transaction) by \(actor)" + (command.map { ": \(Self.brief(mask($0)))" } ?? "")
  }
}
