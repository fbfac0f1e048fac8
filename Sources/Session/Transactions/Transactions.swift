internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies

/// Changes the store on behalf of the running command, and says what the store warns of.
final class Transactions {
  /// What a command does to many records, in the words of its messages.
  enum BulkOperation: String {
    case change, delete, restore

    fileprivate var done: String {
      switch self {
      case .change: "changed"
      case .delete: "deleted"
      case .restore: "restored"
      }
    }
  }

  /// The most differences that are shown.
  private static let mostDifferences = 10

  /// What was said already of the store's file.
  private var said: Set<Finding> = []
  /// Whether the store is held for the running command, so that nobody is asked anything.
  private var holdsStore = false
  /// How many transactions this session has made.
  private(set) var stored = 0
  /// How many commands run others as one transaction with them.
  private var depth = 0
  /// The warning about the last transaction if it is never committed.
  private(set) var uncommitted: Diagnostic?
  /// Whether the transaction of an atomic run has begun.
  private(set) var isRunBegun = false
  private let store: Store
  private let runner: ScriptRunner
  private let group: CommandGroup?
  private let reason: String?
  private let isForPerson: Bool
  /// What the running command has still to be told of rules that only warn.
  private var warnings = RuleWarnings()
  private let confirm: ((String) -> Bool)?
  /// Asks in place of the prompt while a screen is drawn.
  private var otherQuestioner: ((String) -> Bool)?
  private let say: (Reply) -> Void

  init(
    _ store: Store, _ runner: ScriptRunner, _ configuration: Configuration,
    _ group: CommandGroup?, say: @escaping (Reply) -> Void
  ) {
    self.store = store
    self.runner = runner
    self.group = group
    reason = configuration.reason
    isForPerson = configuration.isForPerson
    confirm = configuration.confirm
    self.say = say
  }

  /// What the store notes of the running command.
  func entry(_ kind: TransactionKind, reason: String? = nil) -> TransactionEntry {
    let command = runner.current
    return TransactionEntry(
      kind, command: isPartOfCommand ? nil : command?.statement.text, source: command?.source,
      reason: reason ?? command?.reason ?? self.reason)
  }

  /// Runs a command that says why it changes something: that is the reason of its transaction, be it
  /// its own or the one that is open.
  func give(
    _ reason: String, at span: SourceSpan, _ body: () throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    guard store.isInTransaction else {
      runner.note(reason: reason)
      return try body()
    }
    try attempt(store.checkTakes(reason: reason), at: span)
    try body()
    if store.isInTransaction { try attempt(store.give(reason: reason), at: span) }
  }

  // MARK: Groups

  /// Commits what the commands of a group have changed, and releases their replies.
  func endGroup() throws(Diagnostic) { try group?.end() }

  /// Notes that another program writes as well, which is given time between groups.
  func noteOtherWriter() { group?.noteOtherWriter() }

  /// Hands the keyboard to a person: what is changed meanwhile is committed at once, for nobody knows
  /// when the next key comes.
  func handingOverKeyboard<Result>(_ body: () -> Result) throws(Diagnostic) -> Result {
    try endGroup()
    let grouped = store.groupsTransactions
    store.groupsTransactions = false
    defer { store.groupsTransactions = grouped }
    return runner.progress.pausing(body)
  }

  /// Notes that the running command has changed something.
  private func noteChange() {
    if !store.isInTransaction { stored += 1 }
    group?.noteChange(by: runner.current)
  }

  /// That somebody has interrupted a command, and what has become of it, for a person.
  ///
  /// - Parameters:
  ///   - before: how many transactions there had been when it began.
  ///   - place: how far it was.
  func interruption(since before: Int, at place: String?) -> Diagnostic {
    var diagnostic = Diagnostic.interrupted
    let count = stored - before
    diagnostic.message = [diagnostic.message, place].compactMap(\.self).joined(separator: " ")
    diagnostic.message +=
      count == 0
      ? "; nothing of it is stored"
      : "; what it did before stays: \(count == 1 ? "1 transaction" : "\(count) transactions")"
    return diagnostic
  }

  // MARK: Several commands

  /// Whether the running command is a part of another one, whose text the log has.
  var isPartOfCommand: Bool { depth > 0 }

  /// Runs commands as one transaction, or as one part of the transaction that is open, with the
  /// text of the running command.
  func asOneTransaction(_ body: () throws(Diagnostic) -> Void) throws(Diagnostic) {
    let entry = entry(.edit)
    depth += 1
    defer { depth -= 1 }
    let count = warnings.count
    do throws(Diagnostic) {
      try store.transaction(entry, mapError: { Diagnostic($0) }, body)
    } catch {
      warnings.removeAll(after: count)
      throw error
    }
    noteChange()
  }

