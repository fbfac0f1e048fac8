/// Whether an editing could end with what stands in the field.
public enum FieldState: Hashable, Sendable {
  case acceptable
  /// The property has kept its value; the reason says what is missing.
  case incomplete(reason: String)
}
