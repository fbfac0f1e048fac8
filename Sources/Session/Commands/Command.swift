package import CommandLanguage
internal import RecordStore
internal import Replies

/// A command: its words, how its text is read, and what it does.
///
/// Each is a value of its own type, in a file of its own, and in the list ``Session/commands``.
protocol Command: CommandSyntax {
  /// Whether all that it reads is of one state of the store, whatever other programs write meanwhile;
  /// it changes nothing and runs no others.
  static var readsOneState: Bool { get }

  /// Whether it can change records or definitions, also by the commands in its blocks.
  var mayChange: Bool { get }

  /// Whether it is no part of the transaction that a line of several commands is: it begins or ends
  /// one itself, or waits for a person.
  var standsAlone: Bool { get }

  /// Whether handlers of changes run after what it itself has changed.
  var isFollowedByHandlers: Bool { get }

  /// Whether it begins a transaction of several commands.
  static var beginsTransaction: Bool { get }

  /// Whether it goes well where a command in its blocks fails, or can.
  static var catchesErrors: Bool { get }

  /// Whether the commands in its blocks are run later and not with it.
  static var keepsBlocks: Bool { get }

  /// The file whose commands it runs, each of which fails by itself; nil for most commands.
  var includedFile: Spanned<String>? { get }

  /// The file it writes for `include`; nil for most commands.
  var writtenScript: Spanned<String>? { get }

  /// The command that drops what it defines; nil for most commands.
  var opposite: String? { get }

  /// The command that a reader of scripts has made, if it is of this type.
  static func taking(_ syntax: any CommandSyntax) -> (any Command)?

  /// Carries the command out.
  func run(in session: Session) throws(Diagnostic)
}

extension Command {
  var mayChange: Bool { Self.verb.changesRecords || blocks.contains(where: \.mayChange) }
  var standsAlone: Bool { Self.verb.occasion != .always || blocks.contains(where: \.standsAlone) }
  var includedFile: Spanned<String>? { nil }
  var writtenScript: Spanned<String>? { nil }
  var opposite: String? { nil }
  var isFollowedByHandlers: Bool { mayChange && blocks.isEmpty && Self.verb.occasion == .always }
}

extension Command {
  /// Whether it runs other commands that can be one transaction with it.
  var canBeWhole: Bool {
    !blocks.isEmpty && !Self.keepsBlocks && mayChange && separateVerb == nil
  }

  /// The verb of a command that it runs and that cannot be one transaction with it; nil where there is
  /// none.
  var separateVerb: String? {
    guard !Self.keepsBlocks else { return nil }
    return blocks.lazy.compactMap(\.separateVerb).first
  }
}

extension BlockSyntax {
  fileprivate var separateVerb: String? {
    for statement in statements {
      let command = Session.command(statement.command)
      let verb = type(of: command).verb
      if verb.occasion != .always || command.includedFile != nil { return verb.name }
      if let verb = command.blocks.lazy.compactMap(\.separateVerb).first { return verb }
    }
    return nil
  }

  var mayChange: Bool { statements.contains { Session.command($0.command).mayChange } }
  var standsAlone: Bool { statements.contains { Session.command($0.command).standsAlone } }
}

extension Session {
  /// The commands by what they are for, in the order in which help lists them.
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
        PlotCommand.self, ExplainCommand.self,
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
        IncludeCommand.self, EchoCommand.self, IfCommand.self, ForCommand.self,
        RepeatCommand.self, TryCommand.self, CommandCommand.self, OnCommand.self,
        WatchCommand.self, ExpectCommand.self,
      ]
    ),
    (
      "The file",
      [SaveCommand.self, BackupCommand.self, DumpCommand.self, CheckCommand.self]
    ),
    (
      "The session",
      [OptionCommand.self, HelpCommand.self, ExitCommand.self]
    ),
  ]

  /// The commands, in the order in which help lists them.
  static let commands: [any Command.Type] = groups.flatMap(\.commands)

  private static let types: [ObjectIdentifier: any Command.Type] = Dictionary(
    uniqueKeysWithValues: (commands + [UserCall.self]).map { (ObjectIdentifier($0), $0) })

  /// The command that a reader of scripts has made.
  static func command(_ syntax: any CommandSyntax) -> any Command {
    // A cast to the protocol would search for the conformance at each command.
    guard let command = types[ObjectIdentifier(type(of: syntax))]?.taking(syntax) else {
      preconditionFailure("every verb of a session is that of a command")
    }
    return command
  }

  /// The words of the commands, with which scripts are read.
  package static let verbs = Verbs(
    commands.map { $0 }, call: UserCall.self, foreignWords: ForeignWords.hints,
    longFunctions: Set(ExpressionFunction.all.filter(\.mayRunLong).map(\.name)))
}

extension Command {
  static var readsOneState: Bool { false }
  static var beginsTransaction: Bool { false }
  static var catchesErrors: Bool { false }
  static var keepsBlocks: Bool { false }

  static func taking(_ syntax: any CommandSyntax) -> (any Command)? { syntax as? Self }
}