  /// Runs commands in a transaction whose log entry has the texts of those that change something,
  /// as between `begin` and `commit`.
  func inSequence(_ body: () throws(Diagnostic) -> Void) throws(Diagnostic) {
    let entry = TransactionEntry(source: ScriptSource.prompt.name, reason: reason)
    try store.transaction(entry, mapError: { Diagnostic($0) }, body)
    noteChange()
  }

  /// Refuses a command that begins or ends a transaction within another command.
  func checkIsNotPartOfCommand(_ verb: String) throws(Diagnostic) {
    guard isPartOfCommand else { return }
    throw Diagnostic(.refused, "\(verb) is not possible in a block that is one transaction")
  }

  /// Begins a transaction of several commands.
  func begin(reason: String?) throws(Diagnostic) {
    try attempt(store.begin(entry(.edit, reason: reason)))
    uncommitted = runner.placed(
      Diagnostic(.refused, "the transaction begun here was never committed; rolled back"))
  }

  /// Begins the transaction that all of the run is; does nothing after the first command.
  func beginRun() throws(Diagnostic) {
    guard !isRunBegun else { return }
    // Each command adds its own text.
    try attempt(store.begin(TransactionEntry(source: runner.current?.source, reason: reason)))
    isRunBegun = true
  }

  /// Changes the store in a transaction of the running command.
  ///
  /// - Parameters:
  ///   - values: where the values of properties are written, for errors that blame one.
  ///   - readsItself: whether the body reads all that it builds on; otherwise nobody else may have
  ///     written since the command began.
  @discardableResult
  func change<Result>(
    _ body: @autoclosure () throws(StoreError) -> Result, at span: SourceSpan? = nil,
    values: @autoclosure () -> [String: SourceSpan] = [:], as kind: TransactionKind = .edit,
    readsItself: Bool = false
  ) throws(Diagnostic) -> Result {
    let result: Result
    do throws(StoreError) {
      result = try store.transaction(
        entry(kind), ifCurrent: !readsItself, mapError: { $0 }, body)
    } catch {
      throw Self.placed(error, at: span, values)
    }
    noteChange()
    sayWarnings()
    return result
  }

  /// Makes or changes one record by one call of the store, in a transaction of the running command.
  ///
  /// - Parameter values: where the values of properties are written, for errors that blame one.
  func changeOne(
    at span: SourceSpan, values: @autoclosure () -> [String: SourceSpan],
    _ body: () throws(StoreError) -> Void
  ) throws(Diagnostic) {
    do throws(StoreError) {
      try store.change(entry(.edit), ifCurrent: true, body)
    } catch {
      throw Self.placed(error, at: span, values)
    }
    noteChange()
    sayWarnings()
  }

  private static func placed(
    _ error: StoreError, at span: SourceSpan?, _ values: () -> [String: SourceSpan]
  ) -> Diagnostic {
    let diagnostic = Diagnostic(error)
    let place = error.property.flatMap { values()[$0] } ?? span
    return place.map(diagnostic.at) ?? diagnostic
  }

  /// Takes records in, in a transaction of the running command.
  func importing(
    _ entry: TransactionEntry, _ body: () throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    if store.isInTransaction {
      try store.transaction(entry, mapError: { Diagnostic($0) }, body)
    } else {
      // Nothing is kept to go back to but the beginning: of each row it would be some pages.
      try betweenBeginAndCommit(entry, body)
    }
    noteChange()
    sayWarnings()
  }

  /// Mends the store.
  func repair() throws(Diagnostic) -> Repair {
    try attempt(store.repair(entry(.gap)))
  }

  /// Holds the store while the running command is run again, which another program has overtaken;
  /// what it changes is one transaction.
  func holdingTheStore(
    _ body: () throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    // Each part of the transaction adds the text of the command.
    let entry = TransactionEntry(
      source: runner.current?.source, reason: runner.current?.reason ?? reason)
    defer { holdsStore = false }
    try betweenBeginAndCommit(entry) { () throws(Diagnostic) in
      holdsStore = true
      try body()
    }
  }

  private func betweenBeginAndCommit(
    _ entry: TransactionEntry, _ body: () throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    try attempt(store.begin(entry))
    do throws(Diagnostic) {
      try body()
      try attempt(store.commit(reason: nil))
    } catch {
      // The first error is the one to tell; after a commit that nobody answers nothing is open.
      try? store.rollback()
      throw error
    }
  }

  /// Says which rules that only warn the last transaction has left broken; to a person when the
  /// command has ended.
  func sayWarnings() {
    guard !isForPerson else { return warnings.add(store.warnings) }
    for warning in store.warnings {
      var diagnostic = Diagnostic(warning)
      diagnostic.severity = .warning
      say(.diagnostic(runner.placed(diagnostic)))
    }
  }

