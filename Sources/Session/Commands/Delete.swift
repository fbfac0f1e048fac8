internal import CommandLanguage
internal import RecordStore
internal import Records

extension Session {
  /// `delete`: deletes a record; its history stays.
  func delete(_ syntax: Spanned<RecordSyntax>) throws(Diagnostic) {
    let id = try record(syntax)
    try endEditings(of: id)
    try change(store.delete(id), at: syntax.span)
    try refreshRecords()
  }
}
