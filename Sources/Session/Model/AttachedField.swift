internal import CommandLanguage
internal import Interactors
internal import Records

/// A text field under its name.
final class AttachedField {
  let name: String
  /// The property as the command wrote it, `ann.age`.
  let path: String
  let record: RecordID
  let interactor: TextFieldInteractor
  /// The command that last typed into the field: an editing that another one ends is still its.
  var typing: Statement?
  /// What another program wrote while the field was edited, once Return has told of it.
  var announced: Value??
  /// Why what accepts an editing has refused it.
  var refusal: Diagnostic?

  init(_ name: String, on path: String, of record: RecordID, _ interactor: TextFieldInteractor) {
    self.name = name
    self.path = path
    self.record = record
    self.interactor = interactor
  }
}
