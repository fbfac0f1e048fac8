internal import CommandLanguage
internal import Replies

struct OpenCommand: Command {
  static let verb = Verb(
    "open",
    usage: "open SCREEN RECORD · open SCREEN",
    summary:
      "Opens a screen about a record, or one that lists records, on top of those that are open. "
      + "At the prompt the terminal draws it until Esc leaves it. In a script, with -c and with "
      + "-f, a list is printed as by `list`, and of a screen about a record everything on it, and "
      + "from then on what changes there.",
    examples: ["open Sheet ann", "open Sheet Person/1", "open Staff"])
  static let mayRunLong = true

  var screen: Name
  var record: Spanned<RecordSyntax>?

  init(parsing parser: inout Parser) throws(SyntaxError) {
    screen = try parser.name("a screen", .view(.screen))
    parser.note(.record(.itself))
    record = parser.isAtEnd ? nil : try parser.record()
  }

  func run(in session: Session) throws(Diagnostic) {
    let definition = try session.views.screen(screen)
    let id = try record.map { record throws(Diagnostic) in try session.resolver.record(record) }
    try session.visits.visit(definition, on: id, at: record?.span ?? screen.span)
  }
}
