internal import CommandLanguage
internal import RecordStore
internal import Records

extension Session {
  /// `new`: makes a record and prints its reference.
  @discardableResult
  func new(_ command: NewSyntax) throws(Diagnostic) -> RecordID {
    if let name = command.name { try checkIsFree(name) }
    let type = try type(command.type)
    let id = try create(type, try given(command.assignments, for: type), at: command.type.span)
    if let name = command.name { names.bind(name.value, to: .record(id)) }
    say(.reference(id.description))
    return id
  }

  /// Makes a record of the values given and the defaults of its type.
  func create(
    _ type: RecordType, _ given: GivenValues, at span: SourceSpan, in list: Store.ListPlace? = nil
  ) throws(Diagnostic) -> RecordID {
    let values: [Value?]
    do {
      values = try type.initialValues(given.values, at: configuration.present)
    } catch {
      throw Diagnostic(error, at: span)
    }
    let number = try change(
      store.create(type.name, values, in: list), at: span, values: given.spans)
    return RecordID(type.name, number)
  }

  /// The values that a command gives to properties of a type, each at most once.
  func given(
    _ assignments: [AssignmentSyntax], for type: RecordType
  ) throws(Diagnostic) -> GivenValues {
    var given = GivenValues()
    for assignment in assignments {
      let property = try property(assignment.property, of: type)
      try checkIsGiven(property, at: assignment.property.span)
      let value = try value(assignment.value, for: property)
      guard given.add(property.name, value, at: assignment.value.span) else {
        throw Diagnostic(
          .syntax, "\(property.name) is given twice", at: assignment.property.span)
      }
    }
    return given
  }
}
