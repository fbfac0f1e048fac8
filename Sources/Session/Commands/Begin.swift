internal import CommandLanguage
internal import RecordStore

extension Session {
  /// `begin`: begins a transaction of several commands.
  func begin(_ reason: TemplateSyntax?) throws(Diagnostic) {
    let reason = try reason.map { template throws(Diagnostic) in try text(of: template) }
    try attempt(store.begin(entry(.edit, reason: reason)))
  }

  /// `commit`: keeps what was done since `begin`.
  func commit(_ reason: TemplateSyntax?) throws(Diagnostic) {
    let reason = try reason.map { template throws(Diagnostic) in try text(of: template) }
    try attempt(store.commit(reason: reason))
  }

  /// `rollback`: takes back what was done since `begin`.
  func rollback() throws(Diagnostic) {
    try attempt(store.rollback())
    try refreshRecords()
  }
}
