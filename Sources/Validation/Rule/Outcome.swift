/// The outcome of an edit or a key.
public enum Outcome: Hashable, Sendable {
  /// The edit was made, with this state and content.
  case accepted(EditState, FieldContent)
  /// The text is unchanged; the selection is new.
  case moved(Selection)
  /// Nothing changed.
  case rejected(Rejection)
}

/// The content of a field.
public enum FieldContent: Hashable, Sendable {
  /// The text is empty.
  case empty
  /// The text is complete and has this value.
  case complete(Value)
  /// The text is incomplete; the reason lists the characters accepted at the caret.
  case incomplete(reason: Reason)
}

/// Why an edit was refused, and what would have been accepted.
public struct Rejection: Error, Hashable, Sendable {
  /// The reason, for display.
  public let reason: Reason

  /// Creates a rejection with a reason that is computed each time it is read.
  public init(_ detail: @autoclosure @escaping @Sendable () -> Reason.Detail) {
    reason = Reason(detail())
  }

  /// Creates a rejection with a message of the caller.
  public init(message: @autoclosure @escaping @Sendable () -> String) {
    reason = Reason(message())
  }

  /// Creates a rejection with a reason.
  public init(_ reason: Reason) {
    self.reason = reason
  }

  /// The message of the reason.
  public var message: String { reason.description }
}

extension Rejection: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}
