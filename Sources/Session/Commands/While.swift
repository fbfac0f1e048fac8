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
    examples: ["while :ann.age < 45 { set ann.age (age + 1) }"], takesReason: true, mayRunLong: true
  )

  var condition: ExpressionSyntax
  var body: BlockSyntax

  init(parsing parser: inout Parser) throws(SyntaxError) {
    condition = try parser.expression(until: [])
    body = try parser.block(jumps: .loop)
  }

  var blocks: [BlockSyntax] { [body] }

  func run(in session: Session) throws(Diagnostic) {
    try session.blocks.asOneTransaction(mayChange: mayChange) { () throws(Diagnostic) in
      try session.blocks.loop(body) { () throws(Diagnostic) in
        try session.resolver.evaluate(condition, isCondition: true).isTrue ? [] : nil
      }
    }
  }
}
