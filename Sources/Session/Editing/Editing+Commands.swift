internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies
internal import Workspace

/// Variants for commands; their errors have the source positions of values.
extension Editing {
  func create(
    _ type: RecordType, _ given: GivenValues, number: Spanned<Int>? = nil, at span: SourceSpan,
    in list: Store.ListPlace? = nil
  ) throws(Diagnostic) -> RecordID {
    try perform(
      create(type, given.values, number: number?.value, in: list), at: number?.span ?? span,
      values: given.spans)
  }

  func recreate(
    _ id: RecordID, of type: RecordType, _ given: GivenValues, at span: SourceSpan
  ) throws(Diagnostic) {
    try perform(recreate(id, of: type, given.values), at: span, values: given.spans)
  }

  /// Throws if the form of the list's record has changed the list.
  func endEditings(of list: PropertyPlace) throws(Diagnostic) {
    try inWorkspace(checkIsFinished(list.property.name, of: list.record))
    try inWorkspace(endEditings(of: list.record))
  }

  /// A draft keeps the values until its form is stored.
  func assign(
    _ given: GivenValues, to id: RecordID, at span: SourceSpan
  ) throws(Diagnostic) {
    if let only = given.only {
      return try assign(only.value, to: only.property, of: id, at: span, valueAt: only.span)
    }
    try perform(assign(given.values, to: id), at: span, values: given.spans)
  }

  func assign(
    _ value: Value?, to property: String, of id: RecordID, at span: SourceSpan,
    valueAt place: SourceSpan
  ) throws(Diagnostic) {
    try perform(
      assign(value, to: property, of: id), at: span, values: [property: place])
  }

  func change(
    _ list: PropertyPlace, at span: SourceSpan, _ body: (inout [Value]) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    try inWorkspace(checkIsChosen(list.property.name, of: list.record))
    var items = try inWorkspace(workspace.reader.items(of: list), at: span)
    try body(&items)
    try assign(
      .list(items), to: list.property.name, of: list.record, at: span, valueAt: span)
  }
}

private func perform<Result>(
  _ body: @autoclosure () throws(WorkspaceError) -> Result, at span: SourceSpan,
  values: @autoclosure () -> [String: SourceSpan]
) throws(Diagnostic) -> Result {
  do {
    return try body()
  } catch {
    let property: String? = if case .store(let error) = error { error.property } else { nil }
    throw error.diagnostic(at: property.flatMap { values()[$0] } ?? span)
  }
}
