public import Records

/// An expression as tokens, from a command or parsed from a text.
///
/// Nothing is pasted into SQL unquoted: names are quoted, literals are bound, and only known words
/// and symbols are accepted.
public struct RecordExpression: Hashable, Sendable {
  /// A session value that a name stands for, passed at evaluation.
  public struct Given: Hashable, Sendable {
    /// The index of the value among the parameters.
    public var place: Int
    /// The kind of the value, if known.
    public var kind: PropertyKind?
    /// The number of tokens in the name, including points.
    public var count: Int

    /// Creates the meaning of a name with a number of tokens.
    public init(_ place: Int, _ kind: PropertyKind?, count: Int = 1) {
      self.place = place
      self.kind = kind
      self.count = count
    }
  }

  package var tokens: [ExpressionToken]
  /// The meanings of session names, by the index of their first token.
  public var given: [Int: Given]

  /// The values of dates, and of texts compared with dates and times, by token index.
  ///
  /// Reading a text without a zone requires the user's time zone.
  public var moments: [Int: Value]

  /// The tokens are checked when the expression is compiled.
  package init(
    _ tokens: [ExpressionToken], given: [Int: Given] = [:], moments: [Int: Value] = [:]
  ) {
    self.tokens = tokens
    self.given = given
    self.moments = moments
  }
}
