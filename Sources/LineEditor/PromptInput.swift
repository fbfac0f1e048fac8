/// Where lines come from that a person types at a prompt.
package protocol PromptInput: AnyObject {
  /// Lets a person type a line.
  func nextLine(prompt: String) -> PromptLine
  /// Lets a person answer a question, without what helps to write a command.
  func answer(to question: String) -> PromptLine
  /// Keeps a command, of one or more lines, to be recalled.
  func remember(_ command: String)
}
