/// What became of Return, or of leaving a field.
public enum ReturnOutcome: Hashable, Sendable {
  /// The editing has ended and the text is formatted anew.
  case ended
  /// The property has its value and the editing goes on, as the field was told to.
  case stays
  /// The editing goes on: the text is incomplete, or what accepts it has refused.
  case refused(reason: String)
}
