internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies
internal import Workspace

/// A script of the effective history. In an empty database, a script of the whole history recreates
/// all definitions, and all records with their numbers.
///
/// The script is derived from the stored changes, because the text of a command may have another
/// meaning in another session, on another day or without the change handlers.
struct HistoryScript {
  let store: Store
  let history: TypeHistory
  let configuration: Configuration
  let verbs: Verbs
  private let definitions: any DefinitionReader
  private let emit: (String) -> Void
  private let first: Int?
  var changes: ScriptedChanges
  private var isWithoutHandlers = false
  private var turn = 0
  /// For each rule, by number, its definition so far in the script's database, and its final
  /// definition.
  ///
  /// Rules are written last, because they apply to whole transactions, and other programs do not
  /// enforce them.
  var rules: [Int: (old: String?, new: String?)] = [:]
  /// The errors of rules that cannot be written last, because kinds have changed since their
  /// definition. These rules are written at their original position.
  private(set) var olderRules: [Int: Diagnostic] = [:]

  /// - Throws: ``Diagnostic`` if the script would reveal masked values.
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
    history = try attempt(store.history.typeHistory())
    changes = ScriptedChanges(hasNumbers: first != nil)
    for (number, (rule, condition)) in history.presentRules {
      do {
        _ = try store.queries.compile(rule, condition: condition)
      } catch {
        olderRules[number] = Diagnostic(error)
      }
    }
    if !isRevealed {
      try attempt(history.everyType(since: first ?? 0))
        .checkCanBeWritten(hint: "history --script --reveal")
    }
  }

  mutating func write() throws(Diagnostic) {
    if let first {
      for entry in try attempt(store.history.transactionsInForce(through: first - 1, with: history))
      {
        _ = try commands(of: entry)
      }
      rules = rules.filter { $0.value.new != nil }.mapValues { ($0.new, $0.new) }
      if store.schema.keptDefinitions.contains(where: { $0.kind == .handler }) { leaveHandlers() }
    }
    for entry in try attempt(store.history.transactionsInForce(from: first ?? 0, with: history)) {
      try write(entry, try commands(of: entry))
    }
    for remark in changes.remarks { emit(remark) }
    defer { if isWithoutHandlers { emit(KeptHandlers.switchOn) } }
    for (number, rule) in rules.sorted(by: { $0.key < $1.key }) where rule.old != rule.new {
      guard let text = try command(rule.old, rule.new) else { continue }
      let refusal = olderRules[number].map {
        "# this rule can no longer be defined: \($0.message.onOneLine)"
      }
      if let refusal { emit(refusal) }
      emit(refusal == nil ? text : "# \(text.onOneLine)")
    }
  }

  private mutating func leaveHandlers() {
    guard !isWithoutHandlers else { return }
    isWithoutHandlers = true
    emit(KeptHandlers.switchOff)
  }

  private mutating func write(_ entry: LogEntry, _ commands: [String]) throws(Diagnostic) {
    guard configuration.isHeard(), !commands.isEmpty else { return }
    if commands.contains(where: KeptHandlers.defines) { leaveHandlers() }
    // A definition outside of a block may refer to a type that is defined later.
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
        // Drop the earlier version, which must not be enforced until the new version is written.
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

  mutating func commands(
    of runs: [ChangeRun], in transaction: Int
  ) throws(Diagnostic) -> [String] {
    let (runs, remarks) = try withDepartures(runs, in: transaction)
    var commands = remarks
    for run in changes.inOrder(runs) { commands += changes.commands(of: run) }
    return commands + changes.commandsAtEnd()
  }

  /// The definition of a rule that must be written at its original position; nil for other rules,
  /// and for a rule that an undo restored when it was already invalid.
  private func olderRule(
    _ number: Int, _ text: String?, after transaction: Int
  ) throws(Diagnostic) -> String? {
    guard let text, olderRules[number] != nil,
      let (rule, condition) = try? definitions.rule(from: text)
    else { return nil }
    let past = try attempt(store.past(at: transaction))
    return (try? past.queries.compile(rule, condition: condition)) == nil ? nil : text
  }

  private func command(_ old: String?, _ new: String?) throws(Diagnostic) -> String? {
    if let new { return new }
    guard let old else { return nil }
    return try drop(old)
  }

  func drop(_ text: String) throws(Diagnostic) -> String {
    let command: (any CommandSyntax)?
    do {
      command = try verbs.command(text)
    } catch {
      throw Diagnostic(
        .store, "the database has a definition that cannot be read: \(error.message)")
    }
    guard let opposite = (command as? any SessionCommand)?.opposite else {
      throw Diagnostic(.store, "no command can drop the definition \"\(text)\"")
    }
    return opposite
  }
}

