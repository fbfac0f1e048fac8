internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies

extension Session {
  /// Skips commands that cannot be part of a transaction, for example `undo` and `backup`, and
  /// warns the user.
  func skipsInDryRun(_ command: any Command) -> Bool {
    let kind = type(of: command)
    let verb = kind.verb
    guard command.occasion == .outsideTransaction, !kind.beginsTransaction else { return false }
    say(.warning("\(verb.name) is skipped in a dry run"))
    return true
  }

  func showDryRun(as report: DryRunReport) throws(Diagnostic) {
    let entries = try attempt(store.history.triedTransactions())
    switch report {
    case .transactions: try showTransactions(entries)
    case .changes: try showChanges(entries)
    }
  }

  private func showTransactions(_ entries: [LogEntry]) throws(Diagnostic) {
    guard !entries.isEmpty else { return say(.notice("dry run: nothing would change")) }
    let mask = Masking(of: store)
    try replies.say(
      entries,
      as: ReplyTable([
        ReplyColumn("txn", isNumeric: true) { .integer($0.entry.transaction) },
        ReplyColumn("changes") { $0.summary },
        ReplyColumn("command") { Datum($0.entry.command.map { LogEntry.brief(mask($0)) }) },
      ])
    ) { (entry) throws(Diagnostic) in
      (entry: entry, summary: try resolver.summary(of: entry, mask: mask))
    }
    say(.notice("dry run: nothing was stored"))
  }

  private func showChanges(_ entries: [LogEntry]) throws(Diagnostic) {
    let table = ReplyTable(HistoryEntry.columns(store, Masking(of: store)))
    say(table.beginning)
    for entry in entries {
      try attempt(store.history.eachChange(of: entry.transaction) { say(table.reply($0)) })
    }
    say(.tableEnds)
  }
}
