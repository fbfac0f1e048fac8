internal import RecordStore
internal import Records

extension Session {
  /// `check`: lists what is wrong in the store; if anything is, the program ends with status 1.
  func check() throws(Diagnostic) {
    let findings = try attempt(store.check())
    guard !findings.isEmpty else { return }
    status = Status.failure
    say(
      .tableBegins([
        Column("finding"), Column("ref"), Column("property"), Column("txn", isNumeric: true),
      ]))
    for finding in findings {
      say(
        .row([
          .text(finding.finding), Datum(finding.record?.description), Datum(finding.property),
          Datum(finding.transaction),
        ]))
    }
    say(.tableEnds)
  }
}
