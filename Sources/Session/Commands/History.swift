internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies

struct HistoryCommand: Command {
  static let verb = Verb(
    "history",
    usage: "history RECORD.PROPERTY|RECORD|TYPE [where EXPRESSION] [since TIME] [until TIME] "
      + "[by ACTOR] [limit N [offset M]] [--long] [--reveal] · history --script [since #TRANSACTION] [--reveal]",
    summary: "Lists the changes of a property, a record or a type, oldest first. `--script` writes "
      + "the whole history, except undone changes, as commands. If you run these commands in a new "
      + "database, they create the same records with the same numbers.",
    examples: [
      "history ann.age", "history Person since 2026-11-21 by \"ann\" limit 20",
      "history Person where age > 30 until #12", "history --script", "history --script since #3",
    ],
    options: [
      "long": "shows every column, with the reason and the source of the command",
      "reveal": "shows card numbers in full",
      "script": "writes the history, except undone changes, as commands",
    ], printsToFile: true, mayRunLong: true, readsOneState: true)

  enum Subject: Sendable {
    case property(PathSyntax)
    case record(Spanned<RecordSyntax>)
    case name(Name)
    case script(since: Spanned<Int>?)
  }

  var subject: Subject
  /// A condition that the current state of a record must meet.
  var condition: ExpressionSyntax?
  var since: Spanned<MomentSyntax>?
  var until: Spanned<MomentSyntax>?
  var actor: Spanned<String>?
  var limit: Spanned<Int>?
  var offset: Spanned<Int>?
  var isRevealed = false
  var isLong = false

  init(parsing parser: inout Parser) throws(SyntaxError) {
    if parser.hasOption("script") {
      subject = .script(since: parser.skip("since") ? try parser.transaction() : nil)
      isRevealed = parser.hasOption("reveal")
      return
    }
    parser.note(.type)
    let (record, steps) = try parser.recordOrPath("a property, record or type", .past)
    var type: String?
    if !steps.isEmpty {
      subject = .property(PathSyntax(record: record, steps: steps))
    } else if case .name(let name) = record.value {
      subject = .name(name)
      type = name.value
    } else {
      subject = .record(record)
    }
    var clauses = Clauses(["where", "since", "until", "by", "limit"]) { [type] word in
      word == "where" ? type.map { .condition(of: $0) } : .word(word)
    }
    while let clause = try parser.clause(of: &clauses) {
      switch clause.value {
      case "where": condition = try parser.expression(until: clauses.words, of: type)
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
    if case .script(let since) = subject {
      var script = try HistoryScript(
        of: session.store, since: since?.value, isRevealed: isRevealed, session.configuration,
        session.runner.verbs, session.definitions
      ) { session.say(.text($0)) }
      return try script.write()
    }
    try list(in: session)
  }

  private func list(in session: Session) throws(Diagnostic) {
    guard let (subject, type) = try subject(subject, in: session) else { return }
    var span: SourceSpan?
    if case .property(let path) = self.subject { span = path.steps.last?.name.span }
    var range = HistoryRange(
      actor: actor?.value, limit: limit?.value.reached(beyond: offset?.value ?? 0))
    range.since = try since.map { since throws(Diagnostic) in
      try session.resolver.moment(since, isStart: true)
    }
    range.until = try until.map { until throws(Diagnostic) in try session.resolver.moment(until) }
    if let condition {
      range.records = try numbers(where: condition, of: type, subject, in: session)
    }
    range.hasLists = true
    let entries = Array(
      try attempt(session.store.history.changes(of: subject, range), at: span)
        .dropLast(offset?.value ?? 0))
    let mask = Masking(of: session.store, isRevealed: isRevealed)
    if session.configuration.isForPerson, !isLong {
      let brief = try BriefChanges(
        entries, of: subject, type, session.resolver,
        TransactionWords(session.store, session.runner.verbs, mask), mask)
      return try session.replies.say(
        entries.filter(brief.isTold), as: ReplyTable(brief.columns), brief.row)
    }
    session.replies.say(
      entries, as: ReplyTable(HistoryEntry.columns(session.store, mask), isWhole: isLong))
  }

  private func subject(
    _ syntax: Subject, in session: Session
  ) throws(Diagnostic) -> (HistorySubject, RecordType)? {
    switch syntax {
    case .script: return nil
    case .property(let path):
      guard path.isPlain else {
        let (id, property) = try session.resolver.property(path)
        return (
          .property(id, property.name), try session.resolver.type(Name(id.type, at: path.span))
        )
      }
      let id = try session.resolver.pastRecord(path.record)
      let type = try session.resolver.type(Name(id.type, at: path.record.span))
      return (.property(id, try session.resolver.property(path.steps[0].name, of: type).name), type)
    case .record(let record): return try session.resolver.historySubject(record)
    case .name(let name):
      return try session.resolver.historySubject(Spanned(.name(name), at: name.span))
    }
  }

  private func numbers(
    where condition: ExpressionSyntax, of type: RecordType, _ subject: HistorySubject,
    in session: Session
  ) throws(Diagnostic) -> Set<Int> {
    guard case .type = subject else {
      throw Diagnostic(.syntax, "\"where\" needs a type, not a single record", at: condition.span)
    }
    let bound = try session.resolver.compile(condition, for: type, isCondition: true)
    var numbers: Set<Int> = []
    try session.resolver.forEach(of: type, where: bound, at: condition.span) {
      id, _ throws(Diagnostic) in
      numbers.insert(id.number)
    }
    return numbers
  }
}
