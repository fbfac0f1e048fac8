internal import CommandLanguage
internal import RecordStore
internal import Records

/// The commands that come to what is in force of the history: run in a new store, they make the same
/// records under the same numbers, and the same definitions.
///
/// They are made from what was stored, for the text of a command may mean something else in another
/// session, on another day or without the handlers of changes.
struct HistoryScript {
  private let session: Session
  /// The transaction that it begins with, whatever the store then has.
  private let first: Int?
  private var changes: ScriptedChanges
  /// The texts of the rules as they are left, by their numbers, with those they had at first.
  ///
  /// They come last: a rule holds for what a whole transaction leaves, and other programs do not
  /// keep it.
  private var rules: [Int: (old: String?, new: String?)] = [:]

  /// - Throws: ``Diagnostic`` if the values of a property would have to be shown that are masked.
  init(_ session: Session, since first: Int?, isRevealed: Bool) throws(Diagnostic) {
    if !isRevealed { try session.checkCanBeWritten(hint: "history --script --reveal") }
    self.session = session
    self.first = first
    changes = ScriptedChanges(of: session.store.types, hasNumbers: first != nil)
  }

  /// Answers with the commands.
  mutating func say() throws(Diagnostic) {
    let store = session.store
    if let first {
      for entry in try attempt(store.transactionsInForce(through: first - 1)) {
        _ = try commands(of: entry)
      }
      rules = [:]
    }
    for entry in try attempt(store.transactionsInForce(from: first ?? 0)) {
      try say(entry, try commands(of: entry))
    }
    for (_, rule) in rules.sorted(by: { $0.key < $1.key }) where rule.old != rule.new {
      if let text = try Self.command(rule.old, rule.new) { session.say(.text(text)) }
    }
  }

  private func say(_ entry: LogEntry, _ commands: [String]) throws(Diagnostic) {
    guard session.configuration.isHeard(), !commands.isEmpty else { return }
    // A definition by itself may wait for a type that comes later.
    let isDefinition = commands.count == 1 && entry.kind == .schema
    if !isDefinition, commands != entry.command.map({ [$0] }) {
      let command = entry.command.map { ": \(LogEntry.brief($0))" } ?? ""
      session.say(.text("# #\(entry.transaction) by \(entry.actor.onOneLine)\(command.onOneLine)"))
    }
    let isBlock = commands.count > 1 || entry.reason != nil && !isDefinition
    guard isBlock else { return say(commands) }
    let reason = entry.reason.map { " " + Value.text($0.replacing(":", with: "::")).literal } ?? ""
    say(["begin\(reason)"] + commands + ["commit"])
  }

  private func say(_ lines: [String]) {
    for line in lines { session.say(.text(line)) }
  }

  /// The commands that do what a transaction did, its rules apart.
  private mutating func commands(of entry: LogEntry) throws(Diagnostic) -> [String] {
    var commands: [String] = []
    for change in try attempt(session.store.definitionChanges(of: entry.transaction)) {
      switch change.subject {
      case .type(let name):
        if let type = session.store.type(named: name) { commands.append(type.definition) }
      case .rule(let number):
        rules[number] = (rules[number] == nil ? change.old : rules[number]?.old, change.new)
      case .property:
        if entry.transaction >= first ?? 0 {
          throw Diagnostic(
            .refused,
            "#\(entry.transaction) changed the properties of a type, which a script cannot do again "
              + "with the records as they are",
            hint: "history --script since #\(entry.transaction + 1)")
        }
      case .other:
        if let text = try Self.command(change.old, change.new) { commands.append(text) }
      }
    }
    var runs = ChangeRuns()
    try attempt(session.store.eachChange(of: entry.transaction) { runs.add($0) })
    for run in changes.inOrder(runs.all) { commands += changes.commands(of: run) }
    return commands + changes.commandsAtEnd()
  }

  /// The command that makes of one definition the other.
  private static func command(_ old: String?, _ new: String?) throws(Diagnostic) -> String? {
    if let new { return new }
    guard let old else { return nil }
    return try drop(old)
  }

  /// The command that drops what another command has defined.
  private static func drop(_ text: String) throws(Diagnostic) -> String {
    let command: (any CommandSyntax)?
    do {
      command = try StoreReader.command(text)
    } catch {
      throw Diagnostic(.store, "the file has a definition that cannot be read: \(error.message)")
    }
    guard let opposite = command.flatMap({ Session.command($0).opposite }) else {
      throw Diagnostic(.store, "no command drops what \"\(text)\" defines")
    }
    return opposite
  }
}

extension String {
  /// The text without the ends of lines, as a comment needs it.
  var onOneLine: String { split(whereSeparator: \.isNewline).joined(separator: " ") }
}

extension Session {
  /// Refuses to write the values of records as commands where some of them are masked.
  func checkCanBeWritten(hint: String) throws(Diagnostic) {
    for type in store.types {
      guard let property = type.properties.first(where: \.kind.isMasked) else { continue }
      throw Diagnostic(
        .refused,
        "the script needs \(type.name.asName).\(property.name.asName) in full, which is masked",
        hint: hint)
    }
  }
}
