/// What became of an edit or a key.
public enum Outcome: Hashable, Sendable {
  /// The edit was made, with this state and content as the result.
  case accepted(EditState, FieldContent)
  /// The text stays, and the selection is this.
  case moved(Selection)
  /// Nothing changes.
  case rejected(Rejection)
}

/// What the text of a field amounts to.
public enum FieldContent: Hashable, Sendable {
  /// There is no text.
  case empty
  /// The text is a complete one, and this is its value.
  case complete(Value)
  /// The text is not complete yet, or no longer, and this is why, and what can be typed at the
  /// caret.
  case incomplete(reason: Reason)
}

/// Why an edit was refused, and what would have been accepted.
public struct Rejection: Error, Hashable, Sendable {
  /// The reason, for a person.
  public let reason: Reason

  /// Creates a rejection for a reason of the rule, worked out whenever it is read.
  public init(_ detail: @autoclosure @escaping @Sendable () -> Reason.Detail) {
    reason = Reason(detail())
  }

  /// Creates a rejection in words that are not of the rule.
  public init(message: @autoclosure @escaping @Sendable () -> String) {
    reason = Reason(message())
  }

  /// Creates a rejection for a reason.
  public init(_ reason: Reason) {
    self.reason = reason
  }

  /// What the reason says.
  public var message: String { reason.description }
}

extension Rejection: CustomStringConvertible {
  /// What the rejection says.
  public var description: String { message }
}
