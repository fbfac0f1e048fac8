/// A token of an expression, shared by commands, completion and the expression parser.
package enum ExpressionToken: Hashable, Sendable {
  /// A name, SQL keyword or function name, as written.
  case word(String)
  /// A name in backticks, without them.
  case quotedName(String)
  /// A text in `'` or `"`, without the quotes, and with its escapes decoded.
  case text(String)
  /// A number as written: `42`, `3.50`, `1e5`, `0x1F`.
  case number(String)
  case date(String)
  /// A session name, such as `["ann", "age"]` for `:ann.age`.
  case sessionName([String])
  case symbol(String)
}
