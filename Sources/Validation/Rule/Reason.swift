/// Words for a person, worked out whenever they are read: most reasons nobody asks for.
public struct Reason: Sendable, ExpressibleByStringInterpolation {
  private let words: @Sendable () -> String

  /// Creates a reason of words to be worked out.
  public init(_ words: @autoclosure @escaping @Sendable () -> String) {
    self.words = words
  }

  /// Creates a reason of given words.
  public init(stringLiteral words: String) {
    self.init(words)
  }
}

extension Reason: CustomStringConvertible {
  /// The words: lower case, no period.
  public var description: String { words() }
}

extension Reason: Hashable {
  /// Whether two reasons say the same.
  public static func == (one: Reason, other: Reason) -> Bool {
    one.description == other.description
  }

  /// Feeds the words to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}
