internal import CommandLanguage

extension Session {
  /// `help`: explains the commands, one of them, or a topic.
  func help(_ topic: Name?) throws(Diagnostic) {
    guard let topic else {
      say(.text(Self.overview))
      return
    }
    do {
      say(.text(try Self.help(on: topic.value)))
    } catch {
      throw error.at(topic.span)
    }
  }

  /// Every command and every topic in a line.
  public static var overview: String {
    let verbs = Verb.all.map { verb in
      let summary = verb.summary.split(separator: ";").first ?? ""
      return (verb.name, summary + (summary.hasSuffix(".") ? "" : "."))
    }
    let topics = Topic.all.map { ("help " + $0.name, $0.summary) }
    return (table(verbs) + ["", "help COMMAND explains one of them.", ""] + table(topics))
      .joined(separator: "\n")
  }

  /// What there is to know of a command or, if none is called so, of a topic.
  ///
  /// - Throws: ``Diagnostic`` of the kind `name` if there is neither.
  public static func help(on name: String) throws(Diagnostic) -> String {
    if let verb = Verb.named(name) { return text(on: verb) }
    if let topic = Topic.all.first(where: { $0.name == name }) { return topic.text }
    let meant = suggestion(for: name, among: Verb.words + Topic.all.map(\.name))
    throw Diagnostic(
      .name, "there is no command or topic \"\(name)\"",
      hint: meant.map { "did you mean \"\($0)\"?" }, candidates: meant.map { [$0] } ?? [])
  }

  private static func text(on verb: Verb) -> String {
    var lines = verb.synopsis.split(separator: " · ").map { "  " + $0 }
    if !verb.aliases.isEmpty { lines += ["  also: " + verb.aliases.joined(separator: ", ")] }
    lines += ["", verb.summary]
    if !verb.options.isEmpty {
      let options = zip(verb.options, verb.optionSummaries).map { ("--" + $0, $1) }
      lines += ["", "Options:"] + table(options).map { "  " + $0 }
    }
    lines += ["", "For example:"] + verb.examples.map { "  " + $0 }
    return lines.joined(separator: "\n")
  }

  /// Two columns, the first as wide as its longest word.
  private static func table(_ rows: [(word: String, meaning: some StringProtocol)]) -> [String] {
    let width = rows.map(\.word.count).max() ?? 0
    return rows.map { row in
      row.word + String(repeating: " ", count: width - row.word.count + 2) + row.meaning
    }
  }
}
