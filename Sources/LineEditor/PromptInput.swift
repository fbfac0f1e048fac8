/// Where lines come from that a person types at a prompt.
package protocol PromptInput: AnyObject {
  /// Lets a person type a line.
  func nextLine(prompt: String) -> PromptLine
  /// Lets a person answer a question, without what helps to write a command.
  func answer(to question: String) -> PromptLine
  /// Keeps a command, of one or more lines, to be recalled.
  func remember(_ command: String)
}

/// What a person has done with a line at a prompt.
package enum PromptLine: Hashable, Sendable {
  /// It is entered; a paste or a line from the history may hold newlines.
  case entered(String)
  /// It is dropped, by Ctrl-C.
  case dropped
  /// It was left empty and ended, by Ctrl-D.
  case end
  /// No line comes any more: the terminal has gone, or the program is asked to end.
  case gone
}
