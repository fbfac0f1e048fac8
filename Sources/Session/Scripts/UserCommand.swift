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

  /// How it is called, as help lists it.
  var usage: String { ([name] + parameters).map(\.asName).joined(separator: " ") }
}
