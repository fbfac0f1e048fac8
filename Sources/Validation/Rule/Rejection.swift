/// Why an edit was refused, and what would have been accepted.
public struct Rejection: Error, Hashable, Sendable {
  /// The reason, for a person.
  public var message: String

  /// Creates a rejection.
  public init(message: String) {
    self.message = message
  }
}
