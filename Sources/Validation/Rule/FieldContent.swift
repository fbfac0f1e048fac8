/// What the text of a field amounts to.
public enum FieldContent: Hashable, Sendable {
  /// There is no text.
  case empty
  /// The text is a complete one, and this is its value.
  case complete(FieldValue)
  /// The text is not complete yet, or no longer, and this is why, and what can be typed at the caret.
  case incomplete(reason: Reason)
}
