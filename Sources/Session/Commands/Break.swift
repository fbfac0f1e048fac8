internal import CommandLanguage
internal import Replies

struct BreakCommand: Command {
  static let verb = Verb(
    "break",
    usage: "break",
    summary: "Ends the enclosing `for`, `repeat` or `while`, also from inside `if` or `try`.",
    examples: ["for x in [3, 5, 7] { if :x > 4 { break } else { echo :x } }"],
    isOfLoops: true)

  init(parsing parser: inout Parser) throws(SyntaxError) {}

  func run(in session: Session) throws(Diagnostic) { session.runner.leaveRound(for: .end) }
}
