package struct BlockSyntax: Equatable, Sendable {
  package struct Local: Hashable, Sendable {
    /// Without the colon.
    package var name: String
    /// The owner of its properties; nil for plain values and if the owner is known only at run
    /// time.
    package var owner: CompletionCategory.Owner?

    package init(_ name: String, like owner: CompletionCategory.Owner? = nil) {
      self.name = name
      self.owner = owner
    }
  }

  /// The loop that `break` and `continue` in a block act on.
  package enum Jumps: Hashable, Sendable {
    /// The loop around the command, if there is one.
    case outward
    case loop
    /// None, even if the command is inside a loop.
    case nowhere
  }

  package var statements: [Statement]
  package var locals: [Local]
  /// Includes the braces.
  package var span: SourceSpan

  package init(statements: [Statement], locals: [Local] = [], span: SourceSpan) {
    self.statements = statements
    self.locals = locals
    self.span = span
  }
}
