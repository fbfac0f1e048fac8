internal import CommandLanguage
internal import Records

/// A user-defined command.
struct UserCommand {
  var name: String
  /// The names of its arguments in the body.
  var parameters: [String]
  /// The condition for records in the menu; nil if it is not in the menu.
  var condition: ExpressionSyntax?
  var body: BlockSyntax
  /// Whether it can change records or definitions.
  var mayChange: Bool
  var mayRunLong: Bool
  /// The source of its definition.
  var text: String
  /// The script of its definition.
  var script: Script
  /// Whether it is stored in the database.
  var isKept = false

  /// The call, as listed in help.
  var usage: String { ([name] + parameters).map(\.asName).joined(separator: " ") }
}

/// A command that stores a user command in the database.
protocol CommandKeeping: CommandSyntax {
  /// Whether it also defines the user command.
  var isDefinition: Bool { get }

  /// The user command that it defines; nil if it defines none.
  ///
  /// - Parameters:
  ///   - text: The source of the definition.
  ///   - script: The script of the definition.
  func userCommand(_ text: String, in script: Script, mayRunLong: Bool) -> UserCommand?
}
