internal import CommandLanguage
internal import Replies

struct ContinueCommand: Command {
  static let verb = Verb(
    "continue",
    usage: "continue",
    summary:
      "Skips to the next iteration of the enclosing `for`, `repeat` or `while`, also from "
      + "inside `if` or `try`.",
    examples: ["for x in [3, 5, 7] { if :x = 5 { continue }; echo :x }"],
    isOfLoops: true)

  init(parsing parser: inout Parser) throws(SyntaxError) {}

  func run(in session: Session) throws(Diagnostic) { session.runner.leaveRound(for: .nextRound) }
}
