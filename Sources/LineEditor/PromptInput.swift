package protocol PromptInput: AnyObject {
  func nextLine(prompt: String) -> PromptLine
  func answer(to question: String) -> PromptLine
  func remember(_ command: String)
}

package enum PromptLine: Hashable, Sendable {
  /// A pasted or recalled command may contain newlines.
  case entered(String)
  /// Ctrl-C, or a line that is not UTF-8.
  case dropped
  case end
  /// The terminal has disconnected, or a signal asks the program to end.
  case gone
}

package final class PlainInput: PromptInput {
  private let terminal: Terminal

  package init(_ terminal: Terminal) { self.terminal = terminal }

  package func nextLine(prompt: String) -> PromptLine {
    terminal.write(prompt)
    var line = ""
    var isText = true
    while true {
      switch terminal.keys.next() {
      case .character("\n"):
        if isText { return .entered(line) }
        terminal.write("this line is not UTF-8\n")
        return .dropped
      case .garbage: isText = false
      case .character(let scalar): line.unicodeScalars.append(scalar)
      case .paste(let text): line += text
      case .interruption:
        terminal.write("\n")
        return .dropped
      case .end where !line.isEmpty && terminal.keys.mayGoOn(): return .entered(line)
      case .end:
        terminal.write("\n")
        return TerminalSignals.ending == nil && terminal.keys.mayGoOn() ? .end : .gone
      case .escape, .meta, .sequence, .suspension, .resize: break
      }
    }
  }

  package func answer(to question: String) -> PromptLine { nextLine(prompt: question) }

  package func remember(_ command: String) {}
}
