extension RecordType {
  /// Returns all violations in the values of a record, each with its path, such as `age` or
  /// `tags[2]`.
  ///
  /// Uniqueness, references and rules about several properties are not checked, because they need a
  /// store.
  ///
  /// - Parameters:
  ///   - given: the values by property name.
  ///   - isNew: whether the values are those of a new record, which needs all required properties;
  ///     otherwise they are changes of a record.
  public func violations(of given: [String: Value?], isNew: Bool = true) -> [Violation] {
    let unknown = given.keys.filter { self[$0] == nil }.sorted()
    return unknown.map { Violation.missing($0, of: name) }
      + properties.flatMap { property in
        if let value = given[property.name] { return property.violations(of: value) }
        return isNew && property.isRequired ? [Violation.required(property.name)] : []
      }
  }
}

extension Property {
  /// Returns the violations of a value: one for each invalid item of a list, otherwise at most one.
  public func violations(of value: Value?) -> [Violation] {
    do throws(Violation) {
      try checkIsGiven()
      if case .list(let items)? = value, let item = kind.item {
        let wrong = items.enumerated().flatMap { place, value in
          Property("\(name)[\(place)]", item).violations(of: value)
        }
        if !wrong.isEmpty { return wrong }
      }
      _ = try checked(value)
      return []
    } catch {
      return [error]
    }
  }
}
