internal import CommandLanguage
internal import Records

/// A handler defined by `on change`.
struct ChangeHandler {
  var name: String
  /// The type of the observed records.
  var type: String
  var property: String
  /// The observed record; nil for all of the type.
  var record: RecordID?
  /// The observed property in command syntax.
  var subject: String
  var body: BlockSyntax
  var mayRunLong: Bool
  /// The definition, readable in another session.
  var text: String
  /// The script of the definition.
  var script: Script
  /// The span of the property in the script.
  var span: SourceSpan
}
