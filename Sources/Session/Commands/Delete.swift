internal import CommandLanguage
internal import RecordStore
internal import Records

extension Session {
  /// The most records that a deletion names which go with it.
  private static let mostNamed = 10

  /// `delete`: deletes a record; its history stays.
  func delete(_ syntax: Spanned<RecordSyntax>) throws(Diagnostic) {
    try delete(try record(syntax), at: syntax.span)
  }

  /// Deletes a record, and says which others go with it.
  func delete(_ id: RecordID, at span: SourceSpan) throws(Diagnostic) {
    try endEditings(of: id)
    let taken = try store.hasDependents(id.type) ? attempt(store.takenAlong(byDeleting: id)) : []
    for other in taken.dropFirst() { try endEditings(of: other) }
    try change(store.delete(id), at: span)
    if taken.count > 1 {
      let named = taken.dropFirst().prefix(Self.mostNamed).map(\.description)
      let more = taken.count - 1 - named.count
      say(
        .notice(
          "deleted with \(id): \(named.joined(separator: ", "))"
            + (more > 0 ? " and \(more) more" : "")))
    }
    try refreshRecords()
  }
}
