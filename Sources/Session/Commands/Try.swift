internal import CommandLanguage
internal import Records
internal import Replies

struct TryCommand: Command {
  static let verb = Verb(
    "try",
    usage: "try { … } [else { … }]",
    summary:
      "Runs commands, and undoes their changes if one fails. In this case, the commands after "
      + "`else` run, with the error message as :error. `exit`, a failed `expect` and Ctrl-C are "
      + "not caught.",
    examples: ["try { set ann.age 400 } else { echo \"not changed: :error\" }"])

  var body: BlockSyntax
  var otherwise: BlockSyntax?

  init(parsing parser: inout Parser) throws(SyntaxError) {
    body = try parser.block()
    guard parser.skip("else") else { return }
    otherwise = try parser.block(knowing: [BlockSyntax.Local("error")])
  }

  static let catchesErrors = true
  var blocks: [BlockSyntax] { [body] + (otherwise.map { [$0] } ?? []) }

  func run(in session: Session) throws(Diagnostic) {
    guard let error = try session.blocks.failure(of: body, mayChange: body.mayChange),
      let otherwise
    else { return }
    let message = Binding(.text(error.message))
    try session.names.withLocals(.part, [("error", message)]) { () throws(Diagnostic) in
      try session.runner.run(otherwise)
    }
  }
}
