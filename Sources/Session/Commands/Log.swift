internal import CommandLanguage
internal import RecordStore
internal import Records

extension Session {
  /// `log`: lists the transactions, the newest first.
  func log(_ limit: Spanned<Int>?) throws(Diagnostic) {
    let entries = try attempt(store.log(limit: limit?.value), at: limit?.span)
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
          .text(entry.actor), Datum(entry.reason), Datum(entry.source),
          .text(entry.kind.description), Datum(entry.command), .boolean(entry.isUndone),
          .integer(entry.changes),
        ]))
    }
    say(.tableEnds)
  }
}
