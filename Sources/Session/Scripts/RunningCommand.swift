internal import CommandLanguage
internal import Workspace

final class RunningCommand {
  let statement: Statement
  /// `FILE:LINE`, or `<prompt>`.
  let source: String
  var reason: String?
  var confirmed: [RecordChange]?
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
