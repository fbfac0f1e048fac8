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
  var typing: RunningCommand?
  /// Whether the editing is being stored: it is not to be ended once more.
  var isStoring = false
  /// What the store had when the editing began, as far as its editor knows: what differs from it
  /// at Return was written by another program.
  var known: Value?
  /// Why what accepts an editing has refused it.
  var refusal: Diagnostic?

  init(_ name: String, on path: String, of record: RecordID, _ interactor: TextFieldInteractor) {
    self.name = name
    self.path = path
    self.record = record
    self.interactor = interactor
  }
}
