internal import CommandLanguage

/// A command that is run, and its place as the history has it.
struct RunningCommand {
  var statement: Statement
  /// `FILE:LINE`, or `<prompt>`.
  var source: String
}
