internal import CommandLanguage
internal import RecordStore
internal import Replies

/// A run of which everything is kept or nothing.
extension Session {
  /// Refuses commands that begin or end transactions, or need that none is open.
  func checkIsPossibleInAtomicRun(_ command: any Command) throws(Diagnostic) {
    let verb = type(of: command).verb
    guard verb.occasion != .always else { return }
    throw Diagnostic(
      .refused, "\(verb.name) is not possible in an atomic run, all of which is one transaction")
  }

  /// Commits the run if it went well, and rolls it back otherwise.
  ///
  /// - Returns: the status it ends with.
  func endAtomicRun(withStatus status: Int) -> Int {
    var result = status
    if status == ScriptRunner.Status.success.rawValue {
      do throws(Diagnostic) {
        try awaited.check()
        try attempt(store.commit(reason: nil))
        return status
      } catch {
        say(.diagnostic(error))
        result = ScriptRunner.Status.failure.rawValue
      }
    }
    do throws(Diagnostic) {
      try attempt(store.rollback())
      try editing.refreshRecords()
      say(.warning("all of the run is rolled back"))
    } catch {
      say(.diagnostic(error))
    }
    return result
  }
}
