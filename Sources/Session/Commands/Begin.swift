internal import CommandLanguage
internal import RecordStore

extension Session {
  /// `begin`: begins a transaction of several commands.
  func begin(_ reason: TemplateSyntax?) throws(Diagnostic) {
    let reason = try reason.map { template throws(Diagnostic) in try text(of: template) }
    try attempt(store.begin(entry(.edit, reason: reason)))
  }
}
