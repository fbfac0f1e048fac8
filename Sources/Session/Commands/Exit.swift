internal import CommandLanguage
internal import Replies

struct ExitCommand: Command {
  static let verb = Verb(
    "exit",
    aliases: ["quit"],
    usage: "exit [STATUS]",
    summary: "Ends the session.",
    examples: ["exit", "exit 2", "quit"])

  var status: Spanned<Int>?

  init(parsing parser: inout Parser) throws(SyntaxError) {
    status = try parser.naturalIfAny("a status from 0 to 255")
    if let status, status.value > 255 {
      throw SyntaxError(.value, at: status.span, "a status is from 0 to 255")
    }
  }

  func run(in session: Session) throws(Diagnostic) {
    session.runner.end(withStatus: status?.value)
  }
}
