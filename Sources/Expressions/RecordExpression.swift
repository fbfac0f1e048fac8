public import Records

/// An expression as its tokens, cut out of a command by a tokenizer above or read from a text.
///
/// Nothing in it is ever pasted into SQL unquoted: names are quoted, literals are bound, and words
/// and symbols are taken only if they are among those known.
public struct RecordExpression: Hashable, Sendable {
  /// What a name means that is no property: a value given at evaluation.
  public struct Given: Hashable, Sendable {
    /// The value's place among the values.
    public var place: Int
    /// The kind of the value, if that is known.
    public var kind: PropertyKind?
    /// How many tokens name the value, the points between them among them.
    public var count: Int

    /// Makes the meaning of so many tokens.
    public init(_ place: Int, _ kind: PropertyKind?, count: Int = 1) {
      self.place = place
      self.kind = kind
      self.count = count
    }
  }

  /// The tokens in the order they are written.
  package var tokens: [ExpressionToken]
  /// What names of the session mean, by the place of their first token.
  public var given: [Int: Given]

  /// The values of dates, and the moments that texts are where they are compared with one, by their
  /// places.
  ///
  /// Only who knows the user's zone can read a text without one.
  public var moments: [Int: Value]

  /// Makes an expression of tokens, which are checked when it is compiled.
  package init(
    _ tokens: [ExpressionToken], given: [Int: Given] = [:], moments: [Int: Value] = [:]
  ) {
    self.tokens = tokens
    self.given = given
    self.moments = moments
  }
}
