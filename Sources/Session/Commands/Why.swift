internal import CommandLanguage
internal import RecordStore
internal import Records

struct WhyCommand: Command {
  static let verb = Verb(
    "why",
    usage: "why RECORD.PROPERTY [--reveal]",
    summary: "Lists the changes that have led to the value of a property, with their commands, the "
      + "oldest first: back to the one that set it, also through undo and redo.",
    examples: ["why ann.age", "why Person/1.name"],
    options: ["reveal": "shows card numbers in full"])
  static let endsGroup = true

  var path: PathSyntax
  var isRevealed: Bool

  init(parsing parser: inout Parser) throws(SyntaxError) {
    path = try parser.path()
    isRevealed = parser.hasOption("reveal")
  }

  func run(in session: Session) throws(Diagnostic) {
    let (id, property) = try session.resolver.property(path)
    let causes = try attempt(session.store.causes(of: property.name, of: id), at: path.span)
    let mask = session.store.masking(isRevealed: isRevealed)
    session.say(.tableBegins(HistoryEntry.columns + [Column("kind"), Column("command")]))
    for cause in causes {
      let type = session.store.type(named: cause.change.record.type)
      session.say(
        .row(
          cause.change.row(of: type, isRevealed: isRevealed, mask: mask)
            + [.text(cause.kind.description), Datum(cause.command.map(mask))]))
    }
    session.say(.tableEnds)
  }
}
