internal import CommandLanguage
internal import Records

struct ChangeHandler {
  var name: String
  var type: String
  var property: String
  /// The observed record; nil for all of the type.
  var record: RecordID?
  /// The observed property in command syntax.
  var subject: String
  var body: BlockSyntax
  var mayRunLong: Bool
  /// Readable in another session.
  var text: String
  var script: Script
  /// The span of the property in the script.
  var span: SourceSpan
}
