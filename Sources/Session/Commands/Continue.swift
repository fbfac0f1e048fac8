internal import CommandLanguage
internal import Replies

struct ContinueCommand: Command {
  static let verb = Verb(
    "continue",
    usage: "continue",
    summary:
      "Goes on with the next round of the innermost `for`, `repeat` or `while` that it is in, "
      + "through `if` and `try`.",
    examples: ["for x in [3, 5, 7] { if :x = 5 { continue }; echo :x }"],
    isOfLoops: true)

  init(parsing parser: inout Parser) throws(SyntaxError) {}

  func run(in session: Session) throws(Diagnostic) { session.runner.leaveRound(for: .nextRound) }
}
