package struct SyntaxError: Error, Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    case syntax
    /// An unknown verb, kind, clause, option or key.
    case name
    /// An impossible value: a number that is too large, or an inverted range.
    case value
  }

  package var kind: Kind
  package var span: SourceSpan
  /// Lower case, no period.
  package var message: String
  /// A suggestion, such as `did you mean "age"?`.
  package var hint: String?
  /// The possible words, if they are few and known.
  package var candidates: [String]

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
