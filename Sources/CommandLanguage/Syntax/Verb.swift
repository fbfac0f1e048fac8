internal import Values

/// A verb: the word that begins a command, with its help and properties.
package struct Verb: Sendable {
  package enum Occasion: Hashable, Sendable {
    case always
    case insideTransaction
    case outsideTransaction
  }

  package struct Option: Hashable, Sendable {
    /// Without `--`.
    package let name: String
    /// The placeholder of its value, such as `FILE`; nil if it has none.
    package let argument: String?
    /// One line for the list of options.
    package let summary: String

    fileprivate init(_ form: String, _ summary: String) {
      let words = form.split(separator: " ", maxSplits: 1)
      name = String(words[0])
      argument = words.count > 1 ? String(words[1]) : nil
      self.summary = summary
    }

    package static let reason = Option("reason TEXT", "why this is done, which the log then shows")

    /// Lets a command overwrite an existing file.
    package static let replace = Option("replace", "overwrites FILE if it exists")

    package var usage: String { "--" + name + (argument.map { " " + $0 } ?? "") }

    var takesColumns: Bool { argument == "[COLUMN, …]" }

    var alternatives: [CompletionCategory] {
      if ["FILE", "DIR|URL"].contains(argument) { return [.file] }
      if argument == "ID" { return [.locale] }
      return (argument ?? "").split(separator: "|").map(String.init)
        .filter { $0 != $0.uppercased() }.map { .word($0) }
    }
  }

  package let name: String
  /// Synonyms.
  package let aliases: [String]
  private let forms: String
  /// One sentence.
  package let summary: String
  /// Valid commands that show its use.
  package let examples: [String]
  package let options: [Option]
  /// Whether it changes records or types, which a read-only database refuses.
  package let changesRecords: Bool
  package let occasion: Occasion
  /// Whether it acts on the enclosing loop and is possible only in one.
  package let isOfLoops: Bool
  /// Whether `to "FILE"` redirects its output.
  package let printsToFile: Bool
  let takesFile: Bool
  /// Words that are not file names directly after the verb.
  let formWords: [String]
  /// The word inside the command that an unquoted file name follows, if it does not follow the
  /// verb.
  let fileWord: String?
  /// The minimum number of words before that word; the first ones can be names equal to it.
  let wordsBeforeFileWord: Int

  /// - Parameters:
  ///   - options: The summaries by name and placeholder: `svg FILE`.
  ///   - takesReason: Whether it has `--reason`; by default, if it changes records.
  ///   - writesFile: Whether it has `--replace`, which lets it overwrite the file it names.
  package init(
    _ name: String, aliases: [String] = [], usage: String, summary: String, examples: [String],
    options: KeyValuePairs<String, String> = [:], changesRecords: Bool = false,
    takesReason: Bool? = nil, occasion: Occasion = .always, isOfLoops: Bool = false,
    printsToFile: Bool = false, writesFile: Bool = false, takesFile: Bool = false,
    formWords: [String] = [], fileWord: String? = nil, after wordsBeforeFileWord: Int = 3
  ) {
    (self.name, self.aliases, self.summary) = (name, aliases, summary)
    (forms, self.examples) = (usage, examples)
    let reason = takesReason ?? changesRecords ? [Option.reason] : []
    let replace = writesFile || printsToFile ? [Option.replace] : []
    self.options = options.map { Option($0.key, $0.value) } + replace + reason
    (self.changesRecords, self.occasion, self.isOfLoops) = (changesRecords, occasion, isOfLoops)
    (self.printsToFile, self.takesFile, self.formWords) = (printsToFile, takesFile, formWords)
    (self.fileWord, self.wordsBeforeFileWord) = (fileWord, wordsBeforeFileWord)
  }

  /// The forms of the command in one line, separated by ` · `.
  ///
  /// Computed on demand, because all verbs are created at startup.
  package var usage: String {
    guard printsToFile else { return forms }
    return forms.split(separator: " · ").map { $0 + Self.destination }.joined(separator: " · ")
  }

  private static let destination = " [to \"FILE\" [--replace]]"

  package var words: [String] { [name] + aliases }
}

/// The verbs and the types that parse their commands.
///
/// A class, because each parsed command passes it on.
package final class Verbs: Sendable {
  /// In the order of the help.
  package let all: [Verb]
  /// Every word that begins a command, synonyms adjacent.
  package let words: [String]
  /// The verbs that an unquoted file name can follow, each with the words that are not file names
  /// there.
  let fileWords: [(word: [UInt8], forms: [[UInt8]])]
  let innerFileWords: [InnerFileWord]
  let valueOptions: [[UInt8]]
  let call: any CommandSyntax.Type
  /// The hint for a word of another program; nil for any other word.
  let foreignHint: @Sendable (String) -> String?
  private let commands: [String: any CommandSyntax.Type]
  private let isLongFunction: @Sendable (String) -> Bool

  /// Creates the verbs of commands, whose words must be distinct.
  ///
  /// - Parameters:
  ///   - foreignHint: The hint for a word of another program, such as `.tables`; called if a verb
  ///     is unknown.
  ///   - isLongFunction: Whether a function, in lower case, may be slow.
  package init(
    _ commands: [any CommandSyntax.Type], call: any CommandSyntax.Type,
    foreignHint: @escaping @Sendable (String) -> String? = { _ in nil },
    isLongFunction: @escaping @Sendable (String) -> Bool = { _ in false }
  ) {
    (self.call, self.isLongFunction, self.foreignHint) = (call, isLongFunction, foreignHint)
    all = commands.map { $0.verb }
    words = all.flatMap(\.words)
    fileWords = all.filter(\.takesFile).map { verb in
      (Array(verb.name.utf8), verb.formWords.map { Array($0.utf8) })
    }
    innerFileWords = all.compactMap { verb in
      verb.fileWord.map {
        InnerFileWord(
          verb: Array(verb.name.utf8), word: Array($0.utf8), before: verb.wordsBeforeFileWord)
      }
    }
    let options = all.flatMap(\.options).filter { $0.argument != nil && !$0.takesColumns }
    valueOptions = Set(options.map(\.name)).sorted().map { Array("--\($0)".utf8) }
    self.commands = Dictionary(
      uniqueKeysWithValues: commands.flatMap { command in
        command.verb.words.map { ($0, command) }
      })
  }

  package func named(_ name: String) -> Verb? { commands[name]?.verb }

  /// Whether an expression calls a slow function or contains a subquery.
  ///
  /// A property with the name of a slow function counts as one.
  func mayRunLong(_ expression: [WrittenToken]) -> Bool {
    expression.contains { token in
      guard case .word(let word) = token.kind else { return false }
      let name = word.lowercased()
      return name == "select" || isLongFunction(name)
    }
  }

  func command(_ word: String) -> (any CommandSyntax.Type)? { commands[word] }
}

/// A word in the middle of a verb's commands that an unquoted file name follows.
struct InnerFileWord: Sendable {
  var verb: [UInt8]
  var word: [UInt8]
  var before: Int
}
