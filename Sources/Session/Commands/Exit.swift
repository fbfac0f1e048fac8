internal import CommandLanguage
internal import Records
internal import Replies

struct ExitCommand: Command {
  static let verb = Verb(
    "exit",
    aliases: ["quit"],
    usage: "exit [STATUS]",
    summary:
      "Ends the session with an exit status: a number from 0 to 255, or an expression in "
      + "parentheses.",
    examples: ["exit", "exit 2", "exit (:ann.age)", "quit"])

  private static let outOfRange = "the status must be from 0 to 255"

  var status: Spanned<ValueSyntax>?

  init(parsing parser: inout Parser) throws(SyntaxError) {
    parser.note(.sign("("))
    if parser.isAt("(") || parser.isAt(":") {
      status = try parser.value()
    } else if let number = try parser.naturalIfAny("a status from 0 to 255") {
      guard number.value <= 255 else {
        throw SyntaxError(.value, at: number.span, Self.outOfRange)
      }
      status = Spanned(.number(String(number.value)), at: number.span)
    }
  }

  func run(in session: Session) throws(Diagnostic) {
    let number = try status.map { status throws(Diagnostic) in
      guard case .integer(let number) = try session.resolver.value(status).0,
        (0...255).contains(number)
      else { throw Diagnostic(.value, Self.outOfRange, at: status.span) }
      return number
    }
    session.runner.end(withStatus: number)
  }
}
