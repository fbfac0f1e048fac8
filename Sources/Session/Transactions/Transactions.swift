internal import CommandLanguage
internal import RecordStore
internal import Replies
internal import Workspace

final class Transactions {
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

  private static let mostDifferences = 10
  private static let noTransaction = Diagnostic(.refused, "no transaction is open")

  private var said: Set<IntegrityIssue> = []
  /// Whether the store is locked for the running command, so that no question can be asked.
  private var holdsStore = false
  private(set) var stored = 0
  /// Called with the number of each separately committed transaction.
  var noteCommit: ((Int) -> Void)?
  private var depth = 0
  private(set) var uncommitted: Diagnostic?
  private(set) var isRunBegun = false
  /// The transaction opened by `begin` or by a run that is one transaction.
  private var opened: OpenTransaction?
  private let store: Store
  private let runner: ScriptRunner
  private let group: CommandGroup?
  private let reason: String?
  private let isForPerson: Bool
  private var warnings = RuleWarnings()
  private let confirm: ((String) -> Bool)?
  private var otherQuestioner: ((String) -> Bool)?
  /// Whether a field or screen is using the keyboard, so that the prompt cannot ask questions.
  private var isKeyboardHandedOver = false
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

  func entry(_ kind: TransactionKind, reason: String? = nil) -> TransactionEntry {
    let command = runner.current
    return TransactionEntry(
      kind, command: isPartOfCommand ? nil : command?.statement.text, source: command?.source,
      reason: reason ?? command?.reason ?? self.reason)
  }

  /// Sets the reason that is stored with the command's transaction, or with the open transaction.
  func give(
    _ reason: String, at span: SourceSpan, _ body: () throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    guard store.journal.isInTransaction else {
      runner.note(reason: reason)
      return try body()
    }
    try store.write(TransactionEntry(), mapError: Diagnostic.init(store:)) {
      tx throws(Diagnostic) in
      try attempt(tx.checkTakes(reason: reason), at: span)
      try body()
      try attempt(tx.give(reason: reason), at: span)
    }
  }

  func checkTakes(_ reason: String, at span: SourceSpan?) throws(Diagnostic) {
    try attempt(opened?.write.checkTakes(reason: reason), at: span)
  }

  func endGroup() throws(Diagnostic) { try group?.end() }

  func noteOtherWriter() { group?.noteOtherWriter() }

  /// Commits each change at once, because the next key may come much later.
  func handingOverKeyboard<Result>(_ body: () -> Result) throws(Diagnostic) -> Result {
    try endGroup()
    let grouped = store.journal.groupsTransactions
    store.journal.groupsTransactions = false
    let wasHandedOver = isKeyboardHandedOver
    isKeyboardHandedOver = true
    defer {
      store.journal.groupsTransactions = grouped
      isKeyboardHandedOver = wasHandedOver
    }
    return runner.progress.pausing(body)
  }

  private func noteChange() {
    if !store.journal.isInTransaction {
      stored += 1
      if let number = store.journal.takeCommitted() { noteCommit?(number) }
    }
    group?.noteChange(by: runner.current)
  }

  func interruption(since before: Int, at place: String?) -> Diagnostic {
    var diagnostic = Diagnostic.interrupted
    let count = stored - before
    diagnostic.message = [diagnostic.message, place].compactMap(\.self).joined(separator: " ")
    diagnostic.message +=
      count == 0
      ? "; the command stored no changes"
      : "; stored before that: \(count == 1 ? "1 transaction" : "\(count) transactions")"
    return diagnostic
  }

  /// Whether the running command is part of another command, which is logged instead.
  var isPartOfCommand: Bool { depth > 0 }

  /// Runs a closure as one transaction, or as part of the open one. The log entry is the text of
  /// the running command.
  ///
  /// - Parameter isCurrent: Whether to fail if another program has written since the command began.
  func asOneTransaction(
    ifCurrent isCurrent: Bool = false, _ body: () throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    let entry = entry(.edit)
    depth += 1
    defer { depth -= 1 }
    let count = warnings.count
    do throws(Diagnostic) {
      try store.write(entry, ifCurrent: isCurrent, mapError: Diagnostic.init(store:)) {
        _ throws(Diagnostic) in try body()
      }
    } catch {
      warnings.removeAll(after: count)
      throw error
    }
    noteChange()
    sayWarnings()
  }

  /// Runs a closure as one transaction that logs the text of each command, like `begin` and
  /// `commit`.
  func inSequence(_ body: () throws(Diagnostic) -> Void) throws(Diagnostic) {
    let entry = TransactionEntry(source: ScriptSource.prompt.name, reason: reason)
    try store.write(entry, mapError: Diagnostic.init(store:)) {
      _ throws(Diagnostic) in try body()
    }
    noteChange()
    sayWarnings()
  }

