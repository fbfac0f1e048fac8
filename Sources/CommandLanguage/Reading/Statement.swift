/// One command of a script with its place and its text.
public struct Statement: Hashable, Sendable {
  /// What it says.
  public var command: Command
  /// Where it stands.
  public var span: SourceSpan
  /// The text as written, without comments outside quotes.
  public var text: String

  /// Makes the statement that says `command`.
  public init(command: Command, span: SourceSpan, text: String) {
    self.command = command
    self.span = span
    self.text = text
  }
}
