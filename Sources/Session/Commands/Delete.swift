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
    let others = try takenAlong(byDeleting: [id])
    try change(store.delete(id), at: span)
    sayTaken(others, with: id.description)
    try refreshRecords()
  }

  /// What goes with records that are deleted; the editings of it are ended.
  func takenAlong(byDeleting ids: [RecordID]) throws(Diagnostic) -> [RecordID] {
    guard let type = ids.first?.type, store.hasDependents(type) else { return [] }
    let others = try attempt(store.takenAlong(byDeleting: ids)).dropFirst(ids.count)
    for other in others { try endEditings(of: other) }
    return Array(others)
  }

  /// Says which records have gone with others.
  func sayTaken(_ others: [RecordID], with what: String) {
    guard !others.isEmpty else { return }
    let named = others.prefix(Self.mostNamed).map(\.description)
    let more = others.count > named.count ? " and \(others.count - named.count) more" : ""
    say(.notice("deleted with \(what): \(named.joined(separator: ", "))\(more)"))
  }
}
