internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies

struct WhyCommand: Command {
  static let verb = Verb(
    "why",
    usage: "why RECORD.PROPERTY [--long] [--reveal]",
    summary:
      "Lists the changes that led to the value of a property, with their commands, the oldest "
      + "first; undo and redo are followed back to the command that set it.",
    examples: ["why ann.age", "why Person/1.name"],
    options: [
      "long": "shows every column, with the reason and the place of the command",
      "reveal": "shows card numbers in full",
    ])
  static let mayRunLong = true
  static let readsOneState = true

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
    let causes = try attempt(session.store.causes(of: property.name, of: id), at: path.span)
    let unrecorded = try attempt(session.store.unrecordedChanges(of: id))
    let mask = session.store.masking(isRevealed: isRevealed)
    if session.configuration.isForPerson, !isLong {
      try sayBriefly(causes, mask, in: session)
    } else {
      sayWhole(causes, mask, in: session)
    }
    session.sayUnrecorded(unrecorded.filter { $0.property == property.name })
  }

  private func sayWhole(_ causes: [Cause], _ mask: Masking, in session: Session) {
    session.say(
      .tableBegins(HistoryEntry.columns + [Column("kind"), Column("command")], isWhole: isLong))
    for cause in causes {
      let type = session.store.type(named: cause.change.record.type)
      session.say(
        .row(
          cause.change.row(of: type, mask: mask)
            + [.text(cause.kind.description), Datum(cause.command.map { mask($0) })]))
    }
    session.say(.tableEnds)
  }

  private func sayBriefly(
    _ causes: [Cause], _ mask: Masking, in session: Session
  ) throws(Diagnostic) {
    let ofSeveral = Set(causes.map(\.change.record)).count > 1
    session.say(
      .tableBegins(
        HistoryEntry.briefColumns(ofSeveral: ofSeveral) + [Column("command", givesWay: true)]))
    for cause in causes {
      let row = try cause.change.briefRow(
        session.resolver, ofSeveral: ofSeveral, mask: mask)
      let command = cause.command.map { LogEntry.brief(mask($0), longest: nil) }
      session.say(.row(row + [.text(command ?? cause.kind.description)]))
    }
    session.say(.tableEnds)
  }
}
