internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records

extension Session {
  /// Runs one command.
  func execute(_ statement: Statement) throws(Diagnostic) {
    let outer = current
    current = RunningCommand(statement: statement, source: source(of: statement))
    defer { current = outer }
    do {
      try followOtherPrograms()
      try checkLabels()
      try runToItsEnd(statement.command)
      updateLabels()
      try checkLabels()
    } catch {
      updateLabels()
      interruption = nil
      throw error.at(statement.span)
    }
  }

  /// Runs a command, and again where another program has changed what it was to build on: then with
  /// the store held, unless a person has to be asked.
  private func runToItsEnd(_ command: Command) throws(Diagnostic) {
    while true {
      do throws(Diagnostic) {
        return try run(command)
      } catch {
        guard error.isOvertaken else { throw error }
      }
      do throws(Diagnostic) {
        return try runAgain(command)
      } catch {
        guard error.isOvertaken else { throw error }
        try followOtherPrograms()
      }
    }
  }

  /// Runs a command while no other program can write; what it says is held back until it is
  /// committed.
  private func runAgain(_ command: Command) throws(Diagnostic) {
    let entry = TransactionEntry(source: current?.source, reason: configuration.reason)
    try attempt(store.begin(entry))
    held = []
    do throws(Diagnostic) {
      try followOtherPrograms()
      try run(command)
      try attempt(store.commit(reason: nil))
    } catch {
      held = nil
      try attempt(store.rollback())
      try refreshRecords()
      throw error
    }
    let replies = held ?? []
    held = nil
    for reply in replies { say(reply) }
  }

  private func run(_ command: Command) throws(Diagnostic) {
    switch command {
    case .define(let command): try define(command)
    case .types: try listTypes()
    case .describe(let name): try describe(name)
    case .rule(let command): try rule(command)
    case .drop(let command): try drop(command)
    case .new(let command): try new(command)
    case .put(let command): try put(command)
    case .let(let command): try bind(command)
    case .set(let command): try set(command)
    case .get(let command): try get(command)
    case .show(let command): try show(command)
    case .list(let query): try list(query)
    case .count(let query): try count(query)
    case .delete(.record(let record)): try delete(record)
    case .delete(.all(let records)): try deleteAll(records)
    case .append(let command): try append(command)
    case .insert(let command): try insert(command)
    case .move(let command): try move(command)
    case .remove(let command): try remove(command)
    case .label(let command): try label(command)
    case .field(let command): try field(command)
    case .form(let command): try form(command)
    case .nest(let command): try nest(command)
    case .unnest(let name): try unnest(name)
    case .attach(let command): try attach(command)
    case .type(let command): try type(command)
    case .edit(let command): try edit(command)
    case .interactors: listInteractors()
    case .activate(let name): try activate(name)
    case .deactivate(let name): try deactivate(name)
    case .detach(let name): try detach(name)
    case .begin(let reason): try begin(reason)
    case .commit(let reason): try commit(reason)
    case .rollback: try rollback()
    case .undo(let command): try undo(command)
    case .redo(let count): try redo(count)
    case .log(let command): try log(command)
    case .history(let command): try history(command)
    case .check: try check()
    case .sql(let statement): try sql(statement)
    case .include(let file): try include(file)
    case .echo(let template): try echo(template)
    case .expect(let command): try expect(command)
    case .option(let command): try option(command)
    case .help(let topic): try help(topic)
    case .exit(let status): exit(status)
    }
  }

  // MARK: The store

  /// Asks the store for something, saying its errors in the session's terms.
  @discardableResult
  func attempt<Result>(
    _ body: @autoclosure () throws(StoreError) -> Result, at span: SourceSpan? = nil
  ) throws(Diagnostic) -> Result {
    do {
      return try body()
    } catch {
      let diagnostic = Diagnostic(error)
      throw span.map(diagnostic.at) ?? diagnostic
    }
  }

