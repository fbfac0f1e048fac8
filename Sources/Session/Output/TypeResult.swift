/// What became of the keys sent to a field.
public struct TypeResult: Hashable, Sendable {
  /// What became of one key.
  public struct Key: Hashable, Sendable {
    /// Whether a key was taken, only moved or copied the selection, or was refused.
    public enum Outcome: String, Hashable, Sendable { case accepted, moved, rejected }

    /// The key as the output names it, such as `4` or `<BS>`.
    public var key: String
    /// What the field made of the key.
    public var outcome: Outcome
    /// The text displayed after the key.
    public var text: String
    /// Where the selection began after the key, counted in characters from 0.
    public var anchor: Int
    /// Where the caret stood after the key, counted in characters from 0.
    public var caret: Int
    /// Why Return would be refused; nil where it would not.
    public var incomplete: String?
    /// The value of the property after the key.
    public var value: Datum
    /// Why the key was refused.
    public var rejection: String?
  }

  /// The name of the field.
  public var field: String
  /// The property, as a command writes it.
  public var path: String
  /// The text displayed when all keys were sent.
  public var text: String
  /// Where the selection begins, counted in characters from 0.
  public var anchor: Int
  /// Where the caret stands, counted in characters from 0.
  public var caret: Int
  /// Why Return would be refused; nil where it would not.
  public var incomplete: String?
  /// The value of the property when all keys were sent.
  public var value: Datum
  /// The value as a command writes it.
  public var literal: String
  /// Whether an editing is still under way.
  public var isEditing: Bool
  /// The keys that were refused, in their order, a refused Return among them.
  public var rejected: [KeyRejection]
  /// Each key, where a trace was asked for.
  public var keys: [Key]?
}
