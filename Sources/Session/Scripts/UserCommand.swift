internal import CommandLanguage
internal import Records

/// A command that the user has defined for the session.
struct UserCommand {
  var name: String
  /// The names that the values after it have in its block.
  var parameters: [String]
  /// What holds of the records that the menu offers it for; nil where it is in no menu.
  var condition: ExpressionSyntax?
  var body: BlockSyntax
  /// Whether it can change records or definitions.
  var mayChange: Bool
  /// Whether to run it may take long.
  var mayRunLong: Bool
  /// The command that defines it, as it was written.
  var text: String
  /// Where that is.
  var script: Script
  /// Whether the store's file keeps it.
  var isKept = false

  /// How it is called, as help lists it.
  var usage: String { ([name] + parameters).map(\.asName).joined(separator: " ") }
}

/// A command that can keep another one in the store's file.
protocol CommandKeeping: CommandSyntax {
  /// Whether it defines the command that it keeps.
  var isDefinition: Bool { get }

  /// The command that it defines; nil if it defines none.
  ///
  /// - Parameters:
  ///   - text: the definition as it is written.
  ///   - script: where that is.
  func userCommand(_ text: String, in script: Script, mayRunLong: Bool) -> UserCommand?
}
