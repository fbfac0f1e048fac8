internal import CommandLanguage
internal import RecordStore
internal import Records

struct CheckCommand: Command {
  static let verb = Verb(
    "check",
    usage: "check [--repair]",
    summary: "Checks the store for damage. `--repair` repairs what it can: triggers and indexes, "
      + "unrecorded changes, and counts; it names what it has to leave as it is.",
    examples: ["check", "check --repair"],
    options: ["repair": "repairs what it can"])
  static let endsGroup = true

  var repairs: Bool

  init(parsing parser: inout Parser) throws(SyntaxError) {
    repairs = parser.hasOption("repair")
  }

  /// If anything is wrong, or is left so, the program ends with status 1.
  func run(in session: Session) throws(Diagnostic) {
    if repairs, session.configuration.dryRun != nil {
      session.say(.warning("check --repair is skipped in a dry run"))
    } else if repairs {
      try session.runner.checkIsInNoBlock("check --repair")
      for deed in try session.transactions.repair() { session.say(.notice(deed)) }
    }
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
