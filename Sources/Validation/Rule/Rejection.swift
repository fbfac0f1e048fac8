/// Why an edit was refused, and what would have been accepted.
public struct Rejection: Error, Hashable, Sendable {
  /// The reason, for a person.
  public let reason: Reason

  /// Creates a rejection; what it says is worked out whenever it is read.
  public init(message: @autoclosure @escaping @Sendable () -> String) {
    reason = Reason(message())
  }

  /// What the reason says.
  public var message: String { reason.description }
}

extension Rejection: CustomStringConvertible {
  /// What the rejection says.
  public var description: String { message }
}
