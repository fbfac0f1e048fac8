internal import CommandLanguage
internal import RecordStore
internal import Records

struct CheckCommand: Command {
  static let verb = Verb(
    "check",
    usage: "check [--repair]",
    summary: "Checks the store for damage, and mends what can be mended if that is asked for: "
      + "triggers and indexes, changes that nothing recorded, and counts. What cannot be mended is "
      + "named and left.",
    examples: ["check", "check --repair"],
    options: ["repair": "mends what can be mended"])
  static let endsGroup = true

  var repairs: Bool

  init(parsing parser: inout Parser) throws(SyntaxError) {
    repairs = parser.hasOption("repair")
  }

  /// If anything is wrong, or is left so, the program ends with status 1.
  func run(in session: Session) throws(Diagnostic) {
    if repairs, session.configuration.dryRun != nil {
      session.say(.warning("check --repair is not carried out in a dry run"))
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
