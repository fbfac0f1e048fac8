extension FormInteractor {
  /// Returns the field for a violation's path, such as `age` or `lines[0].amount`; nil if the form
  /// has no such field.
  ///
  /// For a whole list or form, or a row that does not exist, returns the first field of the part.
  public func field(at path: String) -> TextFieldInteractor? {
    let name = path.prefix { $0 != "." && $0 != "[" }
    let rest = path.dropFirst(name.count)
    let part = nested.first { part in
      guard let part = part as? PropertyInteractor else { return false }
      return part.propertyName == name && part.subject === subject
    }
    guard let part = part ?? self[String(name)] else { return nil }
    guard !rest.isEmpty else { return part.fields.first }
    if rest.first == ".", let form = part as? FormInteractor {
      return form.field(at: String(rest.dropFirst()))
    }
    guard let place = Int(rest.dropFirst().prefix { $0 != "]" }),
      let list = part as? ListInteractor, list.rows.indices.contains(place)
    else { return part.fields.first }
    let row = list.rows[place].interactor
    let inner = rest.drop { $0 != "." }.dropFirst()
    if let form = row as? FormInteractor, !inner.isEmpty { return form.field(at: String(inner)) }
    return row.fields.first
  }
}
