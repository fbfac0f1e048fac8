internal import CommandLanguage
internal import RecordStore
internal import Records

extension Session {
  /// `set`: gives properties of a record other values.
  func set(_ command: SetSyntax) throws(Diagnostic) {
    switch command {
    case .property(let path, let syntax):
      let (id, property) = try property(path)
      try assign([property.name: try value(syntax, for: property)], to: id, at: path.span)
    case .assignments(let syntax, let assignments):
      let id = try record(syntax)
      guard let type = store.type(named: id.type) else {
        throw Diagnostic(.name, "there is no \(id)", at: syntax.span)
      }
      try assign(try given(assignments, for: type), to: id, at: syntax.span)
    }
  }

  /// Stores values of a record, and then tells those who look at it.
  func assign(
    _ values: [String: Value?], to id: RecordID, at span: SourceSpan
  ) throws(Diagnostic) {
    try endEditings(of: id, except: values.count == 1 ? values.keys.first : nil)
    try change(store.update(id, values), at: span)
    guard let record = live[id] else { return }
    for property in record.type.properties {
      if let value = values[property.name] { record.restore(property.name, to: value) }
    }
  }
}
