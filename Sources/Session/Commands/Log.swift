internal import CommandLanguage
internal import RecordStore
internal import Replies

struct LogCommand: Command {
  static let verb = Verb(
    "log",
    usage:
      "log [RECORD|TYPE] [since TIME] [until TIME] [by ACTOR] [limit N [offset M]] [--long] [--reveal]",
    summary:
      "Lists all transactions, or the transactions that changed a record or a type, newest first. "
      + "At a terminal, each transaction takes one line, with its changes, reason and command.",
    examples: [
      "log", "log limit 10", "log ann", "log Person since 2026-11-21 by \"ann\"", "log --long",
      "log --reveal",
    ],
    options: [
      "long": "shows every column, with the reason, the source and the whole command",
      "reveal": "shows card numbers in full",
    ], printsToFile: true, mayRunLong: true, readsOneState: true)

  /// A type or a record; nil for all transactions.
  var subject: Spanned<RecordSyntax>?
  var since: Spanned<MomentSyntax>?
  var until: Spanned<MomentSyntax>?
  var actor: Spanned<String>?
  var limit: Spanned<Int>?
  var offset: Spanned<Int>?
  var isRevealed: Bool
  var isLong: Bool

  init(parsing parser: inout Parser) throws(SyntaxError) {
    var clauses = Clauses(["since", "until", "by", "limit"])
    parser.note(.type)
    parser.note(.record(.past))
    if !parser.isAtEnd, !parser.isAtNumber, !parser.isAtWord(of: clauses.words) {
      subject = try parser.record("a record or type", .past)
    }
    while let clause = try parser.clause(of: &clauses) {
      switch clause.value {
      case "since": since = try parser.moment()
      case "until": until = try parser.moment()
      case "by": actor = try parser.textOrWord("an actor", .actor)
      default: (limit, offset) = try parser.limitAndOffset()
      }
    }
    isRevealed = parser.hasOption("reveal")
    isLong = parser.hasOption("long")
  }

  func run(in session: Session) throws(Diagnostic) {
    let subject = try subject.map { subject throws(Diagnostic) in
      try session.resolver.historySubject(subject).0
    }
    var range = HistoryRange(
      actor: actor?.value, limit: limit?.value.reached(beyond: offset?.value ?? 0))
    range.since = try since.map { since throws(Diagnostic) in
      try session.resolver.moment(since, isStart: true)
    }
    range.until = try until.map { until throws(Diagnostic) in try session.resolver.moment(until) }
    let entries = Array(
      try attempt(session.store.history.log(of: subject, range), at: limit?.span)
        .dropFirst(offset?.value ?? 0))
    let mask = Masking(of: session.store, isRevealed: isRevealed)
    if session.configuration.isForPerson, !isLong {
      return try sayBriefly(entries, mask, in: session)
    }
    session.replies.say(
      entries,
      as: ReplyTable(
        [
          ReplyColumn("txn", isNumeric: true) { .integer($0.transaction) },
          ReplyColumn("at") { session.resolver.moment($0.at) },
          ReplyColumn("actor") { .text($0.actor) },
          ReplyColumn("reason") { Datum($0.reason.map { mask($0) }) },
          ReplyColumn("source") { Datum($0.source) },
          ReplyColumn("kind") { .text($0.kind.description) },
          ReplyColumn("command") { Datum($0.command.map { mask($0) }) },
          ReplyColumn("undone") { .boolean($0.isUndone) },
          ReplyColumn("changes", isNumeric: true) { .integer($0.changes) },
        ], isWhole: isLong))
  }

  private func sayBriefly(
    _ entries: [LogEntry], _ mask: Masking, in session: Session
  ) throws(Diagnostic) {
    let words = TransactionWords(session.store, session.runner.verbs, mask)
    let haveReasons = entries.contains { $0.reason != nil }
    try session.replies.say(
      entries,
      as: ReplyTable([
        ReplyColumn("txn", isNumeric: true) { .integer($0.entry.transaction) },
        ReplyColumn("at", least: 16) { session.resolver.moment($0.entry.at) },
        ReplyColumn("actor") { .text($0.entry.actor) },
        ReplyColumn("changes", givesWay: haveReasons) { $0.summary },
        TransactionWords.column(haveReasons: haveReasons) {
          $0.entry.isUndone ? "(undone) \($0.words)" : $0.words
        },
      ])
    ) { (entry) throws(Diagnostic) in
      (
        entry: entry, summary: try session.resolver.summary(of: entry, mask: mask),
        words: try words.words(of: entry.transaction)
      )
    }
  }
}

extension Int {
  func reached(beyond offset: Int) -> Int {
    self == 0 ? 0 : addingReportingOverflow(offset).overflow ? .max : self + offset
  }
}
