internal import Values

/// A word that begins a command, with what there is to say about it.
package struct Verb: Sendable {
  /// When a command is possible.
  package enum Occasion: Hashable, Sendable {
    /// Always.
    case always
    /// Between `begin` and `commit` or `rollback`.
    case insideTransaction
    /// Anywhere else.
    case outsideTransaction
  }

  /// An option of a command.
  package struct Option: Hashable, Sendable {
    /// Its name, without `--`.
    package let name: String
    /// The word for the value that follows it, such as `FILE`; nil where none does.
    package let argument: String?
    /// What it does, as a list of options says it.
    package let summary: String

    fileprivate init(_ form: String, _ summary: String) {
      let words = form.split(separator: " ", maxSplits: 1)
      name = String(words[0])
      argument = words.count > 1 ? String(words[1]) : nil
      self.summary = summary
    }

    /// Why a command changes something, as its author says.
    package static let reason = Option("reason TEXT", "why this is done, which the log then shows")

    /// Whether a file that a command writes takes the place of one that is there.
    package static let replace = Option("replace", "overwrites FILE if it exists")

    /// The option as it is written: `--svg FILE`.
    package var usage: String { "--" + name + (argument.map { " " + $0 } ?? "") }

    /// Whether names of columns can follow it.
    var takesColumns: Bool { argument == "[COLUMN, …]" }

    /// What can be after it, for completion.
    var alternatives: [Alternative] {
      if ["FILE", "DIR|URL"].contains(argument) { return [.file] }
      if argument == "ID" { return [.locale] }
      return (argument ?? "").split(separator: "|").map(String.init)
        .filter { $0 != $0.uppercased() }.map { .word($0) }
    }
  }

  /// The word.
  package let name: String
  /// Other words for the same.
  package let aliases: [String]
  /// The forms of the command as they are given, in one line.
  private let forms: String
  /// What it does, in a sentence.
  package let summary: String
  /// Commands that show its use; each can be read.
  package let examples: [String]
  /// The options it takes.
  package let options: [Option]
  /// Whether it changes records or types, which a read-only store refuses.
  package let changesRecords: Bool
  /// When it is possible.
  package let occasion: Occasion
  /// Whether it is possible only in a loop, on which it acts.
  package let isOfLoops: Bool
  /// Whether `to "FILE"` after the command has it print to a file.
  package let printsToFile: Bool
  /// Whether a file name that need not be quoted follows it.
  let takesFile: Bool
  /// The words that are no file name directly after it.
  let formWords: [String]
  /// The word in the command that such a file name follows, if it does not follow the verb.
  let fileWord: String?
  /// How many words, names among them that could be the same, are before that word.
  let wordsBeforeFileWord: Int

  /// Makes the verb called `name`.
  ///
  /// - Parameters:
  ///   - options: What each does, by its name and a word for the value that follows, if one does:
  ///     `svg FILE`.
  ///   - takesReason: Whether `--reason` says why the command changes something; as a rule where it
  ///     changes records.
  ///   - writesFile: Whether `--replace` lets it overwrite the file that it names.
  package init(
    _ name: String, aliases: [String] = [], usage: String, summary: String, examples: [String],
    options: KeyValuePairs<String, String> = [:], changesRecords: Bool = false,
    takesReason: Bool? = nil, occasion: Occasion = .always, isOfLoops: Bool = false,
    printsToFile: Bool = false, writesFile: Bool = false, takesFile: Bool = false,
    formWords: [String] = [], fileWord: String? = nil, after wordsBeforeFileWord: Int = 3
  ) {
    self.name = name
    self.aliases = aliases
    forms = usage
    self.summary = summary
    self.examples = examples
    let reason = takesReason ?? changesRecords ? [Option.reason] : []
    let replace = writesFile || printsToFile ? [Option.replace] : []
    self.options = options.map { Option($0.key, $0.value) } + replace + reason
    self.changesRecords = changesRecords
    self.occasion = occasion
    self.isOfLoops = isOfLoops
    self.printsToFile = printsToFile
    self.takesFile = takesFile
    self.formWords = formWords
    self.fileWord = fileWord
    self.wordsBeforeFileWord = wordsBeforeFileWord
  }

  /// The forms of the command in one line, with ` · ` between two.
  ///
  /// Put together where somebody asks for it: a start makes all verbs.
  package var usage: String {
    guard printsToFile else { return forms }
    return forms.split(separator: " · ").map { $0 + Self.destination }.joined(separator: " · ")
  }

  /// What the usage of a command ends with that can print to a file.
  private static let destination = " [to \"FILE\" [--replace]]"

  /// Every word that begins the command.
  package var words: [String] { [name] + aliases }
}

/// The verbs that a reader knows, and what reads the commands that begin with them.
///
/// A class, because each command that is read passes it on.
package final class Verbs: Sendable {
  /// The verbs, in the order in which help lists them.
  package let all: [Verb]
  /// Every word that begins a command, those for the same verb side by side.
  package let words: [String]
  /// The words that a file name follows, as the tokenizer meets them, each with the words that are
  /// none there.
  let fileWords: [(word: [UInt8], forms: [[UInt8]])]
  /// The verbs in whose commands a file name follows a later word.
  let innerFileWords: [InnerFileWord]
  /// The options that a value follows, as they are written.
  let valueOptions: [[UInt8]]
  /// What reads a command that a user has defined.
  let call: any CommandSyntax.Type
  /// The hint for a word of another program; nil for any other word.
  let foreignHint: @Sendable (String) -> String?
  private let commands: [String: any CommandSyntax.Type]
  private let isLongFunction: @Sendable (String) -> Bool

  /// Makes the verbs of commands, each of which has words of its own.
  ///
  /// - Parameters:
  ///   - call: What reads a command that a user has defined; its verb is that of all these.
  ///   - foreignHint: The hint for a word of another program, such as `.tables`, that begins no
  ///     command; it is asked where a word is unknown.
  ///   - isLongFunction: Whether a function of expressions, in lower case, may take long.
  package init(
    _ commands: [any CommandSyntax.Type], call: any CommandSyntax.Type,
    foreignHint: @escaping @Sendable (String) -> String? = { _ in nil },
    isLongFunction: @escaping @Sendable (String) -> Bool = { _ in false }
  ) {
    self.call = call
    self.isLongFunction = isLongFunction
    self.foreignHint = foreignHint
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
    valueOptions = Set(options.map(\.name))
      .sorted().map { Array("--\($0)".utf8) }
    self.commands = Dictionary(
      uniqueKeysWithValues: commands.flatMap { command in
        command.verb.words.map { ($0, command) }
      })
  }

  /// The verb called `name`, also by one of its other names.
  package func named(_ name: String) -> Verb? { commands[name]?.verb }

  /// Whether an expression calls what may take long, or reads records of its own choice.
  ///
  /// A property that is called as such a function is taken for it.
  func mayRunLong(_ expression: [WrittenToken]) -> Bool {
    expression.contains { token in
      guard case .word(let word) = token.kind else { return false }
      let name = word.lowercased()
      return name == "select" || isLongFunction(name)
    }
  }

  /// What reads the command that begins with `word`.
  func command(_ word: String) -> (any CommandSyntax.Type)? { commands[word] }
}

/// A word in the commands of a verb after which a file name comes that need not be quoted.
struct InnerFileWord: Sendable {
  var verb: [UInt8]
  var word: [UInt8]
  /// How many words are before it.
  var before: Int
}
