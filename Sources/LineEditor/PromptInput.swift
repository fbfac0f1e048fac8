package protocol PromptInput: AnyObject {
  func nextLine(prompt: String) -> PromptLine
  /// Reads an answer, without history or completion.
  func answer(to question: String) -> PromptLine
  func remember(_ command: String)
}

package enum PromptLine: Hashable, Sendable {
  /// May contain newlines if it was pasted or recalled.
  case entered(String)
  /// Ctrl-C.
  case dropped
  case end
  /// The terminal has disconnected, or the program is asked to end.
  case gone
}
