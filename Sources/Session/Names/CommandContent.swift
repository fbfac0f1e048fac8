internal import CommandLanguage
internal import Replies

/// The parts of a parsed command that other code reads without running the command.
enum CommandContent {
  case call(Name)
  case query(QuerySyntax)
  case droppedType(Name)
  case alteration(of: Name, [AlterationSyntax])
  /// The commands of a layout; nil if the command restores the layout.
  case layout(Name, [Statement]?)
  /// A session name; the binding is nil if the command creates its record.
  case name(Name, binding: ((Resolver) throws(Diagnostic) -> Binding)?)
  /// The position of `stdin`.
  case standardInput(SourceSpan)
  case storedCommand((_ text: String, _ script: Script, _ mayRunLong: Bool) -> UserCommand)
  case storedHandler((_ text: String, _ script: Script, _ mayRunLong: Bool) -> ChangeHandler?)

  init?(_ command: any CommandSyntax) {
    guard let content = (command as? any SessionCommand)?.content else { return nil }
    self = content
  }

  /// Whether the command defines a command or change handler of the database.
  var isStoredDefinition: Bool {
    switch self {
    case .storedCommand, .storedHandler: true
    case .call, .query, .droppedType, .alteration, .layout, .name, .standardInput: false
    }
  }
}

protocol SessionCommand: CommandSyntax {
  var content: CommandContent? { get }
  /// The command that drops the definition; nil if the command does not store a definition.
  var opposite: String? { get }
}

extension SessionCommand {
  var content: CommandContent? { nil }
  var opposite: String? { nil }
}
