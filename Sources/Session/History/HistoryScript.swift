internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies

/// The commands that come to what is in force of the history: run in a new store, they make the same
/// records under the same numbers, and the same definitions.
///
/// They are made from what was stored, for the text of a command may mean something else in another
/// session, on another day or without the handlers of changes.
struct HistoryScript {
  let store: Store
  let history: TypeHistory
  let configuration: Configuration
  let verbs: Verbs
  private let definitions: any DefinitionReader
  private let emit: (String) -> Void
  /// The transaction that it begins with, whatever the store then has.
  private let first: Int?
  var changes: ScriptedChanges
  /// The next transaction that does more to types than to define new ones.
  private var turn = 0
  /// The texts of the rules as they are left, by their numbers, with those that the store then has.
  ///
  /// They come last: a rule holds for what a whole transaction leaves, and other programs do not
  /// keep it.
  var rules: [Int: (old: String?, new: String?)] = [:]
  /// Why rules could not be written at the end, by their numbers, for kinds have changed since: they
  /// are written where they were.
  private(set) var olderRules: [Int: Diagnostic] = [:]

  /// - Parameters:
  ///   - verbs: the words of the commands, with which definitions are read.
  ///   - definitions: reads rules.
  ///   - emit: takes the lines.
  /// - Throws: ``Diagnostic`` if the values of a property would have to be shown that are masked.
  init(
    of store: Store, since first: Int?, isRevealed: Bool, _ configuration: Configuration,
    _ verbs: Verbs, _ definitions: any DefinitionReader, _ emit: @escaping (String) -> Void
  ) throws(Diagnostic) {
    self.store = store
    self.configuration = configuration
    self.verbs = verbs
    self.definitions = definitions
    self.emit = { emit($0.withRemarkOnOneLine) }
    self.first = first
    history = try attempt(store.typeHistory())
    changes = ScriptedChanges(hasNumbers: first != nil)
    for (number, (rule, condition)) in history.presentRules {
      do {
        _ = try store.compile(rule, condition: condition)
      } catch {
        olderRules[number] = Diagnostic(error)
      }
    }
    if !isRevealed {
      try attempt(history.everyType(since: first ?? 0))
        .checkCanBeWritten(hint: "history --script --reveal")
    }
  }

  /// Writes all of it.
  mutating func write() throws(Diagnostic) {
    if let first {
      for entry in try attempt(store.transactionsInForce(through: first - 1, with: history)) {
        _ = try commands(of: entry)
      }
      rules = rules.filter { $0.value.new != nil }.mapValues { ($0.new, $0.new) }
    }
    for entry in try attempt(store.transactionsInForce(from: first ?? 0, with: history)) {
      try write(entry, try commands(of: entry))
    }
    for remark in changes.remarks { emit(remark) }
    for (number, rule) in rules.sorted(by: { $0.key < $1.key }) where rule.old != rule.new {
      guard let text = try command(rule.old, rule.new) else { continue }
      let refusal = olderRules[number].map {
        "# no command defines it now: \($0.message.onOneLine)"
      }
      if let refusal { emit(refusal) }
      emit(refusal == nil ? text : "# \(text.onOneLine)")
    }
  }

  private func write(_ entry: LogEntry, _ commands: [String]) throws(Diagnostic) {
    guard configuration.isHeard(), !commands.isEmpty else { return }
    // A definition by itself may wait for a type that comes later.
    let isDefinition = commands.count == 1 && entry.kind == .schema
    if !isDefinition, commands != entry.command.map({ [$0] }) {
      let command = entry.command.map { ": \(LogEntry.brief($0))" } ?? ""
      emit("# #\(entry.transaction) by \(entry.actor.onOneLine)\(command.onOneLine)")
    }
    let isBlock = commands.count > 1 || entry.reason != nil && !isDefinition
    guard isBlock else { return commands.forEach(emit) }
    let reason = entry.reason.map { " " + Value.text($0.replacing(":", with: "::")).literal } ?? ""
    for line in ["begin\(reason)"] + commands + ["commit"] { emit(line) }
  }

