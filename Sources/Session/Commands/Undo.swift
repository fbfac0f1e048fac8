internal import CommandLanguage
internal import RecordStore

extension Session {
  /// `undo`: takes back the last commands that are not undone yet.
  func undo(_ command: UndoSyntax) throws(Diagnostic) {
    try endEditings(of: nil)
    let undone =
      switch command {
      case .last(let count):
        try attempt(store.undo(count?.value ?? 1, entry: entry(.undo)), at: count?.span)
      case .to(let transaction):
        try attempt(
          store.undo(to: transaction.value, entry: entry(.undo)), at: transaction.span)
      }
    sayWarnings()
    let mask = masking()
    for entry in undone { say(.notice("undone \(entry.summary(mask))")) }
    try refreshRecords()
  }
}

extension LogEntry {
  /// The transaction as a message names it: number, actor and the beginning of the command.
  func summary(_ mask: (String) -> String) -> String {
    "#\(transaction) by \(actor)" + (command.map { ": \(Self.brief(mask($0)))" } ?? "")
  }
}
