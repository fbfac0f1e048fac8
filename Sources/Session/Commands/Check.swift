internal import CommandLanguage
internal import RecordStore
internal import Records

struct CheckCommand: Command {
  static let verb = Verb(
    "check",
    usage: "check",
    summary: "Checks the store for damage.",
    examples: ["check"])
  static let endsGroup = true

  init(parsing parser: inout Parser) throws(SyntaxError) {}

  /// If anything is wrong, the program ends with status 1.
  func run(in session: Session) throws(Diagnostic) {
    let findings = try attempt(session.store.check())
    guard !findings.isEmpty else { return }
    session.runner.noteFailure()
    session.say(
      .tableBegins([
        Column("finding"), Column("ref"), Column("property"), Column("txn", isNumeric: true),
      ]))
    for finding in findings {
      session.say(
        .row([
          .text(finding.finding.shortened(to: Diagnostic.longestMessage)),
          Datum(finding.record?.description), Datum(finding.property),
          Datum(finding.transaction),
        ]))
    }
    session.say(.tableEnds)
  }
}
