internal import CommandLanguage
internal import Replies

struct UserCall: Command {
  static let verb = Verb(
    "NAME", usage: "NAME VALUE …", summary: "Runs a command defined in the session.", examples: [],
    takesReason: true)

  var name: Name
  var arguments: [Spanned<ValueSyntax>] = []

  init(parsing parser: inout Parser) throws(SyntaxError) {
    name = parser.verb
    while !parser.isAtEnd { arguments.append(try parser.value()) }
  }

  var mayChange: Bool { true }
  var isFollowedByHandlers: Bool { false }

  func run(in session: Session) throws(Diagnostic) {
    guard let command = session.names.command(name.value) else {
      throw Diagnostic(.name, "there is no command \"\(name.value)\"", at: name.span)
    }
    let (fewest, most) = (command.fewestValues, command.parameters.count)
    guard fewest...most ~= arguments.count else {
      let wanted = fewest == most ? "\(most)" : "\(fewest) to \(most)"
      throw Diagnostic(
        .syntax,
        "\(name.value) takes \(wanted) \(most == 1 ? "argument" : "arguments"), not \(arguments.count)",
        at: arguments.dropFirst(most).first?.span ?? name.span, hint: command.usage)
    }
    try session.userCommands.run(
      command, with: session.resolver.bindings(of: command, to: arguments))
  }

  var content: CommandContent? { .call(name) }
}
