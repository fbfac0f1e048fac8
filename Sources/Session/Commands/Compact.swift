internal import CommandLanguage
internal import RecordStore
internal import Replies

struct CompactCommand: Command {
  static let verb = Verb(
    "compact",
    usage: "compact before TIME",
    summary:
      "Replaces the history before a transaction or a time with one transaction that creates "
      + "the state at that time, and makes the database smaller. You can no longer read earlier "
      + "states, and you cannot undo this.",
    examples: ["compact before #12"],
    changesRecords: true, occasion: .outsideTransaction, mayRunLong: true)

  var moment: Spanned<MomentSyntax>

  init(parsing parser: inout Parser) throws(SyntaxError) {
    try parser.take("before")
    moment = try parser.moment()
  }

  func run(in session: Session) throws(Diagnostic) {
    try session.runner.checkIsInNoBlock("compact")
    let first = try session.context.past.transaction(at: moment, isStart: true)
    let question = "delete the history before #\(first) permanently?"
    guard try session.transactions.agrees(to: question) else { return }
    let entry = session.transactions.entry(.compact)
    let compaction = try attempt(
      session.store.undoEngine.compact(before: first, entry), at: moment.span)
    session.say(
      .notice(
        "the history now begins with #\(first), which replaces "
          + "\(compaction.transactions.count("transaction")); "
          + "\(compaction.removed.count("change")) became \(compaction.left)"))
    if let obstacle = compaction.obstacle {
      session.say(.notice("the database has not become smaller: \(obstacle.message)"))
    }
  }
}
