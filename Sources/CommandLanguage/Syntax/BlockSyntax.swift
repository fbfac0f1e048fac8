/// The commands in `{ … }`.
package struct BlockSyntax: Equatable, Sendable {
  /// A name that is known in a block and nowhere else.
  package struct Local: Hashable, Sendable {
    /// The name, without a colon.
    package var name: String
    /// What it has the properties of; nil for a value, and for what is known only when it runs.
    package var owner: Alternative.Owner?

    /// Makes the name of a value, or of a record like those of `owner`.
    package init(_ name: String, like owner: Alternative.Owner? = nil) {
      self.name = name
      self.owner = owner
    }
  }

  /// What the commands `break` and `continue` in a block act on.
  package enum Jumps: Hashable, Sendable {
    /// The loop around the command that the block belongs to, if there is one.
    case outward
    /// The command that the block belongs to, which is a loop.
    case loop
    /// No loop: the block is not part of one even where its command is.
    case nowhere
  }

  /// The commands, in their order.
  package var statements: [Statement]
  /// The names that live in the block.
  package var locals: [Local]
  /// The place of all of it, with its braces.
  package var span: SourceSpan

  /// Makes the block of commands at `span`.
  package init(statements: [Statement], locals: [Local] = [], span: SourceSpan) {
    self.statements = statements
    self.locals = locals
    self.span = span
  }
}
