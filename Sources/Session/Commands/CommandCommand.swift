internal import CommandLanguage
internal import Records
internal import Replies
internal import Workspace

struct CommandCommand: Command {
  static let verb = Verb(
    "command",
    usage:
      "command NAME [PARAMETER[: KIND[?] [= VALUE]] …] [\"CAPTION\"] [when (EXPRESSION) "
      + "[\"REASON\"]] { … }",
    summary:
      "Defines or replaces a command for the session. Each run is one transaction and one undo. "
      + "If a parameter has a kind, its value is checked. A record is found by its key, a unique "
      + "property or its title. With `when`, the menu enables the command only for a selected "
      + "record for which the expression is true, and otherwise shows REASON.",
    examples: [
      "command greet who { echo \"hello :who\" }",
      "command retire who when (:who.age > 60) { set who.age 60 }",
      "command raise who: Person years: Integer = 1 { set who.age (age + :years) }",
    ])
  static let keepsBlocks = true

  var name: Name
  var parameters: [(name: Name, definition: PropertySyntax?)] = []
  var caption: Spanned<String>?
  var condition: ExpressionSyntax?
  var refusal: Spanned<String>?
  var body: BlockSyntax
  var span: SourceSpan

  init(parsing parser: inout Parser) throws(SyntaxError) {
    try self.init(parsing: &parser, from: parser.verb.span)
  }

  init(parsing parser: inout Parser, from start: SourceSpan) throws(SyntaxError) {
    name = try parser.newCommand()
    while !parser.isAtEnd, !parser.isAt("{"), !parser.isAt("when"), !parser.isAtText {
      let (name, definition) = try parser.parameter()
      guard !parameters.contains(where: { $0.name.value == name.value }) else {
        throw SyntaxError(.name, at: name.span, "the parameter \"\(name.value)\" is declared twice")
      }
      parameters.append((name, definition))
    }
    if parser.isAtText { caption = try parser.quotedText("a caption") }
    let locals = parameters.map { name, definition in
      let kind = definition?.kind.value
      let type = kind?.isReference == true ? kind?.recordType : nil
      return BlockSyntax.Local(name.value, like: type.map { .type($0) })
    }
    if parser.skip("when") {
      if parameters.isEmpty {
        throw parser.unexpected(
          "a parameter for the selected record before \"when\"")
      }
      condition = try parser.bracketedExpression(knowing: locals)
      if parser.isAtText { refusal = try parser.quotedText("a reason") }
    }
    body = try parser.block(knowing: locals, jumps: .nowhere)
    span = SourceSpan(from: start, to: body.span)
  }

  var blocks: [BlockSyntax] { [body] }
  var mayChange: Bool { false }
  var standsAlone: Bool { false }

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
        .name, "the menu already has a command \"\(name.value)\"", at: condition.span)
    }
    for (name, definition) in parameters {
      try session.resolver.checkIsNotReserved(name)
      if let definition {
        _ = try Property(definition, zoneOffset: session.configuration.zoneOffset)
        let kind = definition.kind
        if let type = kind.value.recordType {
          _ = try session.resolver.type(Name(type, at: kind.span))
        }
      }
    }
    let command = command(text: text, session.runner.piece(span), mayRunLong: mayRunLong)
    try session.userCommands.checkCondition(of: command)
    if case .command = session.names[name.value] { session.names.free(name.value) }
    session.names.bind(name.value, to: .command(command))
    session.runner.userCommands.insert(name.value)
    session.screens.offerCommands()
  }

  func command(text: String, _ script: Script, mayRunLong: Bool) -> UserCommand {
    UserCommand(
      name: name.value,
      parameters: parameters.map {
        UserCommand.Parameter(name: $0.name.value, definition: $0.definition)
      },
      caption: caption?.value, condition: condition, refusal: refusal?.value, body: body,
      mayChange: body.mayChange, mayRunLong: mayRunLong, text: text, script: script)
  }
}
