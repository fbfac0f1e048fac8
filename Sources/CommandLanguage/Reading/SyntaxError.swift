/// Says why a command cannot be read, and where.
package struct SyntaxError: Error, Hashable, Sendable {
  /// What sort of mistake it is.
  package enum Kind: String, Hashable, Sendable {
    /// The command is not built as it should be.
    case syntax
    /// An unknown verb, kind, clause, option or key.
    case name
    /// An impossible value: a number too large, an inverted range.
    case value
  }

  /// What sort of mistake it is, for code to switch on.
  package var kind: Kind
  /// The place of the mistake.
  package var span: SourceSpan
  /// What is wrong, for a person: lower case, no period.
  package var message: String
  /// What may help, such as `did you mean "age"?`.
  package var hint: String?
  /// The words that could be there, where these are few and known.
  package var candidates: [String]

  /// Makes an error of `kind` at `span`.
  package init(
    _ kind: Kind, at span: SourceSpan, _ message: String, hint: String? = nil,
    candidates: [String] = []
  ) {
    self.kind = kind
    self.span = span
    self.message = message
    self.hint = hint
    self.candidates = candidates
  }
}
