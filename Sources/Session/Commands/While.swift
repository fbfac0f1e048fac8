internal import CommandLanguage
internal import RecordStore
internal import Replies

struct WhileCommand: Command {
  static let verb = Verb(
    "while",
    usage: "while EXPRESSION { … }",
    summary: "Runs commands as long as a condition holds, which is asked before each round; all "
      + "rounds are one transaction and one undo. `break` ends it, Ctrl-C takes it back.",
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
        try progress.counting("rounds") { () throws(Diagnostic) in
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
