internal import CommandLanguage
internal import RecordStore
internal import Records

/// How a run that only tries its commands shows what they would change.
package enum DryRunReport: Hashable, Sendable {
  /// A line for each transaction, for people.
  case transactions
  /// A line for each change of a value, as `history` has it, for programs.
  case changes
}

extension Session {
  /// Says of a command that it is not tried, and whether it is such a one.
  ///
  /// What works on the history or on files as a whole cannot be taken back.
  func skipsInDryRun(_ command: any Command) -> Bool {
    let kind = type(of: command)
    let verb = kind.verb
    guard verb.occasion == .outsideTransaction, !kind.beginsTransaction else { return false }
    say(.warning("\(verb.name) is not carried out in a dry run"))
    return true
  }

  /// Shows what the run would have changed.
  func showDryRun(as report: DryRunReport) throws(Diagnostic) {
    let entries = try attempt(store.triedTransactions())
    switch report {
    case .transactions: try showTransactions(entries)
    case .changes: try showChanges(entries)
    }
  }

  private func showTransactions(_ entries: [LogEntry]) throws(Diagnostic) {
    guard !entries.isEmpty else { return say(.notice("dry run: nothing would change")) }
    let mask = store.masking()
    say(.tableBegins([Column("txn", isNumeric: true), Column("changes"), Column("command")]))
    for entry in entries {
      var summary = ChangeSummary()
      try attempt(
        store.eachChange(of: entry.transaction) { change in
          let type = store.type(named: change.record.type)
          summary.add(change, of: change.property.flatMap { type?[$0] })
        })
      say(
        .row([
          .integer(entry.transaction), .text(mask(summary.text)),
          Datum(entry.command.map { LogEntry.brief(mask($0)) }),
        ]))
    }
    say(.tableEnds)
    say(.notice("dry run: nothing of this is stored"))
  }

  private func showChanges(_ entries: [LogEntry]) throws(Diagnostic) {
    let mask = store.masking()
    say(.tableBegins(HistoryEntry.columns))
    for entry in entries {
      try attempt(
        store.eachChange(of: entry.transaction) { change in
          let type = store.type(named: change.record.type)
          say(.row(change.row(of: type, isRevealed: false, mask: mask)))
        })
    }
    say(.tableEnds)
  }
}

/// What a transaction has changed, in a line: `Person/1 age 41 → 42`.
private struct ChangeSummary {
  /// The most changes that are written out.
  private static let longest = 5

  /// The changes that are written out, and how many there are.
  private var parts: [String] = []
  private var count = 0
  /// The record of the last change, and how many changes of its values there are in a row.
  private var record: RecordID?
  private var valuesInRow = 0

  mutating func add(_ change: HistoryEntry, of property: Property?) {
    let isSame = record == change.record
    record = change.record
    switch change.event {
    case .create:
      append("new \(change.record)")
      valuesInRow = 0
    case .delete:
      // The values that go with the record come before it, each a change.
      let values = isSame ? valuesInRow : 0
      let hidden = count - parts.count
      count -= values
      parts.removeLast(max(0, values - hidden))
      append("delete \(change.record)")
      valuesInRow = 0
    case .set, .erase:
      let difference = RecordChange.Difference(
        property: property ?? Property(change.property ?? "", .text), old: change.old,
        new: change.new)
      append(isSame ? difference.text : "\(change.record) \(difference.text)")
      valuesInRow = isSame ? valuesInRow + 1 : 1
    }
  }

  private mutating func append(_ text: String) {
    count += 1
    if parts.count < Self.longest { parts.append(text) }
  }

  /// The line, which ends with how many changes are left out.
  var text: String {
    let left = count - parts.count
    return parts.joined(separator: ", ") + (left > 0 ? " and \(left) more" : "")
  }
}
