internal import Interactors
internal import RecordStore
internal import Records

extension Session {
  /// `rollback`: takes back what was done since `begin`.
  func rollback() throws(Diagnostic) {
    try attempt(store.rollback())
    try refreshRecords()
    try forgetRolledBack()
  }

  /// Frees the names of records that never were, and of what shows them: their numbers are given to
  /// others now.
  private func forgetRolledBack() throws(Diagnostic) {
    for (name, binding) in names.all {
      guard let gone = try firstThatNeverWas(of: binding.records) else { continue }
      for field in binding.interactor?.ownFields ?? [] { field.interactor.cancelEditing() }
      binding.interactor?.end()
      names.free(name)
      live.forget(gone)
      warn("\"\(name)\" is free again, for \(gone) was rolled back")
    }
  }

  private func firstThatNeverWas(of records: [RecordID]) throws(Diagnostic) -> RecordID? {
    for record in records where try !everExisted(record) { return record }
    return nil
  }

  private func everExisted(_ id: RecordID) throws(Diagnostic) -> Bool {
    guard store.type(named: id.type) != nil else { return false }
    return try !attempt(store.history(of: .record(id), HistoryRange(limit: 1))).isEmpty
  }
}
