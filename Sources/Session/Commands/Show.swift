internal import CommandLanguage
internal import RecordStore
internal import Records

struct ShowCommand: Command {
  static let verb = Verb(
    "show",
    usage: "show RECORD [--reveal]",
    summary: "Prints a record with all its properties.",
    examples: ["show ann", "show Person/1", "show ann --reveal"],
    options: ["reveal": "shows card numbers in full"])

  var record: Spanned<RecordSyntax>
  var isRevealed: Bool

  init(parsing parser: inout Parser) throws(SyntaxError) {
    record = try parser.record()
    isRevealed = parser.hasOption("reveal")
  }

  func run(in session: Session) throws(Diagnostic) {
    let id = try session.resolver.record(record)
    guard let type = session.store.type(named: id.type),
      let values = try session.resolver.values(of: id, at: record.span)
    else { throw Diagnostic(.name, "there is no \(id)", at: record.span) }
    let entries = try zip(type.properties, values).map { property, value throws(Diagnostic) in
      Datum.Entry(
        property.name,
        Datum(try session.resolver.shown(value), of: property, isRevealed: isRevealed))
    }
    session.say(.details([Datum.Entry("ref", .text(id.description))] + entries))
  }
}