extension String {
  var onOneLine: String { split(whereSeparator: \.isNewline).joined(separator: " ") }

  /// A comment must stay on one line, so that a newline in a name does not begin a command.
  var withRemarkOnOneLine: String { hasPrefix("#") ? onOneLine : self }
}

extension [RecordType] {
  func checkCanBeWritten(hint: String) throws(Diagnostic) {
    for type in self {
      guard let property = type.properties.first(where: \.kind.isMasked) else { continue }
      throw Diagnostic(
        .refused,
        "the script would reveal \(type.name.asName).\(property.name.asName), which is masked",
        hint: hint)
    }
  }
}

/// Handles records that `revert` or another program removed from a list without deleting them. No
/// command can do that, so the script deletes and recreates the records.
extension HistoryScript {
  /// Adds a deletion and a creation for each record that was removed from a list. Optional
  /// references to the record are cleared before and set again after.
  ///
  /// - Returns: The runs, and comments on records that cannot be recreated, because a required
  ///   property refers to them or one of their lists has items.
  func withDepartures(
    _ runs: [ChangeRun], in transaction: Int
  ) throws(Diagnostic) -> (runs: [ChangeRun], remarks: [String]) {
    guard runs.contains(where: { changes.listLeft(by: $0) != nil }) else { return (runs, []) }
    let past = try attempt(store.past(at: transaction - 1))
    var result: [ChangeRun] = []
    var remarks: [String] = []
    for (place, run) in runs.enumerated() {
      guard let list = changes.listLeft(by: run) else {
        result.append(run)
        continue
      }
      let referrers = try referrers(to: run.record, in: past)
      guard let referrers, let values = try values(of: run.record, in: past) else {
        remarks.append(
          "# \(run.record) was removed from \(list.owner).\(list.name.asName); the script cannot "
            + "repeat this, because a required property refers to \(run.record) or a list of "
            + "\(run.record) has items")
        continue
      }
      var (deletion, creation) = (ChangeRun(of: run.record), ChangeRun(of: run.record))
      (deletion.exists, creation.existed) = (false, false)
      for (name, value) in values { deletion.values[name] = (value, nil) }
      for earlier in runs[..<place] where earlier.record == run.record {
        for (name, value) in earlier.values { deletion.values[name] = (value.new, nil) }
      }
      for (name, value) in run.values { deletion.values[name] = (value.old, nil) }
      creation.values = deletion.values.mapValues { (nil, $0.old) }
      for (name, value) in run.values { creation.values[name] = (nil, value.new) }
      let value = Value.reference(run.record)
      result += referrers.map { Self.run($0.record, $0.property, from: value, to: nil) }
      result += [deletion, creation]
      result += referrers.map { Self.run($0.record, $0.property, from: nil, to: value) }
    }
    return (result, remarks)
  }

  private static func run(
    _ record: RecordID, _ property: String, from old: Value?, to new: Value?
  ) -> ChangeRun {
    var run = ChangeRun(of: record)
    run.values[property] = (old, new)
    return run
  }

  /// The record's former values by property; nil if a list of the record had items, because the list
  /// would be lost with the record.
  private func values(
    of record: RecordID, in past: Store
  ) throws(Diagnostic) -> [String: Value]? {
    guard let type = past.schema.type(named: record.type),
      let values = try attempt(past.queries.values(of: record))
    else { return nil }
    var named: [String: Value] = [:]
    for (property, value) in zip(type.properties, values) where !property.isComputed {
      guard let value else { continue }
      if property.inverse != nil { continue }
      guard property.kind.isListOfRecords else {
        named[property.name] = value
        continue
      }
      if value != .list([]) { return nil }
    }
    return named
  }

  /// The records that refer to the record; nil if one of the references is required.
  private func referrers(
    to record: RecordID, in past: Store
  ) throws(Diagnostic) -> [(record: RecordID, property: String)]? {
    var referrers: [(record: RecordID, property: String)] = []
    for type in past.schema.types {
      let references = type.properties.enumerated().filter {
        $0.element.kind == .reference(to: record.type)
      }
      guard !references.isEmpty else { continue }
      let records = try attempt(past.queries.select(RecordQuery(type.name)))
      while let (number, values) = try attempt(records.next()) {
        let id = RecordID(type.name, number)
        for (index, property) in references
        where values[index] == .reference(record) && id != record {
          guard property.isOptional else { return nil }
          referrers.append((id, property.name))
        }
      }
    }
    return referrers
  }
}
