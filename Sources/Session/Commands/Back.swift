internal import CommandLanguage
internal import Replies
internal import Workspace

struct BackCommand: Command {
  static let verb = Verb(
    "back",
    usage: "back",
    summary: "Leaves the top screen and cancels unfinished edits on it.",
    examples: ["back"])

  var span: SourceSpan

  init(parsing parser: inout Parser) throws(SyntaxError) {
    span = parser.span(from: parser.index - 1)
  }

  func run(in session: Session) throws(Diagnostic) {
    try inWorkspace(session.screens.leave(), at: span)
  }
}
