internal import Glibc

/// What starts the pager of a person's choice.
struct PagerCommand {
  /// The program and its arguments.
  let words: [String]
  /// What the program finds in its environment.
  let environment: [String: String]

  /// What the shell would not take as it is.
  private static let shellSigns = Set("|&;<>()$`\\\"'*?[]#~=%!{}\t\n")

  /// Whether there is such a program; what only a shell understands may be one.
  private static func isThere(_ program: String, _ path: String) -> Bool {
    if program.contains("/") { return access(program, X_OK) == 0 }
    if program.contains(where: shellSigns.contains) { return true }
    return path.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
      || shellCommands.contains(program)
  }

  /// Commands of the shell itself that a line may begin with.
  private static let shellCommands: Set = ["trap", "exec", "cd", "export", "unset", "set", "test"]

  /// Reads `WORKBENCH_PAGER`, else `PAGER`; nil where they say that there be no pager.
  init?(in environment: [String: String]) {
    let text = environment["WORKBENCH_PAGER"] ?? environment["PAGER"] ?? "less"
    let words = text.split(separator: " ").map(String.init)
    guard !words.isEmpty, words != ["cat"] else { return nil }
    // The shell would start, and only then say that there is no such program.
    guard Self.isThere(words[0], environment["PATH"] ?? "") else { return nil }
    self.words = text.contains(where: Self.shellSigns.contains) ? ["/bin/sh", "-c", text] : words
    // It leaves what fits, and what was there before, on the screen; its text is always UTF-8.
    let defaults = ["LESS": "FRX", "LESSCHARSET": "utf-8"]
    self.environment = environment.merging(defaults) { own, _ in own }
  }
}
