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
