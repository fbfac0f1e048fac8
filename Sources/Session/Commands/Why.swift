internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies

struct WhyCommand: Command {
  static let verb = Verb(
    "why",
    usage: "why RECORD.PROPERTY [--long] [--reveal]",
    summary:
      "Lists the changes that led to the value of a property, with reasons and commands, oldest "
      + "first. An undo or redo is traced back to the command that set the value.",
    examples: ["why ann.age", "why Person/1.name"],
    options: [
      "long": "shows every column, with the reason and the source of the command",
      "reveal": "shows card numbers in full",
    ], printsToFile: true, mayRunLong: true, readsOneState: true)

  var path: PathSyntax
  var isRevealed: Bool
  var isLong: Bool

  init(parsing parser: inout Parser) throws(SyntaxError) {
    path = try parser.path()
    isRevealed = parser.hasOption("reveal")
    isLong = parser.hasOption("long")
  }

  func run(in session: Session) throws(Diagnostic) {
    let (id, property) = try session.resolver.property(path)
    let causes = try attempt(session.store.history.causes(of: property.name, of: id), at: path.span)
    let unrecorded = try attempt(session.store.audit.unrecordedChanges(of: id))
    let mask = Masking(of: session.store, isRevealed: isRevealed)
    if session.configuration.isForPerson, !isLong {
      let changes = causes.map(\.change)
      let brief = try BriefChanges(
        changes, of: .property(id, property.name),
        session.resolver.type(Name(id.type, at: path.span)),
        session.resolver,
        TransactionWords(session.store, session.runner.verbs, mask), mask)
      try session.replies.say(
        changes.filter(brief.isTold), as: ReplyTable(brief.columns), brief.row)
    } else {
      session.replies.say(
        causes,
        as: ReplyTable(
          HistoryEntry.columns(session.store, mask).map { $0.showing(\.change) } + [
            ReplyColumn("kind") { .text($0.kind.description) },
            ReplyColumn("command") { Datum($0.command.map { mask($0) }) },
          ], isWhole: isLong))
    }
    session.sayUnrecorded(unrecorded.filter { $0.property == property.name })
  }
}
