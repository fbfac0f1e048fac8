internal import CommandLanguage

/// A running command, and its position for the history.
final class RunningCommand {
  let statement: Statement
  /// `FILE:LINE`, or `<prompt>`.
  let source: String
  /// The reason given by the command.
  var reason: String?
  /// The changes that the user has confirmed.
  var confirmed: [RecordChange]?
  /// The question that the user has answered with yes.
  var agreed: String?

  init(_ statement: Statement, source: String) {
    self.statement = statement
    self.source = source
  }

  /// The part of an interactive command that the user performs, for the history.
  func part(_ words: String) -> RunningCommand {
    var statement = statement
    statement.text += ": " + words
    return RunningCommand(statement, source: source)
  }
}
