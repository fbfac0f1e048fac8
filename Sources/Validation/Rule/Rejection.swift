/// Why an edit was refused, and what would have been accepted.
public struct Rejection: Error, Sendable {
  private let words: @Sendable () -> String

  /// Creates a rejection; what it says is worked out whenever it is read.
  public init(message: @autoclosure @escaping @Sendable () -> String) {
    words = message
  }

  /// The reason, for a person.
  public var message: String { words() }
}

extension Rejection: Hashable {
  /// Whether two rejections say the same.
  public static func == (one: Rejection, other: Rejection) -> Bool { one.message == other.message }

  /// Feeds what the rejection says to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(message) }
}

extension Rejection: CustomStringConvertible {
  /// What the rejection says.
  public var description: String { message }
}
