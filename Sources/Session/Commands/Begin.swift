internal import CommandLanguage
internal import Replies

struct BeginCommand: Command {
  static let verb = Verb(
    "begin",
    usage: "begin [\"REASON\"]",
    summary: "Begins a transaction of several commands.",
    examples: ["begin", "begin \"the new prices\""],
    changesRecords: true, takesReason: false, occasion: .outsideTransaction, mayRunLong: true)
  static let beginsTransaction = true

  var reason: TemplateSyntax?

  init(parsing parser: inout Parser) throws(SyntaxError) {
    reason = try parser.reasonIfAny()
  }

  func run(in session: Session) throws(Diagnostic) {
    try session.transactions.checkIsNotPartOfCommand("begin")
    let reason = try reason.map { reason throws(Diagnostic) in try session.resolver.text(of: reason)
    }
    try session.transactions.begin(reason: reason)
  }
}
