internal import CommandLanguage
internal import RecordStore
internal import Records

struct BlameCommand: Command {
  static let verb = Verb(
    "blame",
    usage: "blame RECORD [--reveal]",
    summary: "Prints who gave each property of a record its value, and when and where.",
    examples: ["blame ann", "blame Person/1"],
    options: ["reveal": "shows card numbers in full"])

  var record: Spanned<RecordSyntax>
  var isRevealed: Bool

  init(parsing parser: inout Parser) throws(SyntaxError) {
    record = try parser.record()
    isRevealed = parser.hasOption("reveal")
  }

  func run(in session: Session) throws(Diagnostic) {
    try session.blame(record, isRevealed: isRevealed)
  }
}

extension Session {
  /// Prints who gave each property of a record its value.
  func blame(_ record: Spanned<RecordSyntax>, isRevealed: Bool) throws(Diagnostic) {
    let id = try resolver.record(record)
    let lines = try attempt(store.blame(id), at: record.span)
    let type = store.type(named: id.type)
    say(
      .tableBegins([
        Column("property"), Column("value"), Column("txn", isNumeric: true), Column("at"),
        Column("actor"), Column("source"),
      ]))
    for line in lines {
      let value = try resolver.shown(line.value)
      say(
        .row([
          .text(line.property), Datum(value, of: type?[line.property], isRevealed: isRevealed),
          .integer(line.change.transaction),
          resolver.moment(line.change.at), .text(line.change.actor),
          Datum(line.change.source),
        ]))
    }
    say(.tableEnds)
  }
}