  func checkIsNotPartOfCommand(_ verb: String) throws(Diagnostic) {
    guard isPartOfCommand else { return }
    throw Diagnostic(.refused, "\(verb) cannot be used in a block that is one transaction")
  }

  func begin(reason: String?) throws(Diagnostic) {
    opened = try begin(entry(.edit, reason: reason))
    uncommitted = runner.placed(
      Diagnostic(.refused, "the transaction begun here was never committed; rolled back"))
  }

  func beginRun() throws(Diagnostic) {
    guard !isRunBegun else { return }
    // The entry has no text yet; each command adds its own.
    opened = try begin(TransactionEntry(source: runner.current?.source, reason: reason))
    isRunBegun = true
  }

  private func begin(_ entry: TransactionEntry) throws(Diagnostic) -> OpenTransaction {
    do throws(StoreError) {
      return try store.begin(entry)
    } catch {
      throw Diagnostic(error)
    }
  }

  func checkIsOpen() throws(Diagnostic) {
    guard opened != nil else { throw Self.noTransaction }
  }

  func commit(reason: String?) throws(Diagnostic) {
    try checkIsOpen()
    try attempt(opened?.commit(reason: reason))
    opened = nil
    sayWarnings()
  }

  func rollback() throws(Diagnostic) {
    guard let transaction = opened.take() else { throw Self.noTransaction }
    do throws(StoreError) {
      try transaction.rollback()
    } catch {
      throw Diagnostic(error)
    }
  }

  /// - Parameters:
  ///   - values: The spans of property values, for errors.
  ///   - readsItself: Whether the body reads everything it depends on; otherwise the change fails
  ///     if another program has written since the command began.
  @discardableResult
  func change<Result>(
    at span: SourceSpan? = nil, values: @autoclosure () -> [String: SourceSpan] = [:],
    as kind: TransactionKind = .edit, readsItself: Bool = false,
    _ body: (borrowing WriteTransaction) throws(StoreError) -> Result
  ) throws(Diagnostic) -> Result {
    do throws(StoreError) {
      return try write(as: kind, readsItself: readsItself, body)
    } catch {
      let diagnostic = Diagnostic(error)
      let place = error.property.flatMap { values()[$0] } ?? span
      throw place.map(diagnostic.at) ?? diagnostic
    }
  }

  /// Makes a change and rolls it back, so that the user is not asked about a change that fails.
  func rehearse(
    at span: SourceSpan, values: [String: SourceSpan],
    _ body: (borrowing WriteTransaction) throws(StoreError) -> Void
  ) throws(Diagnostic) {
    var isPossible = false
    func attempt(_ tx: borrowing WriteTransaction) throws(StoreError) {
      try body(tx)
      isPossible = true
      throw StoreError(.refused, .fact(.overtaken))
    }
    do throws(StoreError) {
      try store.write(entry(.schema), mapError: { $0 }, attempt)
    } catch {
      if isPossible { return }
      throw Diagnostic(error).at(error.property.flatMap { values[$0] } ?? span)
    }
  }

  func write<Result>(
    as kind: TransactionKind = .edit, readsItself: Bool = false,
    _ body: (borrowing WriteTransaction) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let result = try store.write(
      entry(kind), ifCurrent: !readsItself, mapError: { $0 }, body)
    noteChange()
    sayWarnings()
    return result
  }

  func writeOne(
    _ body: (borrowing WriteTransaction) throws(StoreError) -> Void
  ) throws(StoreError) {
    try store.writeOne(entry(.edit), ifCurrent: true, body)
    noteChange()
    sayWarnings()
  }

  func importing(
    _ entry: TransactionEntry, _ body: (borrowing WriteTransaction) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    if store.journal.isInTransaction {
      try store.write(entry, mapError: { Diagnostic($0) }, body)
    } else {
      // Avoid a savepoint per row, because each would cost several pages.
      try betweenBeginAndCommit(entry, body)
    }
    noteChange()
    sayWarnings()
  }

  func repair() throws(Diagnostic) -> Repair {
    try attempt(store.audit.repair(entry(.gap)))
  }

  /// Locks the store while the running command is retried after a conflict with another program.
  /// Its changes are one transaction.
  func holdingTheStore(
    _ body: () throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    // Leave out the text, because each part of the transaction adds it.
    let entry = TransactionEntry(
      source: runner.current?.source, reason: runner.current?.reason ?? reason)
    defer { holdsStore = false }
    try betweenBeginAndCommit(entry) { _ throws(Diagnostic) in
      holdsStore = true
      try body()
    }
  }

