internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records
internal import Validation

/// What a field takes of a property, and the records to choose from if it is a reference.
struct FieldLimits {
  var format: FieldFormat
  var references: ReferenceKeys?
}

extension TextFieldInteractor {
  /// Takes over what a field takes.
  func limit(_ limits: FieldLimits) {
    format = limits.format
    references = limits.references
  }
}

extension Session {
  /// What a field takes of a property, as the records are now.
  func limits(
    of property: Property, _ options: FieldOptions, at span: SourceSpan
  ) throws(Diagnostic) -> FieldLimits {
    if case .reference(let type) = property.kind {
      let keys = try referenceKeys(of: type, at: span)
      return FieldLimits(format: FieldFormat(references: keys), references: keys)
    }
    return FieldLimits(format: try options.format(property, at: span))
  }

  /// Brings a field to its options and to the records that there are now.
  func limit(_ field: AttachedField, at span: SourceSpan) throws(Diagnostic) {
    guard let property = field.interactor.property else { return }
    field.interactor.limit(try limits(of: property, field.options, at: span))
  }

  /// The keys of the records of a type; their names where it has no key.
  private func referenceKeys(
    of name: String, at span: SourceSpan
  ) throws(Diagnostic) -> ReferenceKeys {
    guard let type = store.type(named: name) else { return ReferenceKeys([]) }
    let index = type.key.flatMap { type.index(of: $0.name) }
    var records: [(key: String, record: RecordID)] = []
    do {
      try store.select(Query(name)) { number, values in
        let id = RecordID(name, number)
        records.append((index.flatMap { values[$0]?.description } ?? id.description, id))
      }
    } catch let error as StoreError {
      throw Diagnostic(error).at(span)
    } catch {
      preconditionFailure("the store throws its own errors")
    }
    return ReferenceKeys(records)
  }

  /// Refuses a property that no field can edit.
  func checkHasField(_ property: Property, at span: SourceSpan) throws(Diagnostic) {
    try checkIsGiven(property, at: span)
    guard property.kind.isList else { return }
    throw Diagnostic(
      .refused,
      "\(property.name) is a list, which no field edits; append, insert, move and remove "
        + "change it", at: span)
  }
}
