/// An error in an expression.
package struct ExpressionError: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// An unknown name.
    case name
    case expression
  }

  package var kind: Kind
  /// The message, in words for users.
  package var message: String
  /// The index of the invalid token.
  package var token: Int
  /// Similar names that may have been meant.
  package var candidates: [String]
  /// A suggestion, such as the notation of a value, if the message is not sufficient.
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
