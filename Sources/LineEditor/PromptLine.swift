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
