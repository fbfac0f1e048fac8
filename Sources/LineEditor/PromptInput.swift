/// A source of lines that the user types at a prompt.
package protocol PromptInput: AnyObject {
  func nextLine(prompt: String) -> PromptLine
  /// Reads an answer, without history or completion.
  func answer(to question: String) -> PromptLine
  /// Adds a command, which may have several lines, to the history.
  func remember(_ command: String)
}

package enum PromptLine: Hashable, Sendable {
  /// May contain newlines if it was pasted or recalled.
  case entered(String)
  /// Ctrl-C.
  case dropped
  /// Ctrl-D on an empty line.
  case end
  /// The terminal has disconnected, or the program is asked to end.
  case gone
}
