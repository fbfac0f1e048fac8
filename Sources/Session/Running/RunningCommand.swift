internal import CommandLanguage

/// A command that is run, and its place as the history has it.
struct RunningCommand {
  var statement: Statement
  /// `FILE:LINE`, or `<prompt>`.
  var source: String
  /// The changes that a person has agreed to.
  var confirmed: [RecordChange]?
}
