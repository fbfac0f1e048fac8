internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records

struct RollbackCommand: Command {
  static let verb = Verb(
    "rollback",
    usage: "rollback",
    summary: "Rolls the transaction back.",
    examples: ["rollback"],
    changesRecords: true, occasion: .insideTransaction)

  init(parsing parser: inout Parser) throws(SyntaxError) {}

  func run(in session: Session) throws(Diagnostic) {
    try attempt(session.store.rollback())
    try session.editing.refreshRecords()
    try freeNames(in: session)
  }

  /// Frees the names of records that never were, and of what shows them: their numbers are given to
  /// others now.
  private func freeNames(in session: Session) throws(Diagnostic) {
    for (name, binding) in session.names.all {
      var gone: RecordID?
      for record in binding.records where try !everExisted(record, in: session) {
        gone = record
        break
      }
      guard let gone else { continue }
      for field in binding.interactor?.ownFields ?? [] { field.interactor.cancelEditing() }
      binding.interactor?.end()
      session.names.free(name)
      session.live.forget(gone)
      session.say(.warning("\"\(name)\" is no longer a name; \(gone) was rolled back"))
    }
  }

  private func everExisted(_ id: RecordID, in session: Session) throws(Diagnostic) -> Bool {
    // What a form is to make is not the store's to take back.
    if id.isDraft { return true }
    guard session.store.type(named: id.type) != nil else { return false }
    return try !attempt(
      session.store.history(of: .record(id), HistoryRange(limit: 1))
    ).isEmpty
  }
}
