internal import Glibc

struct PagerCommand {
  let words: [String]
  let environment: [String: String]

  /// Characters that need a shell.
  private static let shellSigns = Set("|&;<>()$`\\\"'*?[]#~=%!{}\t\n")

  /// Whether the program exists; true for shell syntax, which is not checked.
  private static func isThere(_ program: String, _ path: String) -> Bool {
    if program.contains("/") { return access(program, X_OK) == 0 }
    if program.contains(where: shellSigns.contains) { return true }
    return path.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
      || shellCommands.contains(program)
  }

  /// Shell builtins that a command line may begin with.
  private static let shellCommands: Set = ["trap", "exec", "cd", "export", "unset", "set", "test"]

  /// Reads `WORKBENCH_PAGER`, otherwise `PAGER`; nil if the pager is disabled or missing.
  init?(in environment: [String: String]) {
    let text = environment["WORKBENCH_PAGER"] ?? environment["PAGER"] ?? "less"
    let words = text.split(separator: " ").map(String.init)
    guard !words.isEmpty, words != ["cat"] else { return nil }
    // Checked here, because the shell would report a missing program only after it has started.
    guard Self.isThere(words[0], environment["PATH"] ?? "") else { return nil }
    self.words = text.contains(where: Self.shellSigns.contains) ? ["/bin/sh", "-c", text] : words
    // Exits if the text fits on one screen, does not clear the screen, and assumes UTF-8.
    let defaults = ["LESS": "FRX", "LESSCHARSET": "utf-8"]
    self.environment = environment.merging(defaults) { own, _ in own }
  }
}
