/// The records of a type for which a condition holds, `Person where age > 64`.
public struct RecordsSyntax: Hashable, Sendable {
  /// The type of the records.
  public var type: Name
  /// What holds of them.
  public var condition: Expression

  /// Makes the records of `type` for which `condition` holds.
  public init(type: Name, condition: Expression) {
    self.type = type
    self.condition = condition
  }
}
