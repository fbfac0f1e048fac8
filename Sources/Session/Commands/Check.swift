internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies

struct CheckCommand: Command {
  static let verb = Verb(
    "check",
    usage: "check [--repair] [--strict]",
    summary:
      "Checks the database for damage, and for records that break rules. If there is damage, "
      + "the exit status is 1. With `--strict`, the exit status is also 1 if records break "
      + "rules. `--repair` repairs triggers and indexes, unrecorded changes, counts, and texts "
      + "that are not in Unicode NFC, and marks each problem as `repaired` or `left`. The log "
      + "shows your reason for the repair. If you give none, it lists the repairs.",
    examples: ["check", "check --repair"],
    options: [
      "repair": "repairs the problems that can be repaired",
      "strict": "exits with status 1 also if records break rules",
    ], takesReason: true, mayRunLong: true)

  var repairs: Bool
  var isStrict: Bool

  init(parsing parser: inout Parser) throws(SyntaxError) {
    repairs = parser.hasOption("repair")
    isStrict = parser.hasOption("strict")
  }

  var mayChange: Bool { repairs }
  var standsAlone: Bool { repairs }
  var isFollowedByHandlers: Bool { false }

  /// Sets exit status 1 if damage remains or, with `--strict`, if records break rules.
  func run(in session: Session) throws(Diagnostic) {
    if repairs, session.configuration.dryRun != nil {
      session.say(.warning("check --repair is skipped in a dry run"))
    } else if repairs {
      return try repair(session)
    }
    let findings = try session.runner.progress.counting("steps") { () throws(Diagnostic) in
      try attempt(session.store.check()) + session.keptCommands.ignoredHandlers
    }
    guard !findings.isEmpty else { return }
    if findings.contains(where: fails) { session.runner.noteFailure() }
    say(findings.map { ($0, nil) }, in: session)
  }

  private func fails(_ issue: IntegrityIssue) -> Bool {
    issue.isDamage || isStrict && issue.isBreach
  }

  private func repair(_ session: Session) throws(Diagnostic) {
    try session.runner.checkIsInNoBlock("check --repair")
    let repair = try session.transactions.repair()
    for step in repair.deeds { session.say(.notice(step)) }
    let left = repair.left + session.keptCommands.ignoredHandlers
    if left.contains(where: fails) { session.runner.noteFailure() }
    say(repair.mended.map { ($0, "repaired") } + left.map { ($0, "left") }, in: session)
  }

  private func say(_ findings: [(finding: IntegrityIssue, state: String?)], in session: Session) {
    guard let first = findings.first else { return }
    let mask = Masking(of: session.store)
    var table = ReplyTable<(finding: IntegrityIssue, state: String?)>([
      ReplyColumn("finding") {
        let severity = $0.finding.isWarning ? "warning: " : ""
        return .text(severity + mask($0.finding.finding).shortened(to: Diagnostic.longestMessage))
      },
      ReplyColumn("ref") { Datum($0.finding.record?.description) },
      ReplyColumn("property") { Datum($0.finding.property) },
      ReplyColumn("txn", isNumeric: true) { Datum($0.finding.transaction) },
    ])
    if first.state != nil { table.columns.append(ReplyColumn("state") { Datum($0.state) }) }
    session.replies.say(findings, as: table)
  }
}
