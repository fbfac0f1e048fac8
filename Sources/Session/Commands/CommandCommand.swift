internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies
internal import Workspace

struct CommandCommand: Command {
  static let verb = Verb(
    "command",
    usage: "command NAME [PARAMETER …] [when (EXPRESSION)] { … }",
    summary:
      "Defines or replaces a command for the session; each run is one transaction and one undo. "
      + "With `when` the menu offers it for a selected record for which the expression is true.",
    examples: [
      "command greet who { echo \"hello :who\" }",
      "command retire who when (:who.age > 60) { set who.age 60 }",
    ])
  static let keepsBlocks = true

  var name: Name
  var parameters: [Name] = []
  var condition: ExpressionSyntax?
  var body: BlockSyntax
  /// The source of the definition, without comments.
  var span: SourceSpan

  init(parsing parser: inout Parser) throws(SyntaxError) {
    try self.init(parsing: &parser, from: parser.verb.span)
  }

  init(parsing parser: inout Parser, from start: SourceSpan) throws(SyntaxError) {
    name = try parser.newCommand()
    while !parser.isAtEnd, !parser.isAt("{"), !parser.isAt("when") {
      let parameter = try parser.name("a name for a value, or \"{\"")
      guard !parameters.contains(where: { $0.value == parameter.value }) else {
        throw SyntaxError(
          .name, at: parameter.span, "there is a value \"\(parameter.value)\" already")
      }
      parameters.append(parameter)
    }
    let locals = parameters.map { BlockSyntax.Local($0.value) }
    if parser.skip("when") {
      if parameters.isEmpty {
        throw parser.unexpected(
          "a name for the selected record before \"when\"")
      }
      condition = try parser.bracketedExpression(knowing: locals)
    }
    body = try parser.block(knowing: locals, jumps: .nowhere)
    span = SourceSpan(from: start, to: body.span)
  }

  var blocks: [BlockSyntax] { [body] }
  var mayChange: Bool { false }
  var standsAlone: Bool { false }

  /// Replaces a user command of the same name. Does nothing if the definition is the same.
  func run(in session: Session) throws(Diagnostic) {
    let statement = session.runner.current?.statement
    try define(statement?.text ?? "", mayRunLong: statement?.mayRunLong ?? true, in: session)
  }

  func define(_ text: String, mayRunLong: Bool, in session: Session) throws(Diagnostic) {
    if case .command(let present) = session.names[name.value] {
      if present.text == text { return }
    } else {
      try session.resolver.checkIsFree(name)
    }
    if let condition, MenuChoice(rawValue: name.value) != nil {
      throw Diagnostic(
        .name, "the menu has a command \"\(name.value)\" already", at: condition.span)
    }
    for parameter in parameters { try session.resolver.checkIsNotReserved(parameter) }
    let command = command(text: text, session.runner.piece(span), mayRunLong: mayRunLong)
    try session.userCommands.checkCondition(of: command)
    if case .command = session.names[name.value] { session.names.free(name.value) }
    session.names.bind(name.value, to: .command(command))
    session.runner.userCommands.insert(name.value)
    session.screens.offerCommands()
  }

  func command(text: String, _ script: Script, mayRunLong: Bool) -> UserCommand {
    UserCommand(
      name: name.value, parameters: parameters.map(\.value), condition: condition, body: body,
      mayChange: body.mayChange, mayRunLong: mayRunLong, text: text, script: script)
  }
}
