internal import CommandLanguage
internal import RecordStore
internal import Records
package import Replies

struct HelpCommand: Command {
  static let verb = Verb(
    "help",
    aliases: ["?"],
    usage: "help [all|COMMAND|TOPIC|KIND|FUNCTION]",
    summary:
      "Lists everyday commands or all commands, or explains a command, a topic, a kind or "
      + "a function.",
    examples: ["help", "help all", "help set", "help kinds", "help Decimal", "? set"])

  var topic: Name?

  init(parsing parser: inout Parser) throws(SyntaxError) {
    // `?` is not a valid name, so suggest only the other verbs.
    parser.note(words: parser.verbs.words.filter { $0 != "?" } + ["all"])
    parser.note(.topic)
    topic = parser.isAtEnd ? nil : try parser.name("a command or a topic")
  }

  func run(in session: Session) throws(Diagnostic) {
    let commands = session.names.commands
    guard let topic else {
      let own = commands.isEmpty ? "" : "\n\nYour commands:\n  "
      return session.say(
        .prose(Session.everyday + own + commands.map(\.usage).joined(separator: "\n  ")))
    }
    if let command = commands.first(where: { $0.name == topic.value }) {
      return session.say(.prose(command.text))
    }
    session.say(.prose(try located(Session.help(on: topic.value), at: topic.span)))
  }
}

extension Session {
  package var firstCommands: [String] { store.schema.types.isEmpty ? Topic.first : [] }

  /// The help page of everyday commands, which fits on one screen.
  package static var everyday: String {
    let rows = [
      ("define", "define a type of records"), ("new", "create a record"),
      ("set", "change a value"), ("edit", "change a record in a form"),
      ("list", "print the records of a type"), ("find", "search all records for a text"),
      ("open", "show a screen"), ("import", "import a CSV or Excel file"),
      ("undo", "undo the last command"),
      ("history", "show who changed a value, and when"),
      ("backup", "copy the database, even while it is in use"), ("exit", "end the session"),
    ]
    let topics = Topic.all.dropFirst().map(\.name).joined(separator: ", ")
    let more =
      "`help COMMAND` explains a command, and `help all` lists all commands. `help start` shows "
      + "ten first steps. Other topics: \(topics)."
    return
      (["Everyday commands:"] + table(rows).map { "  " + $0 } + [""]
      + more.wrapped(at: pageWidth)).joined(separator: "\n")
  }

  package static var overview: String {
    let widest = verbs.all.map(\.name.count).max() ?? 0
    let groups = groups.flatMap { group in
      let rows = group.commands.map { command in
        (command.verb.name, command.verb.summary.firstSentence)
      }
      return [group.purpose + ":"] + table(rows, widest: widest).map { "  " + $0 } + [""]
    }
    let topics = Topic.all.map { ("help " + $0.name, $0.summary) }
    return (groups + ["help COMMAND explains a command.", ""] + table(topics))
      .joined(separator: "\n")
  }

  /// Returns the help on a command, topic, kind or function.
  ///
  /// - Throws: ``Diagnostic`` of the kind `name` if the name is unknown.
  package static func help(on name: String) throws(Diagnostic) -> String {
    if name == "all" { return overview }
    let texts = [
      verbs.named(name).map(text(on:)), Topic.all.first { $0.name == name }?.text,
      Topic.kind(name)?.text,
    ].compactMap { $0 }
    let function = ExpressionFunction.named(name)
    // The help on a command already mentions a function with the same name.
    if let function, verbs.named(name) == nil {
      return (texts + [text(on: function)]).joined(separator: "\n\n")
    }
    if !texts.isEmpty { return texts.joined(separator: "\n\n") }
    let others = PropertyKind.names + ExpressionFunction.all.map(\.name)
    let isFile = ["csv", "excel", "spreadsheet", "xlsx"].contains(name.lowercased())
    let meant =
      isFile
      ? "import" : suggestion(for: name, among: verbs.words + Topic.all.map(\.name) + others)
    throw Diagnostic(
      .name, "there is no command, topic, kind or function \"\(name)\"",
      hint: meant.map { "did you mean \"\($0)\"?" }, candidates: meant.map { [$0] } ?? [])
  }

  private static func text(on verb: Verb) -> String {
    var lines = forms(of: verb).map { "  " + $0 }
    if !verb.aliases.isEmpty { lines += ["  also: " + verb.aliases.joined(separator: ", ")] }
    lines += [""] + verb.summary.wrapped(at: pageWidth)
    if !verb.options.isEmpty {
      let options = verb.options.map { ($0.usage, $0.summary) }
      lines += ["", "Options:"] + table(options).map { "  " + $0 }
    }
    if verb.printsToFile {
      let file =
        "`to \"FILE\"` writes the output to a new file when the transaction is committed, in the "
        + "output format of the run. Later output to the same file is appended. In the file name, "
        + "`:name` and `:(expression)` are replaced with their values."
      lines += [""] + file.wrapped(at: pageWidth)
    }
    if let function = ExpressionFunction.named(verb.name) {
      lines +=
        [""] + "In an expression, \(function.call): \(function.summary).".wrapped(at: pageWidth)
    }
    lines += ["", "For example:"] + verb.examples.map { "  " + $0 }
    return lines.joined(separator: "\n")
  }

  static func forms(of verb: Verb) -> [String] {
    verb.usage.split(separator: " · ").flatMap { form in
      form.wholes.filled(to: pageWidth - 6).enumerated().map { number, line in
        (number == 0 ? "" : "    ") + line
      }
    }
  }

  private static func text(on function: ExpressionFunction) -> String {
    var lines = ["  " + function.call, "", "In an expression: \(function.summary)."]
    if let result = function.resultWords { lines.append("It returns \(result).") }
    if function.call.contains("[") {
      lines.append("Parts in brackets are optional.")
    }
    lines += ["", "This example is true:", "  " + function.example]
    return lines.joined(separator: "\n")
  }

  static let pageWidth = 78

  /// A word that is wider than the first column gets a line of its own.
  ///
  /// - Parameter widest: The width of the first column; by default, the width of the longest word,
  ///   but at most 28.
  static func table(
    _ rows: [(word: String, meaning: some StringProtocol)], widest: Int? = nil
  ) -> [String] {
    let width = widest ?? min(28, rows.map(\.word.count).max() ?? 0)
    return rows.flatMap { row in
      let lines = String(row.meaning).wrapped(at: pageWidth - width - 4)
      let isWide = row.word.count > width
      return (isWide ? [row.word] : [])
        + lines.enumerated().map { number, line in
          let word = number == 0 && !isWide ? row.word : ""
          return word + String(repeating: " ", count: width - word.count + 2) + line
        }
    }
  }
}

extension String {
  func wrapped(at width: Int) -> [String] {
    split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { $0.split(separator: " ").map(String.init).filled(to: width) }
  }
}

extension Substring {
  fileprivate var wholes: [String] {
    var (wholes, depth) = ([String](), 0)
    for word in split(separator: " ") {
      if depth > 0 { wholes[wholes.count - 1] += " " + word } else { wholes.append(String(word)) }
      depth += word.count { $0 == "[" } - word.count { $0 == "]" }
    }
    return wholes
  }
}

extension [String] {
  /// A line exceeds the width only if it is a single word.
  fileprivate func filled(to width: Int) -> [String] {
    var lines = [""]
    for word in self {
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] = word
      } else if last.count + 1 + word.count <= width {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(word)
      }
    }
    return lines
  }
}
