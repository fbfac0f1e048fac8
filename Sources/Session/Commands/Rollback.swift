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
    try session.rollBack()
  }
}

extension Session {
  /// Rolls the open transaction back, with what the session has of it.
  func rollBack() throws(Diagnostic) {
    try attempt(store.rollback())
    try editing.refreshRecords()
    try freeNames()
  }

  /// Frees the names of records that never were, and of what shows them: their numbers are given to
  /// others now.
  private func freeNames() throws(Diagnostic) {
    for (name, binding) in names.all {
      var gone: RecordID?
      for record in binding.records where try !everExisted(record) {
        gone = record
        break
      }
      guard let gone else { continue }
      for field in binding.interactor?.ownFields ?? [] { field.interactor.cancelEditing() }
      binding.interactor?.end()
      names.free(name)
      live.forget(gone)
      say(.warning("\"\(name)\" is no longer a name; \(gone) was rolled back"))
    }
  }

  private func everExisted(_ id: RecordID) throws(Diagnostic) -> Bool {
    // What a form is to make is not the store's to take back.
    if id.isDraft { return true }
    guard store.type(named: id.type) != nil else { return false }
    return try !attempt(
      store.history(of: .record(id), HistoryRange(limit: 1))
    ).isEmpty
  }
}
