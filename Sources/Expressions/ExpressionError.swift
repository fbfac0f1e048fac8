/// What is wrong with an expression.
package struct ExpressionError: Error, Hashable, Sendable {
  /// What sort of mistake it is.
  package enum Kind: Hashable, Sendable {
    /// A name that nothing has here.
    case name
    /// Anything else.
    case expression
  }

  package var kind: Kind
  /// What was expected, for a person.
  package var message: String
  /// The place of the token that is to blame.
  package var token: Int
  /// Names that may have been meant.
  package var candidates: [String]
  /// What may help, such as how a value is written; nil where the message says all.
  package var hint: String?

  package init(
    _ kind: Kind = .expression, _ message: String, token: Int, candidates: [String] = [],
    hint: String? = nil
  ) {
    self.kind = kind
    self.message = message
    self.token = token
    self.candidates = candidates
    self.hint = hint
  }
}
