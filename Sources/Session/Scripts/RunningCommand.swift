internal import CommandLanguage

/// A command that is run, and its place as the history has it.
final class RunningCommand {
  let statement: Statement
  /// `FILE:LINE`, or `<prompt>`.
  let source: String
  /// Why it is to change something, as it says itself.
  var reason: String?
  /// The changes of many records that a person has agreed to.
  var confirmed: [RecordChange]?
  /// The question to which a person has said yes.
  var agreed: String?

  init(_ statement: Statement, source: String) {
    self.statement = statement
    self.source = source
  }

  /// What a person does as a part of the command, which waits for that.
  func part(_ words: String) -> RunningCommand {
    var statement = statement
    statement.text += ": " + words
    return RunningCommand(statement, source: source)
  }
}