  /// Runs a command and then tells a person what rules warn of; where it fails, nothing but that.
  func warning(_ body: () throws(Diagnostic) -> Void) throws(Diagnostic) {
    let count = warnings.count
    do throws(Diagnostic) {
      try body()
    } catch {
      warnings.removeAll(after: count)
      throw error
    }
    guard !isPartOfCommand else { return }
    for diagnostic in takeWarnings() { say(.diagnostic(diagnostic)) }
  }

  /// What a person has still to be told of rules that only warn, which is told then.
  func takeWarnings() -> [Diagnostic] {
    defer { warnings = RuleWarnings() }
    if warnings.count == 0 { return [] }
    // A later part of the command may have deleted the record.
    warnings.forget { (try? store.exists($0)) ?? true }
    return warnings.diagnostics
  }

  /// Says what the store has noticed of its file, once.
  func warnOfNotices() {
    for notice in store.notices where said.insert(notice).inserted {
      say(.warning(notice.finding, .store))
    }
  }

  // MARK: Questions

  /// Whether there is a person to ask about the command.
  var asks: Bool {
    !isPartOfCommand && (otherQuestioner != nil || confirm != nil && runner.isAtPrompt)
  }

  /// Asks the person who gave the command, if one did, whether what it does not name may go.
  ///
  /// To be called before the store is held, with the number of what goes in the question.
  ///
  /// - Returns: whether it may; true where nobody is there to ask.
  func agrees(to question: String) throws(Diagnostic) -> Bool {
    guard !isPartOfCommand else { return true }
    if let otherQuestioner { return otherQuestioner(question) }
    guard let confirm, runner.isAtPrompt, runner.current?.agreed != question else { return true }
    if holdsStore {
      throw Diagnostic(StoreError(.overtaken, "the records have changed meanwhile"))
    }
    guard confirm(question) else {
      say(.notice("nothing is deleted"))
      return false
    }
    runner.noteAgreement(to: question)
    return true
  }

  /// Runs something whose questions are not asked at the prompt.
  func asking(
    _ ask: @escaping (String) -> Bool, _ body: () throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    otherQuestioner = ask
    defer { otherQuestioner = nil }
    try body()
  }

  // MARK: Many records

  /// Carries a plan out as one transaction, after a person has seen it and said yes if one is
  /// there.
  ///
  /// - Parameters:
  ///   - plan: what is to become of the records as they are now.
  ///   - apply: stores it.
  /// - Returns: what was done; nil if the person has declined.
  func carryOut(
    _ operation: BulkOperation, at span: SourceSpan, plan: () throws(Diagnostic) -> [RecordChange],
    apply: ([RecordChange]) throws(Diagnostic) -> Void
  ) throws(Diagnostic) -> [RecordChange]? {
    guard let confirm, runner.isAtPrompt, !isPartOfCommand else {
      let done = try changeInOneTransaction(at: span) { () throws(Diagnostic) in
        let changes = try plan()
        try apply(changes)
        return changes
      }
      say(.notice("\(Self.count(done)) \(operation.done)"))
      sayFirst(done)
      return done
    }
    let shown = try plan()
    guard !shown.isEmpty else {
      say(.notice("\(Self.count(shown)) \(operation.done)"))
      return []
    }
    // The store is not locked while a question is open.
    let confirmed = runner.current?.confirmed
    if confirmed != shown {
      if holdsStore {
        throw Diagnostic(StoreError(.overtaken, "the records have changed meanwhile"))
      }
      if confirmed != nil {
        say(.notice("another program has changed the records meanwhile"))
      }
      say(.notice("\(Self.count(shown)) to \(operation.rawValue)"))
      sayFirst(shown)
      guard confirm("\(operation.rawValue) \(Self.count(shown))?") else {
        say(.notice("nothing is \(operation.done)"))
        return nil
      }
      runner.noteConfirmation(of: shown)
    }
    return try changeInOneTransaction(at: span) { () throws(Diagnostic) in
      try apply(shown)
      return shown
    }
  }

  private static func count(_ changes: [RecordChange]) -> String {
    changes.count == 1 ? "1 record" : "\(changes.count) records"
  }

  private func sayFirst(_ changes: [RecordChange]) {
    let count = changes.reduce(0) { $0 + $1.lines.count }
    for line in changes.lazy.flatMap(\.lines).prefix(Self.mostDifferences) {
      say(.notice("  \(line)"))
    }
    if count > Self.mostDifferences { say(.notice("  and \(count - Self.mostDifferences) more")) }
  }

  /// Changes the store in one transaction by a body that throws diagnostics.
  private func changeInOneTransaction<Result>(
    at span: SourceSpan, _ body: () throws(Diagnostic) -> Result
  ) throws(Diagnostic) -> Result {
    let result = try store.transaction(
      entry(.edit), ifCurrent: true, mapError: { Diagnostic($0).at(span) }, body)
    noteChange()
    sayWarnings()
    return result
  }
}
