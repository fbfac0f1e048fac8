internal import CommandLanguage
internal import RecordStore
internal import Records

extension Session {
  /// `log`: lists the transactions, the newest first.
  func log(_ command: LogSyntax) throws(Diagnostic) {
    let limit = command.limit
    let entries = try attempt(store.log(limit: limit?.value), at: limit?.span)
    let mask = masking(isRevealed: command.isRevealed)
    say(
      .tableBegins([
        Column("txn", isNumeric: true), Column("at"), Column("actor"), Column("reason"),
        Column("source"), Column("kind"), Column("command"), Column("undone"),
        Column("changes", isNumeric: true),
      ]))
    for entry in entries {
      say(
        .row([
          .integer(entry.transaction), .text(Instant(milliseconds: entry.at).description),
          .text(entry.actor), Datum(entry.reason.map(mask)), Datum(entry.source),
          .text(entry.kind.description), Datum(entry.command.map(mask)), .boolean(entry.isUndone),
          .integer(entry.changes),
        ]))
    }
    say(.tableEnds)
  }

  /// How a text that was entered is shown again: where the store knows cards, without what may be
  /// one, unless that is asked for.
  func masking(isRevealed: Bool = false) -> (String) -> String {
    let hasCards = store.types.contains { $0.properties.contains { $0.kind.isMasked } }
    guard hasCards, !isRevealed else { return { $0 } }
    return CardNumber.masking
  }
}
