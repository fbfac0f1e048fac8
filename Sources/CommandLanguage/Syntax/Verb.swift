internal import Values

package struct Verb: Sendable {
  package enum Occasion: Hashable, Sendable {
    case always
    case insideTransaction
    case outsideTransaction
  }

  package struct Option: Hashable, Sendable {
    /// The name, without `--`.
    package let name: String
    /// The placeholder of the value, for example `FILE`; nil for a flag.
    package let argument: String?
    package let summary: String

    fileprivate init(_ form: String, _ summary: String) {
      let words = form.split(separator: " ", maxSplits: 1)
      name = String(words[0])
      argument = words.count > 1 ? String(words[1]) : nil
      self.summary = summary
    }

    package static let reason = Option("reason TEXT", "the reason, shown in the log")

    package static let replace = Option("replace", "overwrites FILE if it exists")

    package var usage: String { "--" + name + (argument.map { " " + $0 } ?? "") }

    var takesColumns: Bool { argument?.contains(", …") ?? false }

    var alternatives: [CompletionCategory] {
      if ["FILE", "DIR|URL"].contains(argument) { return [.file] }
      if argument == "ID" { return [.locale] }
      return (argument ?? "").split(separator: "|").map(String.init)
        .filter { $0 != $0.uppercased() }.map { .word($0) }
    }
  }

  package let name: String
  package let aliases: [String]
  private let forms: String
  package let summary: String
  /// Examples, which are complete and valid commands.
  package let examples: [String]
  package let options: [Option]
  /// Whether the command changes the database, which must then not be read-only.
  package let changesRecords: Bool
  package let occasion: Occasion
  package let isOfLoops: Bool
  let mayRunLong: Bool
  package let readsOneState: Bool
  /// Whether `to "FILE"` redirects the output.
  package let printsToFile: Bool
  let takesFile: Bool
  /// Words that are not file names if they follow the verb.
  let formWords: [String]
  /// A word that comes directly before an unquoted file name, for example `to`.
  let fileWord: String?
  /// Minimum number of words between the verb and `fileWord`; these words can be names equal to it.
  let wordsBeforeFileWord: Int

  /// - Parameters:
  ///   - options: The summaries by name and placeholder, for example `svg FILE`.
  ///   - takesReason: Whether the command accepts `--reason`; by default, if it changes records.
  ///   - writesFile: Whether the command writes a file, and so accepts `--replace`.
  ///   - mayRunLong: Whether the command may be slow or wait for the user.
  ///   - readsOneState: Whether the command must read a single state of the store, unaffected by
  ///     concurrent writes. The command then changes nothing and runs no other commands.
  package init(
    _ name: String, aliases: [String] = [], usage: String, summary: String, examples: [String],
    options: KeyValuePairs<String, String> = [:], changesRecords: Bool = false,
    takesReason: Bool? = nil, occasion: Occasion = .always, isOfLoops: Bool = false,
    printsToFile: Bool = false, writesFile: Bool = false, takesFile: Bool = false,
    formWords: [String] = [], fileWord: String? = nil, after wordsBeforeFileWord: Int = 3,
    mayRunLong: Bool = false, readsOneState: Bool = false
  ) {
    (self.name, self.aliases, self.summary) = (name, aliases, summary)
    (forms, self.examples) = (usage, examples)
    let reason = takesReason ?? changesRecords ? [Option.reason] : []
    let replace = writesFile || printsToFile ? [Option.replace] : []
    self.options = options.map { Option($0.key, $0.value) } + replace + reason
    (self.changesRecords, self.occasion, self.isOfLoops) = (changesRecords, occasion, isOfLoops)
    (self.printsToFile, self.takesFile, self.formWords) = (printsToFile, takesFile, formWords)
    (self.fileWord, self.wordsBeforeFileWord) = (fileWord, wordsBeforeFileWord)
    (self.mayRunLong, self.readsOneState) = (mayRunLong, readsOneState)
  }

  /// Computed on demand, because startup creates all verbs.
  package var usage: String {
    guard printsToFile else { return forms }
    return forms.split(separator: " · ").map { $0 + Self.destination }.joined(separator: " · ")
  }

  private static let destination = " [to \"FILE\" [--replace]]"

  package var words: [String] { [name] + aliases }
}

/// The verbs and the types that parse their commands.
///
/// A class, so that all parsers share one instance.
package final class Verbs: Sendable {
  /// The verbs in the order of the help.
  package let all: [Verb]
  /// The name of each verb, followed by its aliases.
  package let words: [String]
  let fileWords: [(word: [UInt8], forms: [[UInt8]])]
  let innerFileWords: [InnerFileWord]
  let valueOptions: [[UInt8]]
  let call: any CommandSyntax.Type
  let foreignHint: @Sendable (String) -> String?
  private let commands: [String: any CommandSyntax.Type]
  private let isLongFunction: @Sendable (String) -> Bool

  /// - Parameters:
  ///   - commands: The words of their verbs must be distinct.
  ///   - foreignHint: Returns a hint for an unknown verb of another program, for example `.tables`.
  ///   - isLongFunction: Whether the function with this name, in lower case, may be slow.
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
  /// A property with the name of a slow function counts as a call.
  func mayRunLong(_ expression: [WrittenToken]) -> Bool {
    expression.contains { token in
      guard case .word(let word) = token.kind else { return false }
      let name = word.lowercased()
      return name == "select" || isLongFunction(name)
    }
  }

  func command(_ word: String) -> (any CommandSyntax.Type)? { commands[word] }
}

struct InnerFileWord: Sendable {
  var verb: [UInt8]
  var word: [UInt8]
  var before: Int
}
