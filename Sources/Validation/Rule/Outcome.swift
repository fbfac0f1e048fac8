/// What became of an edit or a key.
public enum Outcome: Hashable, Sendable {
  /// The edit was made, with this state and content as the result.
  case accepted(EditState, FieldContent)
  /// The text stays, and the selection is this.
  case moved(Selection)
  /// Nothing changes.
  case rejected(Rejection)
}
