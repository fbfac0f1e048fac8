/// What starts the pager of a person's choice.
struct PagerCommand {
  /// The program and its arguments.
  let words: [String]
  /// What the program finds in its environment.
  let environment: [String: String]

  /// What the shell would not take as it stands.
  private static let shellSigns = Set("|&;<>()$`\\\"'*?[]#~=%!{}\t\n")

  /// Reads `WORKBENCH_PAGER`, else `PAGER`; nil where they say that there be no pager.
  init?(in environment: [String: String]) {
    let text = environment["WORKBENCH_PAGER"] ?? environment["PAGER"] ?? "less"
    let words = text.split(separator: " ").map(String.init)
    guard !words.isEmpty, words != ["cat"] else { return nil }
    // Without the shell it is known whether there is such a program.
    self.words = text.contains(where: Self.shellSigns.contains) ? ["/bin/sh", "-c", text] : words
    // It leaves what fits, and what was there before, on the screen; its text is always UTF-8.
    let defaults = ["LESS": "FRX", "LESSCHARSET": "utf-8"]
    self.environment = environment.merging(defaults) { own, _ in own }
  }
}
