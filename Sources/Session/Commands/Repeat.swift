internal import CommandLanguage
internal import Records
internal import Replies

struct RepeatCommand: Command {
  static let verb = Verb(
    "repeat",
    usage: "repeat N { … }",
    summary: "Runs commands N times. The loop is one transaction and one undo.",
    examples: ["repeat 3 { echo \"hello\" }", "repeat (:ann.age - 30) { echo \"one\" }"],
    takesReason: true, mayRunLong: true)

  var count: Spanned<ValueSyntax>
  var body: BlockSyntax

  init(parsing parser: inout Parser) throws(SyntaxError) {
    parser.note(.sign("("))
    guard parser.isAtValue else { throw parser.unexpected("a number of times") }
    count = try parser.value()
    body = try parser.block(jumps: .loop)
  }

  var blocks: [BlockSyntax] { [body] }

  func run(in session: Session) throws(Diagnostic) {
    guard case .integer(let count) = try session.resolver.value(self.count).0, count >= 0 else {
      throw Diagnostic(.value, "expected a whole number, 0 or greater", at: self.count.span)
    }
    try session.blocks.asOneTransaction(mayChange: mayChange) { () throws(Diagnostic) in
      var rounds = (0..<count).makeIterator()
      try session.blocks.loop(body, of: count) { rounds.next().map { _ in [] } }
    }
  }
}
