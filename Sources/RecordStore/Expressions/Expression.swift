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

  /// The tokens in the order they are written.
  public var tokens: [Token]

  /// Makes an expression of tokens, which are checked when it is compiled.
  public init(_ tokens: [Token]) {
    self.tokens = tokens
  }
}
