internal import CommandLanguage
internal import Records

/// What is done when a property has changed.
struct ChangeHandler {
  var name: String
  /// The type whose records it follows.
  var type: String
  var property: String
  /// The record that it follows; nil for all of its type.
  var record: RecordID?
  /// What it follows, as a command writes it.
  var subject: String
  var body: BlockSyntax
  /// Whether to run it may take long.
  var mayRunLong: Bool
  /// The command that defines it, as it can be read again in another session.
  var text: String
  /// Where that is.
  var script: Script
  /// The place of the property in that.
  var span: SourceSpan
}
