internal import CommandLanguage
internal import RecordStore
internal import Replies

struct CompactCommand: Command {
  static let verb = Verb(
    "compact",
    usage: "compact before TIME",
    summary:
      "Replaces the history up to a transaction by one transaction that creates what there was "
      + "then, and makes the file smaller. Earlier states can no longer be read, and this cannot "
      + "be undone.",
    examples: ["compact before #12"],
    changesRecords: true, occasion: .outsideTransaction)
  static let mayRunLong = true

  var moment: Spanned<MomentSyntax>

  init(parsing parser: inout Parser) throws(SyntaxError) {
    try parser.take("before")
    moment = try parser.moment()
  }

  func run(in session: Session) throws(Diagnostic) {
    try session.runner.checkIsInNoBlock("compact")
    let first = try session.context.past.transaction(at: moment, isStart: true)
    if session.runner.isAtPrompt, let confirm = session.configuration.confirm,
      !confirm("remove the history before #\(first) for ever?")
    {
      return session.say(.notice("nothing is removed"))
    }
    let entry = session.transactions.entry(.compact)
    let compaction = try attempt(
      session.store.undoEngine.compact(before: first, entry), at: moment.span)
    session.say(
      .notice(
        "the history begins with #\(first) now, in place of "
          + "\(compaction.transactions.count("transaction")); "
          + "\(compaction.removed.count("change")) became \(compaction.left)"))
    if let obstacle = compaction.obstacle {
      session.say(.notice("the file has not become smaller: \(obstacle.message)"))
    }
  }
}
