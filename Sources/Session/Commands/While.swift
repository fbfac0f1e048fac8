internal import CommandLanguage
internal import RecordStore
internal import Replies

struct WhileCommand: Command {
  static let verb = Verb(
    "while",
    usage: "while EXPRESSION { … }",
    summary: "Runs commands while a condition is true. The condition is checked before each "
      + "iteration. The loop is one transaction and one undo. `break` ends the loop, and "
      + "Ctrl-C rolls it back.",
    examples: ["while :ann.age < 45 { set ann.age (age + 1) }"], takesReason: true)
  static let mayRunLong = true

  var condition: ExpressionSyntax
  var body: BlockSyntax

  init(parsing parser: inout Parser) throws(SyntaxError) {
    condition = try parser.expression(until: [])
    body = try parser.block(jumps: .loop)
  }

  var blocks: [BlockSyntax] { [body] }

  func run(in session: Session) throws(Diagnostic) {
    try session.blocks.asOneTransaction(mayChange: mayChange) { () throws(Diagnostic) in
      try session.names.withLocals(.round) { () throws(Diagnostic) in
        let progress = session.runner.progress
        try progress.counting("iterations") { () throws(Diagnostic) in
          var round = 0
          repeat {
            progress.advance(to: round)
            session.names.beginRound([])
            guard try session.resolver.evaluate(condition, isCondition: true).isTrue else { return }
            round += 1
          } while try session.runner.runRound(body)
        }
      }
    }
  }
}
