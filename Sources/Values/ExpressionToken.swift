/// A word, value or sign of an expression.
///
/// It is the one form in which an expression passes from the command that it is cut out of, through
/// completion, to the store that reads it into a tree.
package enum ExpressionToken: Hashable, Sendable {
  /// A name, or a keyword or function of SQL, as written.
  case word(String)
  /// A name in backticks, without them.
  case quotedName(String)
  /// A text in `'` or `"`, without its quotes and escapes.
  case text(String)
  /// A number as written: `42`, `3.50`, `1e5`, `0x1F`.
  case number(String)
  /// A date or a date with time, as written.
  case date(String)
  /// A name of the session, `["ann", "age"]` for `:ann.age`.
  case sessionName([String])
  /// An operator, bracket or comma.
  case symbol(String)
}
