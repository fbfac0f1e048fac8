internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies

/// `greet "Ann"`
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
    guard case .command(let command) = session.names[name.value] else {
      throw Diagnostic(.name, "there is no command \"\(name.value)\"", at: name.span)
    }
    let wanted = command.parameters.count
    guard arguments.count == wanted else {
      let values = wanted == 1 ? "1 value" : "\(wanted) values"
      throw Diagnostic(
        .syntax, "\(name.value) takes \(values), not \(arguments.count)",
        at: arguments.dropFirst(wanted).first?.span ?? name.span, hint: command.usage)
    }
    var values: [Binding] = []
    for argument in arguments { values.append(try session.resolver.binding(argument)) }
    try session.userCommands.run(command, with: values)
  }
}

extension UserCall: CommandCalling {
  var called: Name { name }
}
