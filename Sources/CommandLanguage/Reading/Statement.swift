/// A parsed command.
///
/// Each verb has its own type. The protocol inherits only `Sendable`, because any other conformance
/// would cost startup time.
package protocol CommandSyntax: Sendable {
  static var verb: Verb { get }

  init(parsing parser: inout Parser) throws(SyntaxError)

  var blocks: [BlockSyntax] { get }

  /// Whether a script can contain thousands of these commands that differ only in literals.
  static var isRepeated: Bool { get }

  /// Adapts the command to the literals of a line; returns false if the line must be parsed.
  mutating func move(to line: inout RepeatedLine) -> Bool
}

extension CommandSyntax {
  package var blocks: [BlockSyntax] { [] }

  package static var isRepeated: Bool { false }

  package mutating func move(to line: inout RepeatedLine) -> Bool { false }
}

package struct Statement: Equatable, Sendable {
  package var command: any CommandSyntax
  /// The output file; nil for the output of the session.
  package var destination: TemplateSyntax?
  /// Whether the command may overwrite a file that existed before the session wrote to it.
  package var replaces = false
  package var span: SourceSpan
  /// The source, without comments outside quotes.
  package var text: String
  package var reason: TemplateSyntax?
  /// Session names used, in source order; excludes names declared by enclosing blocks and names
  /// used only in the command's own blocks.
  package var freeNames: [Name] = []
  /// Spans that format values like fields and so depend on the locale; excludes the command's own
  /// blocks.
  package var fieldTexts: [SourceSpan] = []
  package var givenNames: [String] = []
  /// Whether the command, one of its expressions or a command in its blocks may be slow or wait for
  /// the user.
  package var mayRunLong = false

  package static func == (left: Self, right: Self) -> Bool {
    left.span == right.span && left.text == right.text
  }

  func repeated(in line: RepeatedLine) -> Statement? {
    var (line, command) = (line, command)
    guard command.move(to: &line), line.isAtEnd else { return nil }
    let span = line.span(span)
    return Statement(
      command: command, span: span, text: line.text(of: span), givenNames: givenNames,
      mayRunLong: mayRunLong)
  }
}

package struct BlockSyntax: Equatable, Sendable {
  package struct Local: Hashable, Sendable {
    /// The name, without the colon.
    package var name: String
    /// Owner of the local's properties; nil for plain values, and if the owner is known only at run
    /// time.
    package var owner: CompletionCategory.Owner?

    package init(_ name: String, like owner: CompletionCategory.Owner? = nil) {
      (self.name, self.owner) = (name, owner)
    }
  }

  /// The loop that `break` and `continue` in a block act on.
  package enum Jumps: Hashable, Sendable {
    case outward
    case loop
    /// No loop, even if the command is inside one.
    case nowhere
  }

  package var statements: [Statement]
  package var locals: [Local]
  /// The span, including the braces.
  package var span: SourceSpan

  package init(statements: [Statement], locals: [Local] = [], span: SourceSpan) {
    (self.statements, self.locals, self.span) = (statements, locals, span)
  }
}
