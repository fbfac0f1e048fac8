/// A word that begins a command, with what there is to say about it.
public struct Verb: Sendable {
  typealias Reader = @Sendable (inout Parser) throws(SyntaxError) -> Command

  /// When a command is possible.
  public enum Occasion: Hashable, Sendable {
    /// Always.
    case always
    /// Between `begin` and `commit` or `rollback`.
    case insideTransaction
    /// Anywhere else.
    case outsideTransaction
  }

  /// The word.
  public let name: String
  /// Other words for the same.
  public let aliases: [String]
  /// The forms of the command in one line, with ` · ` between two.
  public let synopsis: String
  /// What it does, in a sentence.
  public let summary: String
  /// Commands that show its use; each can be read.
  public let examples: [String]
  /// The options it takes, without `--`.
  public let options: [String]
  /// What each of the options does, as it would be said in a list of them.
  public let optionSummaries: [String]
  /// Whether it is there to change records or types, which a store that is only read refuses.
  public let changesRecords: Bool
  /// When it is possible.
  public let occasion: Occasion
  /// Whether a file name that need not be quoted follows it.
  let takesFile: Bool
  let read: Reader

  init(
    _ name: String, aliases: [String] = [], synopsis: String, summary: String,
    examples: [String], options: KeyValuePairs<String, String> = [:],
    changesRecords: Bool = false, occasion: Occasion = .always, takesFile: Bool = false,
    read: @escaping Reader
  ) {
    self.name = name
    self.aliases = aliases
    self.synopsis = synopsis
    self.summary = summary
    self.examples = examples
    self.options = options.map(\.key)
    optionSummaries = options.map(\.value)
    self.changesRecords = changesRecords
    self.occasion = occasion
    self.takesFile = takesFile
    self.read = read
  }

  /// Every verb, in the order in which help lists them.
  public static let all: [Verb] = [
    define, types, describe, rule, drop,
    new, put, `let`, set, get, show, list, count, delete, append, insert, move, remove,
    label, field, form, nest, unnest, attach, type, edit, interactors, activate, deactivate, detach,
    begin, commit, rollback, undo, redo, log, history, check, sql,
    include, echo, expect, option, help, exit,
  ]

  /// The verb called `name`, also by one of its other names.
  public static func named(_ name: String) -> Verb? { byName[name] }

  /// Every word that begins a command, those for the same verb side by side.
  public static let words: [String] = all.flatMap { [$0.name] + $0.aliases }

  private static let byName: [String: Verb] = {
    var byName: [String: Verb] = [:]
    for verb in all {
      for word in [verb.name] + verb.aliases { byName[word] = verb }
    }
    return byName
  }()

  /// The words that a file name follows, as the tokenizer meets them.
  static let fileVerbs: [[UInt8]] = all.filter(\.takesFile).map { Array($0.name.utf8) }
}
