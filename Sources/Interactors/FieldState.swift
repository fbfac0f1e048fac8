/// Whether an editing could end with what stands in the field.
public enum FieldState: Hashable, Sendable {
  /// The text is complete, or empty where that will do; an idle field is always in this state.
  case acceptable
  /// The property has kept its value; the reason says what is missing.
  case incomplete(reason: String)
}
