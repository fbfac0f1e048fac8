public import Records

/// An expression as its tokens, cut out of a command by a tokenizer above.
///
/// Nothing in it is ever pasted into SQL unquoted: names are quoted, literals are bound, and words
/// and symbols are taken only if they are among those known.
public struct Expression: Hashable, Sendable {
  /// One token of an expression.
  public enum Token: Hashable, Sendable {
    /// A name, or a keyword or function of SQL, as written.
    case word(String)
    /// A name in backticks, without them.
    case quotedName(String)
    /// A text literal without its quotes and escapes.
    case text(String)
    /// A number as written: `42`, `3.50`, `1e5`, `0x1F`.
    case number(String)
    /// A date or a date with time, as ISO text.
    case date(String)
    /// An operator or punctuation.
    case symbol(String)
    /// A value given at evaluation, by its place among the values, with its kind if that is known.
    case parameter(Int, PropertyKind?)
  }

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
  public var tokens: [Token]
  /// What names mean where no record has such a property, by the place of their first token.
  public var given: [Int: Given]

  /// The moments that texts are where they are compared with one, by their places.
  ///
  /// Only who knows the user's zone can read a text without one.
  public var moments: [Int: Value]

  /// Makes an expression of tokens, which are checked when it is compiled.
  public init(_ tokens: [Token], given: [Int: Given] = [:], moments: [Int: Value] = [:]) {
    self.tokens = tokens
    self.given = given
    self.moments = moments
  }
}
