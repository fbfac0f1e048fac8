internal import CommandLanguage
internal import Replies

struct OpenCommand: Command {
  static let verb = Verb(
    "open",
    usage: "open SCREEN RECORD",
    summary:
      "Opens a screen about a record on top of those that are open. At the prompt the terminal "
      + "draws it until Esc leaves it; in a script, with -c and with -f what changes on it is "
      + "printed from then on.",
    examples: ["open Sheet ann", "open Sheet Person/1"])
  static let mayRunLong = true

  var screen: Name
  var record: Spanned<RecordSyntax>

  init(parsing parser: inout Parser) throws(SyntaxError) {
    screen = try parser.name("a screen", .view(.screen))
    record = try parser.record()
  }

  func run(in session: Session) throws(Diagnostic) {
    let definition = try session.views.screen(screen)
    try session.screens.visit(
      definition, on: try session.resolver.record(record), at: record.span)
  }
}
