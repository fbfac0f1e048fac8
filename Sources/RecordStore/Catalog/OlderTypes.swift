internal import Records

extension String {
  /// Puts the kind in a property definition in backticks if a type has the same name; the type can
  /// be older than the kind.
  ///
  /// - Parameter property: The name at the start of the definition.
  func quotingKind(of property: String, _ types: Set<String>) -> String {
    var start = property.asName + ": "
    guard hasPrefix(start) else { return self }
    if hasPrefix(start + "[") { start += "[" }
    let rest = dropFirst(start.count)
    let name = String(rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
    guard types.contains(name), name.isNameOfLaterKind else { return self }
    return start + name.asTypeName + rest.dropFirst(name.count)
  }
}

extension Catalog {
  /// Throws if a property has a kind whose name is also the name of an older type.
  func checkKinds(of type: RecordType) throws(StoreError) {
    for property in type.properties {
      let name = (property.kind.item ?? property.kind).name
      guard property.kind.recordType == nil, let older = types.first(where: { $0.name == name })
      else { continue }
      throw StoreError(.refused, .olderTypeName(older.name))
    }
  }
}
