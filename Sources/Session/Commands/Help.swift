internal import CommandLanguage

extension Session {
  /// `help`: explains the commands, or one of them.
  func help(_ name: Name?) throws(Diagnostic) {
    guard let name else {
      say(.text(Self.overview))
      return
    }
    guard let text = Self.help(on: name.value) else {
      throw Diagnostic(
        unknown: "there is no command \"\(name.value)\"", name, among: Verb.words)
    }
    say(.text(text))
  }

  /// Every command in a line.
  public static var overview: String {
    let width = Verb.all.map(\.name.count).max() ?? 0
    let lines = Verb.all.map { verb in
      verb.name + String(repeating: " ", count: width - verb.name.count + 2)
        + (verb.summary.split(separator: ";").first ?? "")
    }
    return (lines + ["", "help COMMAND explains one of them."]).joined(separator: "\n")
  }

  /// What there is to know of a command; nil where there is none of that name.
  public static func help(on name: String) -> String? {
    guard let verb = Verb.named(name) else { return nil }
    let forms = verb.synopsis.split(separator: " · ").map { "  " + $0 }
    let examples = verb.examples.map { "  " + $0 }
    return ([verb.summary, ""] + forms + ["", "For example:"] + examples).joined(separator: "\n")
  }
}
