/// What became of the keys sent to a field.
public struct TypeResult: Hashable, Sendable {
  /// What became of one key.
  public struct Key: Hashable, Sendable {
    public enum Outcome: String, Hashable, Sendable { case accepted, moved, rejected }

    public var key: String
    public var outcome: Outcome
    public var text: String
    public var anchor: Int
    public var caret: Int
    /// Why Return would be refused; nil where it would not.
    public var incomplete: String?
    public var value: Datum
    /// Why the key was refused.
    public var rejection: String?
  }

  public var field: String
  /// The property, as a command writes it.
  public var path: String
  public var text: String
  public var anchor: Int
  public var caret: Int
  /// Why Return would be refused; nil where it would not.
  public var incomplete: String?
  public var value: Datum
  /// The value as a command writes it.
  public var literal: String
  public var isEditing: Bool
  public var rejected: [KeyRejection]
  /// Each key, where a trace was asked for.
  public var keys: [Key]?
}
