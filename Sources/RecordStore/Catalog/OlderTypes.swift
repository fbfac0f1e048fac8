internal import Records

extension String {
  /// The definition of a property with its kind in backticks if that is the name of a type: a type
  /// may be older than a kind of the same name.
  ///
  /// - Parameters:
  ///   - property: The name of the property at the start of the definition.
  ///   - types: The names of the types of the store.
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
  /// Throws if the name of a property's kind is also the name of an older type.
  func checkKinds(of type: RecordType) throws(StoreError) {
    for property in type.properties {
      let name = (property.kind.item ?? property.kind).name
      guard property.kind.recordType == nil, let older = types.first(where: { $0.name == name })
      else { continue }
      throw StoreError(.refused, .olderTypeName(older.name))
    }
  }
}
