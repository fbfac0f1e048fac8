internal import CommandLanguage

/// A command: its words, how its text is read, and what it does.
///
/// Each is a value of its own type, in a file of its own, and in the list ``Session/commands``.
protocol Command: CommandSyntax {
  /// Carries the command out.
  func run(in session: Session) throws(Diagnostic)
}
