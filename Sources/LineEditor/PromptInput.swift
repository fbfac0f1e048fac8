/// Where lines come from that a person types at a prompt.
public protocol PromptInput: AnyObject {
  /// Lets a person type a line.
  func nextLine(prompt: String) -> PromptLine
  /// Keeps a command, of one or more lines, to be recalled.
  func remember(_ command: String)
}