  private func betweenBeginAndCommit(
    _ entry: TransactionEntry, _ body: (borrowing WriteTransaction) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    let transaction = try begin(entry)
    try body(transaction.write)
    try attempt(transaction.commit())
  }

  /// Reports violations of rules of severity `warn` by the last transaction. An interactive user
  /// gets the report at the end of the command.
  func sayWarnings() {
    guard !isForPerson else { return warnings.add(store.journal.warnings) }
    for warning in store.journal.warnings {
      var diagnostic = Diagnostic(warning)
      diagnostic.severity = .warning
      say(.diagnostic(runner.placed(diagnostic)))
    }
  }

  /// Shows an interactive user the warnings of the command, unless it fails.
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

  func takeWarnings() -> [Diagnostic] {
    defer { warnings = RuleWarnings() }
    if warnings.count == 0 { return [] }
    // Drop warnings about records that a later part of the command deleted.
    warnings.forget { (try? store.queries.exists($0)) ?? true }
    return warnings.diagnostics
  }

  func warnOfNotices() {
    for notice in store.notices where said.insert(notice).inserted {
      say(.warning(notice.finding, .store))
    }
  }

  var asks: Bool {
    !isPartOfCommand && (otherQuestioner != nil || confirm != nil && runner.isAtPrompt)
  }

  /// Asks an interactive user whether the command may delete or change data not named in the
  /// command. The question contains the number of records or values.
  ///
  /// - Parameter notice: Printed if the user answers no.
  /// - Throws: ``Diagnostic`` if the store is locked; the command is then retried without the lock.
  /// - Returns: The answer. True if no question is asked: without an interactive user, within
  ///   another command, and if the user has agreed to the same question before a retry.
  func agrees(
    to question: String, otherwise notice: String = "nothing was deleted"
  ) throws(Diagnostic) -> Bool {
    guard !isPartOfCommand else { return true }
    if let otherQuestioner { return otherQuestioner(question) }
    guard let confirm, runner.isAtPrompt, runner.current?.agreed != question else { return true }
    if holdsStore {
      throw Diagnostic(StoreError(.overtaken, .fact(.overtaken)))
    }
    guard confirm(question) else {
      say(.notice(notice))
      return false
    }
    runner.noteAgreement(to: question)
    return true
  }

  /// Asks an interactive user about a command that may be part of another command.
  ///
  /// - Returns: Nil if no user can be asked.
  func answer(to question: String) -> Bool? {
    if let otherQuestioner { return otherQuestioner(question) }
    guard let confirm, runner.isFromPrompt, !isKeyboardHandedOver else { return nil }
    return confirm(question)
  }

  func asking(
    _ ask: @escaping (String) -> Bool, _ body: () throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    otherQuestioner = ask
    defer { otherQuestioner = nil }
    try body()
  }

  /// Carries out a plan as one transaction, after an interactive user has confirmed it.
  ///
  /// - Returns: The changes made; nil if the user has declined.
  func carryOut(
    _ operation: BulkOperation, at span: SourceSpan, plan: () throws(Diagnostic) -> [RecordChange],
    apply: ([RecordChange], borrowing WriteTransaction) throws(Diagnostic) -> Void
  ) throws(Diagnostic) -> [RecordChange]? {
    guard let confirm, runner.isAtPrompt, !isPartOfCommand else {
      let done = try changeInOneTransaction(at: span) { tx throws(Diagnostic) in
        let changes = try plan()
        try apply(changes, tx)
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
    // The store must not be locked while the user is asked.
    let confirmed = runner.current?.confirmed
    if confirmed != shown {
      if holdsStore {
        throw Diagnostic(StoreError(.overtaken, .fact(.overtaken)))
      }
      if confirmed != nil {
        say(.notice("another program has changed the records"))
      }
      say(.notice("\(Self.count(shown)) to \(operation.rawValue)"))
      sayFirst(shown)
      guard confirm("\(operation.rawValue) \(Self.count(shown))?") else {
        say(.notice("nothing was \(operation.done)"))
        return nil
      }
      runner.noteConfirmation(of: shown)
    }
    return try changeInOneTransaction(at: span) { tx throws(Diagnostic) in
      try apply(shown, tx)
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

  private func changeInOneTransaction<Result>(
    at span: SourceSpan, _ body: (borrowing WriteTransaction) throws(Diagnostic) -> Result
  ) throws(Diagnostic) -> Result {
    let result = try store.write(
      entry(.edit), ifCurrent: true, mapError: { Diagnostic($0).at(span) }, body)
    noteChange()
    sayWarnings()
    return result
  }
}
