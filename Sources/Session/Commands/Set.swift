internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records

extension Session {
  /// `set`: gives properties of a record other values.
  func set(_ command: SetSyntax) throws(Diagnostic) {
    switch command {
    case .property(let path, let syntax):
      let place = try place(path)
      if place.index == nil {
        try checkIsGiven(place.property, at: path.steps.last?.name.span ?? path.span)
      }
      if place.index != nil, case .records = place.property.kind {
        throw Diagnostic(
          .refused, "an item of a list of records is not set; insert and remove change the list",
          at: path.span)
      }
      let new = try value(syntax, for: place.target)
      if let index = place.index {
        guard let new else {
          throw Diagnostic(.value, "a list holds values, not nil", at: syntax.span)
        }
        return try change(place, at: path.span) { items throws(Diagnostic) in items[index] = new }
      }
      var given = GivenValues()
      _ = given.add(place.property.name, new, at: syntax.span)
      try assign(given, to: place.record, at: path.span)
    case .assignments(let syntax, let assignments):
      let id = try record(syntax)
      guard let type = store.type(named: id.type) else {
        throw Diagnostic(.name, "there is no \(id)", at: syntax.span)
      }
      try assign(try given(assignments, for: type), to: id, at: syntax.span)
    case .all(let records, let assignments): try setAll(records, assignments)
    }
  }

  /// Stores values of a record, and then tells those who look at it.
  func assign(
    _ given: GivenValues, to id: RecordID, at span: SourceSpan
  ) throws(Diagnostic) {
    let values = given.values
    try endEditings(of: id, except: values.count == 1 ? values.keys.first : nil)
    try change(store.update(id, values), at: span, values: given.spans)
    try live.bring { () throws(Diagnostic) in show(values, of: id) }
  }

  /// Tells those who look at a record of values that were stored.
  func show(_ values: [String: Value?], of id: RecordID) {
    guard let record = live[id] else { return }
    record.restore(values)
    for property in record.type.properties {
      guard let value = values[property.name] else { continue }
      for field in fields where field.record == id && field.interactor.propertyName == property.name
      {
        field.known = value
        field.interactor.changeOriginal(to: value)
      }
    }
  }
}
