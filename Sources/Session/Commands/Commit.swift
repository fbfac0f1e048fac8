internal import CommandLanguage
internal import RecordStore

extension Session {
  /// `commit`: keeps what was done since `begin`.
  func commit(_ reason: TemplateSyntax?) throws(Diagnostic) {
    let reason = try reason.map { template throws(Diagnostic) in try text(of: template) }
    try checkAwaitedTypes()
    try attempt(store.commit(reason: reason))
  }
}
