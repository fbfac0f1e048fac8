/// What a command says, read from its words.
///
/// Whoever carries commands out has a type for each; the parser knows them by their verbs. It inherits
/// nothing from the standard library: a start would put a table together for each type.
package protocol CommandSyntax: Sendable {
  /// The word that begins the command, and what there is to say about it.
  static var verb: Verb { get }

  /// Reads what follows the verb.
  init(parsing parser: inout Parser) throws(SyntaxError)

  /// The blocks of commands in the command, in the order they are written.
  var blocks: [BlockSyntax] { get }

  /// Whether there are scripts of thousands of such commands, which differ in numbers and texts.
  static var isRepeated: Bool { get }

  /// Whether such a command may take long, whatever is in it, or waits for somebody.
  static var mayRunLong: Bool { get }

  /// Becomes the command of a line that differs from the one this was read from only in its numbers
  /// and plain texts; false if it has to be read.
  mutating func move(to line: inout RepeatedLine) -> Bool
}

extension CommandSyntax {
  /// None, as most commands have.
  package var blocks: [BlockSyntax] { [] }

  /// No, as of most commands.
  package static var isRepeated: Bool { false }

  /// No, as most commands do not.
  package static var mayRunLong: Bool { false }

  /// False: each of these commands is read.
  package mutating func move(to line: inout RepeatedLine) -> Bool { false }
}

/// One command of a script with its place and its text.
package struct Statement: Equatable, Sendable {
  /// What it says.
  package var command: any CommandSyntax
  /// The file that it prints to; nil where it prints as the run does.
  package var destination: TemplateSyntax?
  /// Whether it replaces a file that was there before the session wrote to it.
  package var replaces = false
  /// Where it is.
  package var span: SourceSpan
  /// The text as written, without comments outside quotes.
  package var text: String
  /// Why it is to change something, as far as it says so.
  package var reason: TemplateSyntax?
  /// The session names that it reads, in the order they are written, but for those that a block
  /// around it gives and those that the commands in its own blocks read.
  package var freeNames: [Name] = []
  /// Where it shows values as fields do, which depends on the locale, but for the commands in its own
  /// blocks.
  package var fieldTexts: [SourceSpan] = []
  /// The session names that it gives when it is run, whatever to.
  package var givenNames: [String] = []
  /// Whether it may take long, or waits for somebody: because of what it is, for what it reads, or for
  /// the commands in its blocks.
  package var mayRunLong = false

  /// Tells whether both have the same words at the same place.
  package static func == (left: Self, right: Self) -> Bool {
    left.span == right.span && left.text == right.text
  }
}

extension Statement {
  /// The statement of a line that differs from its own only in numbers and plain texts; nil if it has
  /// to be read.
  func repeated(in line: RepeatedLine) -> Statement? {
    var (line, command) = (line, command)
    guard command.move(to: &line), line.isAtEnd else { return nil }
    let span = line.span(span)
    return Statement(
      command: command, span: span, text: line.text(of: span), givenNames: givenNames,
      mayRunLong: mayRunLong)
  }
}
