internal import CommandLanguage

struct EchoCommand: Command {
  static let verb = Verb(
    "echo",
    usage: "echo \"TEXT\"",
    summary: "Prints a text, with `:name` and `:(expression)` in it filled in.",
    examples: ["echo \"done\"", "echo \":ann.name is :(:ann.age + 1) soon\""])

  var text: TemplateSyntax

  init(parsing parser: inout Parser) throws(SyntaxError) {
    text = try parser.template("a text")
  }

  func run(in session: Session) throws(Diagnostic) {
    session.say(.text(try session.resolver.text(of: text)))
  }
}
