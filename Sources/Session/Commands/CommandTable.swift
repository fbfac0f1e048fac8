package import CommandLanguage
internal import RecordStore

extension Session {
  /// In the order of the help.
  static let groups: [(purpose: String, commands: [any Command.Type])] = [
    (
      "Types and rules",
      [
        DefineCommand.self, AlterCommand.self, TypesCommand.self, SchemaCommand.self,
        DescribeCommand.self,
        RuleCommand.self,
        IndexCommand.self, DropCommand.self,
      ]
    ),
    (
      "Records",
      [
        NewCommand.self, PutCommand.self, LetCommand.self, SetCommand.self, GetCommand.self,
        ShowCommand.self, ListCommand.self, CountCommand.self, StatsCommand.self,
        PlotCommand.self, FindCommand.self, ExplainCommand.self,
        DeleteCommand.self,
      ]
    ),
    (
      "Lists in records",
      [AppendCommand.self, InsertCommand.self, MoveCommand.self, RemoveCommand.self]
    ),
    (
      "Labels, fields and forms",
      [
        LabelCommand.self, FieldCommand.self, FormCommand.self, NestCommand.self,
        UnnestCommand.self, AttachCommand.self, TypeCommand.self, EditCommand.self,
        InteractorsCommand.self, ActivateCommand.self, DeactivateCommand.self, DetachCommand.self,
        LayoutCommand.self,
      ]
    ),
    (
      "Selection and screens",
      [
        SelectCommand.self, SelectionCommand.self, MenuCommand.self, DoCommand.self,
        FormatterCommand.self, ScreenCommand.self, OpenCommand.self, BackCommand.self,
        ScreensCommand.self, GenerateCommand.self,
      ]
    ),
    (
      "Transactions and history",
      [
        BeginCommand.self, CommitCommand.self, RollbackCommand.self, UndoCommand.self,
        RedoCommand.self, RevertCommand.self, RestoreCommand.self, LogCommand.self,
        HistoryCommand.self, BlameCommand.self, WhyCommand.self, DiffCommand.self,
        EraseCommand.self, CompactCommand.self, SQLCommand.self,
      ]
    ),
    (
      "Scripts",
      [
        IncludeCommand.self, VarCommand.self, EchoCommand.self, IfCommand.self, ForCommand.self,
        WhileCommand.self, RepeatCommand.self, BreakCommand.self, ContinueCommand.self,
        TryCommand.self, CommandCommand.self, OnCommand.self,
        WatchCommand.self, ExpectCommand.self,
      ]
    ),
    (
      "Import, export and backup",
      [
        ImportCommand.self, ExportCommand.self, SaveCommand.self, BackupCommand.self,
        DumpCommand.self,
        CheckCommand.self,
      ]
    ),
    (
      "The session",
      [OptionCommand.self, HelpCommand.self, ExitCommand.self]
    ),
  ]

  static let commands: [any Command.Type] = groups.flatMap { $0.commands }

  /// Sorted by identifier for a binary search; building a dictionary would cost startup time.
  private static let types = (commands + [UserCall.self])
    .map { (id: ObjectIdentifier($0), type: $0) }.sorted { $0.id < $1.id }

  static func command(_ syntax: any CommandSyntax) -> any Command {
    // By type identifier, because a cast to the protocol would look up the conformance for each
    // command.
    let id = ObjectIdentifier(type(of: syntax))
    var (low, high) = (0, types.count)
    while low < high {
      let middle = (low + high) / 2
      if types[middle].id < id { low = middle + 1 } else { high = middle }
    }
    guard low < types.count, let command = types[low].type.taking(syntax) else {
      preconditionFailure("a verb of the session has no command")
    }
    return command
  }

  package static let verbs = Verbs(
    commands.map { $0 }, call: UserCall.self, foreignHint: { ForeignWords.hint(for: $0) },
    isLongFunction: { ExpressionFunction.named($0)?.mayRunLong ?? false })
}

extension BlockSyntax {
  var separateVerb: String? {
    for statement in statements {
      let command = Session.command(statement.command)
      let verb = type(of: command).verb
      if command.occasion != .always || command.includedFile != nil { return verb.name }
      if let verb = command.blocks.lazy.compactMap(\.separateVerb).first { return verb }
    }
    return nil
  }

  var mayChange: Bool { statements.contains { Session.command($0.command).mayChange } }
  var standsAlone: Bool { statements.contains { Session.command($0.command).standsAlone } }
}
