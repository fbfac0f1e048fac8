internal import CommandLanguage
internal import Interactors
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
    let taken = try takenAlong(by: id, at: span)
    for other in taken { try endEditings(of: other) }
    try change(store.delete(id), at: span)
    if let words = Self.words(taken) { say(.notice("deleted with \(id): \(words)")) }
    try refreshRecords()
  }

  /// The other records that go with one.
  private func takenAlong(by id: RecordID, at span: SourceSpan) throws(Diagnostic) -> [RecordID] {
    guard store.hasDependents(id.type) else { return [] }
    return Array(try attempt(store.takenAlong(byDeleting: [id]), at: span).dropFirst())
  }

  private static func words(_ taken: [RecordID]) -> String? {
    guard !taken.isEmpty else { return nil }
    let named = taken.prefix(mostNamed).map(\.description)
    let more = taken.count - named.count
    return named.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }

  /// The other records that go with one, in words; nil if there are none.
  func wordsTakenAlong(by id: RecordID, at span: SourceSpan) throws(Diagnostic) -> String? {
    Self.words(try takenAlong(by: id, at: span))
  }

  /// Ends the editings of records that go with others when all are deleted for which a condition
  /// holds.
  func endEditingsTakenAlong(
    by type: RecordType, where condition: BoundExpression, at span: SourceSpan
  ) throws(Diagnostic) {
    let edited = Set(fields.filter { $0.interactor.isEditing }.map(\.record))
    guard !edited.isEmpty, store.hasDependents(type.name) else { return }
    var taken: Set<RecordID> = []
    try forEach(of: type, where: condition, at: span) { id, _ throws(Diagnostic) in
      taken.formUnion(try takenAlong(by: id, at: span))
    }
    for id in edited where taken.contains(id) { try endEditings(of: id) }
  }
}