  /// Changes the store in a transaction, which is the present command's.
  ///
  /// - Parameters:
  ///   - values: where the values of properties stand, for errors that blame one.
  ///   - readsItself: whether the body reads all that it builds on; otherwise nobody else may have
  ///     written since the command began.
  @discardableResult
  func change<Result>(
    _ body: @autoclosure () throws(StoreError) -> Result, at span: SourceSpan? = nil,
    values: [String: SourceSpan] = [:], as kind: TransactionKind = .edit,
    readsItself: Bool = false
  ) throws(Diagnostic) -> Result {
    do {
      let result = try store.transaction(entry(kind), ifCurrent: !readsItself) { try body() }
      sayWarnings()
      return result
    } catch let error as StoreError {
      let diagnostic = Diagnostic(error)
      let place = error.property.flatMap { values[$0] } ?? span
      throw place.map(diagnostic.at) ?? diagnostic
    } catch {
      preconditionFailure("the store throws its own errors")
    }
  }

  /// Says which rules that only warn the last transaction has left broken.
  func sayWarnings() {
    for warning in store.warnings {
      var diagnostic = Diagnostic(warning)
      diagnostic.severity = .warning
      if let current { diagnostic = diagnostic.at(current.statement.span) }
      say(.diagnostic(scripts.last?.placed(diagnostic) ?? diagnostic))
    }
  }

  /// What the store notes of the present command.
  func entry(_ kind: TransactionKind, reason: String? = nil) -> TransactionEntry {
    TransactionEntry(
      kind, command: current?.statement.text, source: current?.source,
      reason: reason ?? configuration.reason)
  }

  private func source(of statement: Statement) -> String {
    guard let script = scripts.last else { preconditionFailure("a command stands in a script") }
    return script.name == Self.promptName
      ? script.name : "\(script.name):\(statement.span.start.line)"
  }

  /// Takes over what other programs have written since the last command.
  private func followOtherPrograms() throws(Diagnostic) {
    if try attempt(store.refresh()) {
      warnOfNotices()
      try refreshRecords(ofOthers: true)
    }
    updateLabels(isLater: true)
  }

  /// Says what the store has noticed of its file, once.
  func warnOfNotices() {
    for notice in store.notices where said.insert(notice).inserted { warn(notice.finding, .store) }
  }

  /// Brings the live records to what the store has; a property that is edited keeps its value,
  /// unless it was this session that changed it in the store.
  ///
  /// - Parameter ofOthers: whether other programs have changed the store, which Return then finds.
  func refreshRecords(ofOthers: Bool = false) throws(Diagnostic) {
    let edited = fields.filter(\.interactor.isEditing)
    try live.bring(all: true) { () throws(Diagnostic) in
      var gone: [(id: RecordID, record: Record)] = []
      for (id, record) in live.all {
        if let values = try storedValues(of: record, id) {
          take(values, into: record, id, ofOthers: ofOthers, edited)
        } else {
          gone.append((id, record))
        }
      }
      // Last, so that a row is gone from its form before its record has nothing to show.
      for (id, record) in gone { take(nil, into: record, id, ofOthers: ofOthers, edited) }
    }
    updateLabels()
  }

  /// Brings one live record to what the store has, as ``refreshRecords(ofOthers:)`` does.
  func refresh(_ record: Record, _ id: RecordID, ofOthers: Bool) throws(Diagnostic) {
    let edited = fields.filter { $0.record == id && $0.interactor.isEditing }
    take(try storedValues(of: record, id), into: record, id, ofOthers: ofOthers, edited)
  }

  /// The values that the store has for a live record; nil where that is gone.
  private func storedValues(
    of record: Record, _ id: RecordID
  ) throws(Diagnostic) -> [Value?]? {
    // A type may be gone as well, with the transaction that defined it.
    guard store.type(named: id.type) == record.type else { return nil }
    return try attempt(store.values(of: id))
  }

  private func take(
    _ stored: [Value?]?, into record: Record, _ id: RecordID, ofOthers: Bool,
    _ edited: [AttachedField]
  ) {
    var values = stored ?? record.type.properties.map { _ in nil }
    var isEdited = false
    for field in edited where field.record == id && field.interactor.isEditing {
      let name = field.interactor.propertyName
      guard let index = record.type.index(of: name) else { continue }
      field.interactor.changeOriginal(to: values[index])
      // What this session has taken back is a change from elsewhere to the field, and is shown.
      let isTakenBack = !ofOthers && field.known != values[index]
      if !ofOthers { field.known = values[index] }
      guard stored != nil, !isTakenBack else { continue }
      values[index] = record[name]
      isEdited = true
    }
    record.refresh(isEdited ? computed(values, of: id, record.type) : values)
  }
}
