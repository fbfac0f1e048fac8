internal import CommandLanguage
internal import RecordStore
internal import Replies

struct IfCommand: Command {
  static let verb = Verb(
    "if",
    usage: "if EXPRESSION { … } [else if EXPRESSION { … }] [else { … }]",
    summary: "Runs commands if a condition is true, otherwise the commands after `else`. Write "
      + "`else` on the same line as the `}` before it.",
    examples: [
      "if :ann.age > 17 { echo \"grown up\" } else { echo \"a child\" }",
      "if :ann.age > 60 { set ann.age 60 } else if :ann.age < 18 { set ann.age 18 }",
    ])

  struct Branch: Sendable {
    var condition: ExpressionSyntax
    var body: BlockSyntax
  }

  var branches: [Branch] = []
  var otherwise: BlockSyntax?

  init(parsing parser: inout Parser) throws(SyntaxError) {
    repeat {
      let condition = try parser.expression(until: [])
      branches.append(Branch(condition: condition, body: try parser.block()))
      guard parser.skip("else") else { return }
    } while parser.skip(verb: "if")
    otherwise = try parser.block()
  }

  var blocks: [BlockSyntax] { branches.map(\.body) + (otherwise.map { [$0] } ?? []) }

  func run(in session: Session) throws(Diagnostic) {
    for branch in branches {
      if try session.resolver.evaluate(branch.condition, isCondition: true).isTrue {
        return try session.runner.run(branch.body)
      }
    }
    if let otherwise { try session.runner.run(otherwise) }
  }
}
