internal import Records

/// Indexes of properties, which are definitions like others.
extension Store {
  /// The properties of a type that were given an index, in the order of the definition.
  public func indexes(of type: String) -> [String] {
    tables[type].map { table in
      zip(table.properties, table.type.properties)
        .filter { table.indexed.contains($0.0) }.map(\.1.name)
    } ?? []
  }

  /// Makes an index of a property, inside a transaction; does nothing if it was given one.
  ///
  /// The cost is that of sorting the values of all records once, and of keeping them sorted at each
  /// change.
  ///
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/refused`` if an index would be of no
  ///   use, because there is one already or because no comparison of such values can use it.
  public func addIndex(of property: String, in type: String) throws(StoreError) {
    try checkAlive()
    let (table, place) = try indexable(property, type)
    let number = table.properties[place]
    guard !table.indexed.contains(number) else { return }
    if let reason = Self.uselessness(of: table.type.properties[place]) {
      throw StoreError(.refused, "\(type.asName).\(property.asName) \(reason)")
    }
    try write(PropertyIndex(ofProperty: number), table, place, isThere: true)
  }

  /// Takes an index away that was made by ``addIndex(of:in:)``, inside a transaction.
  ///
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/name`` if the property has none.
  public func dropIndex(of property: String, in type: String) throws(StoreError) {
    try checkAlive()
    let (table, place) = try indexable(property, type)
    let number = table.properties[place]
    guard table.indexed.contains(number) else {
      throw StoreError(
        .name, "\(type.asName).\(property.asName) has no index of its own",
        candidates: indexes(of: type))
    }
    try write(PropertyIndex(ofProperty: number), table, place, isThere: false)
  }

  /// The table of a type, and the place of a property in it.
  private func indexable(
    _ property: String, _ type: String
  ) throws(StoreError) -> (Table, Int) {
    let table = try table(type)
    guard let place = table.type.index(of: property) else {
      throw StoreError(
        .name, "\(type.asName) has no property \(property.asName)",
        candidates: table.type.properties.map(\.name))
    }
    try table.checkIsWhole()
    return (table, place)
  }

  /// Why an index of a property would be of no use; nil if it can be used.
  static func uselessness(of property: Property) -> String? {
    if property.isKey { return "is a key, which has an index" }
    if property.isUnique { return "is unique, and so it has an index" }
    if property.kind.isReference { return "is a reference, which has an index" }
    if property.kind.isList { return "is a list, of which there can be no index" }
    if Storage(property).isLong {
      return "has more than 15 digits; no index can be used where such numbers are compared"
    }
    return nil
  }

  private func write(
    _ index: PropertyIndex, _ table: Table, _ place: Int, isThere: Bool
  ) throws(StoreError) {
    let text = index.command(
      type: table.type.name, property: table.type.properties[place].name)
    try apply(index, table, isThere: isThere)
    try writeDefinition(index.object, old: isThere ? nil : text, new: isThere ? text : nil)
  }

  /// Makes or drops what SQLite knows of an index, before its definition is written.
  private func apply(
    _ index: PropertyIndex, _ table: Table, isThere: Bool
  ) throws(StoreError) {
    if isThere {
      table.indexed.insert(index.property)
      guard let object = table.askedIndex(ofProperty: index.property) else { return }
      try engine.execute(object.sql)
    } else {
      if let object = table.askedIndex(ofProperty: index.property) {
        try engine.execute("DROP INDEX IF EXISTS \(object.name)")
      }
      table.indexed.remove(index.property)
    }
  }
}
