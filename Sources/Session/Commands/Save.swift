internal import CommandLanguage
internal import RecordStore
internal import Replies
internal import Values

enum SaveCommand: Command, OutsideUsing {
  static let verb = Verb(
    "save",
    usage:
      "save FILE [--replace] · save commands to FILE [--replace] · save layout NAME · save command NAME "
      + "· save command NAME [PARAMETER …] [when (EXPRESSION)] { … } "
      + "· save on change TYPE.PROPERTY as NAME { … }",
    summary:
      "Saves the in-memory database, with its history, to a new file, and stores later changes "
      + "there. An existing file is overwritten only with `--replace`. A database is never "
      + "overwritten. `save commands` writes the commands and change handlers of the session to "
      + "a file for `include`. `save layout` stores the labels, fields and forms in the database "
      + "for `layout`. `save command` stores a command, which runs only if you call it. If the "
      + "command uses files, SQL or the environment, workbench asks you before it runs the "
      + "command. `save on change` stores a change handler, which runs in every session, also "
      + "for forms, fields and imports. The handler runs once for each changed record, before "
      + "rules are checked. A layout, command or handler with the same name is replaced.",
    examples: [
      "save people.db", "save commands to mine.wb", "save layout desk",
      "save command greet who { echo \"hello :who\" }",
      "save on change Person.age as birthdays { echo \":record was :old\" }",
    ],
    takesReason: true, occasion: .outsideTransaction, writesFile: true, takesFile: true,
    formWords: ["commands", "layout", "command", "on"],
    fileWord: "to", after: 1, mayRunLong: true)

  case store(TemplateSyntax, replaces: Bool)
  case commands(TemplateSyntax, replaces: Bool)
  case layout(Name)
  case command(Name)
  case newCommand(CommandCommand)
  case handler(OnCommand)

  static let keepsBlocks = true

  init(parsing parser: inout Parser) throws(SyntaxError) {
    if parser.skip("commands") {
      try parser.take("to")
      let file = try parser.file()
      self = .commands(file, replaces: parser.hasOption(Verb.Option.replace.name))
    } else if parser.skip("layout") {
      self = .layout(try parser.name("a name for the layout", .view(.layout)))
    } else if parser.skip("command") {
      let start = parser.span(from: parser.index - 1)
      let before = parser
      let name = try parser.name("a command", .view(.ownCommand))
      if parser.isAtEnd {
        self = .command(name)
      } else {
        parser = before
        self = .newCommand(try CommandCommand(parsing: &parser, from: start))
      }
    } else if parser.skip("on") {
      let start = parser.span(from: parser.index - 1)
      self = .handler(try OnCommand(parsing: &parser, from: start, needsName: true))
    } else {
      let file = try parser.file()
      self = .store(file, replaces: parser.hasOption(Verb.Option.replace.name))
    }
  }

  private var definition: CommandCommand? {
    if case .newCommand(let command) = self { command } else { nil }
  }

  var blocks: [BlockSyntax] {
    if case .handler(let handler) = self { handler.blocks } else { definition?.blocks ?? [] }
  }
  var opposite: String? {
    if case .handler(let handler) = self {
      return handler.name.map { "drop on change \($0.value.asName)" }
    }
    return definition.map { "drop command \($0.name.value.asName)" }
  }

  /// Whether the command can be part of a transaction.
  private var defines: Bool {
    switch self {
    case .store, .commands, .layout: false
    case .command, .newCommand, .handler: true
    }
  }

  var occasion: Verb.Occasion { defines ? .always : Self.verb.occasion }
  var standsAlone: Bool { !defines }
  var isFollowedByHandlers: Bool { false }

  var mayChange: Bool {
    switch self {
    case .store, .commands: false
    case .layout, .command, .newCommand, .handler: true
    }
  }

  var writtenScript: TemplateSyntax? {
    if case .commands(let file, _) = self { file } else { nil }
  }

  func run(in session: Session) throws(Diagnostic) {
    if !defines {
      try session.runner.checkIsInNoBlock("save")
      guard !session.store.journal.isInTransaction else {
        throw Diagnostic(.refused, "save cannot be used inside a transaction")
      }
    }
    switch self {
    case .command(let name): try session.keptCommands.keep(name)
    case .newCommand(let command):
      let statement = session.runner.current?.statement
      let text = String((statement?.text ?? "").drop { $0 != "c" })
      let mayRunLong = statement?.mayRunLong ?? true
      session.trust.noteGiven(text)
      let new = command.command(
        text: text, session.runner.piece(command.span), mayRunLong: mayRunLong)
      try session.keptCommands.checkCallers(of: command.name, with: new)
      try session.keptCommands.checkIsOfEverySession(new, at: command.name.span)
      try command.define(text, mayRunLong: mayRunLong, in: session)
      try session.keptCommands.keep(command.name, isOwn: false)
    case .handler(let on):
      let handler = try on.handler(
        named: on.name?.value ?? "",
        mayRunLong: session.runner.current?.statement.mayRunLong ?? true, in: session)
      try session.keptCommands.keep(handler, at: on.path.span)
    case .store(let file, let replaces):
      let path = try session.files.writablePath(of: session.file(file), replaces: replaces)
      try attempt(session.store.journal.save(to: path, replacing: replaces), at: file.span)
      session.say(.notice("the database is now saved in \(path)"))
    case .commands(let file, let replaces): try save(to: file, replaces, in: session)
    case .layout(let name):
      for left in try session.layouts.keep(name, session.names.interactors) {
        session.say(.warning("\(left) was not saved, because its record is not stored yet"))
      }
    }
  }

  private func save(
    to file: TemplateSyntax, _ replaces: Bool, in session: Session
  ) throws(Diagnostic) {
    let texts =
      session.names.commands.filter { !$0.isKept }.map(\.text)
      + session.names.followed.handlers.filter { !$0.isKept }.map(\.text)
    guard !texts.isEmpty else {
      throw Diagnostic(.refused, "there are no commands or change handlers to save")
    }
    let path = try session.printedFiles.write(
      texts.joined(separator: "\n\n") + "\n", to: session.file(file), replaces: replaces)
    guard let path else { return }
    let count = texts.count == 1 ? "1 definition" : "\(texts.count) definitions"
    session.say(.notice("\(count) saved to \(path)"))
  }

  var content: CommandContent? {
    switch self {
    case .newCommand(let command):
      .storedCommand { command.command(text: $0, Script(command.span, of: $1), mayRunLong: $2) }
    case .handler(let handler):
      .storedHandler { handler.kept(text: $0, Script(handler.span, of: $1), mayRunLong: $2) }
    case .store, .commands, .layout, .command: nil
    }
  }

  var isUsingOutside: Bool {
    switch self {
    case .store, .commands: true
    case .layout, .command, .newCommand, .handler: false
    }
  }
  var canBeKept: Bool { false }
}