  /// The commands that do what a transaction did, its rules apart.
  private mutating func commands(of entry: LogEntry) throws(Diagnostic) -> [String] {
    if turn == 0 || entry.transaction >= turn {
      turn = history.turn(after: entry.transaction)
      if history.isTurn(entry.transaction) { return try commands(ofTurn: entry) }
      changes.take(try attempt(history.types(after: entry.transaction)))
    }
    let types = try attempt(history.typeChanges(of: entry.transaction))
    var commands = types.compactMap(\.new?.type.definition)
    for change in try attempt(history.definitionChanges(of: entry.transaction)) {
      switch change.subject {
      case .rule(let number):
        // Until it is written anew, nothing has to keep it.
        if let old = rules[number]?.old { commands.append(try drop(old)) }
        let text = try olderRule(number, change.new, after: entry.transaction)
        rules[number] = (text, change.new)
        commands += [text].compactMap(\.self)
      case .other:
        if let text = try command(change.old, change.new) { commands.append(text) }
      }
    }
    var runs = ChangeRuns()
    try attempt(history.eachChange(of: entry.transaction) { runs.add($0) })
    return commands + (try self.commands(of: runs.all, in: entry.transaction))
  }

  /// The commands that do what a transaction did to records.
  mutating func commands(
    of runs: [ChangeRun], in transaction: Int
  ) throws(Diagnostic) -> [String] {
    let (runs, remarks) = try withDepartures(runs, in: transaction)
    var commands = remarks
    for run in changes.inOrder(runs) { commands += changes.commands(of: run) }
    return commands + changes.commandsAtEnd()
  }

  /// The command that defines a rule which cannot be written at the end; nil if it could not be
  /// defined then either, for an undo brought it back.
  private func olderRule(
    _ number: Int, _ text: String?, after transaction: Int
  ) throws(Diagnostic) -> String? {
    guard let text, olderRules[number] != nil,
      let (rule, condition) = try? definitions.rule(from: text)
    else { return nil }
    let past = try attempt(store.past(at: transaction))
    return (try? past.compile(rule, condition: condition)) == nil ? nil : text
  }

  /// The command that makes of one definition the other.
  private func command(_ old: String?, _ new: String?) throws(Diagnostic) -> String? {
    if let new { return new }
    guard let old else { return nil }
    return try drop(old)
  }

  /// The command that drops what another command has defined.
  func drop(_ text: String) throws(Diagnostic) -> String {
    let command: (any CommandSyntax)?
    do {
      command = try verbs.command(text)
    } catch {
      throw Diagnostic(.store, "the file has a definition that cannot be read: \(error.message)")
    }
    guard let opposite = (command as? any Defining)?.opposite else {
      throw Diagnostic(.store, "no command drops what \"\(text)\" defines")
    }
    return opposite
  }
}

/// A command that defines something, which another command drops.
protocol Defining: CommandSyntax {
  /// The command that drops what it defines; nil where it defines nothing.
  var opposite: String? { get }
}

extension String {
  /// The text without the ends of lines, as a comment needs it.
  var onOneLine: String { split(whereSeparator: \.isNewline).joined(separator: " ") }

  /// The line of a script, of which a comment does not go on as a command where a name in it has
  /// several lines.
  var withRemarkOnOneLine: String { hasPrefix("#") ? onOneLine : self }
}

extension [RecordType] {
  /// Refuses to write the values of records as commands where some of them are masked.
  func checkCanBeWritten(hint: String) throws(Diagnostic) {
    for type in self {
      guard let property = type.properties.first(where: \.kind.isMasked) else { continue }
      throw Diagnostic(
        .refused,
        "the script needs \(type.name.asName).\(property.name.asName) in full, which is masked",
        hint: hint)
    }
  }
}
