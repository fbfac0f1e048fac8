public import Records

extension Store {
  /// Adds a type, inside a transaction; does nothing if it is there as it is.
  ///
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/refused`` if there is a different one of
  ///   that name, in any case; it names the first difference.
  public func define(_ type: RecordType) throws(StoreError) {
    try checkAlive()
    if let same = types.first(where: { $0.name.lowercased() == type.name.lowercased() }) {
      if same == type { return }
      throw StoreError(.refused, Self.difference(same, type))
    }
    let taken = try engine.value(
      "SELECT name FROM sqlite_schema WHERE name = ?1 COLLATE NOCASE", .text(type.name))
    guard taken == .null else {
      throw StoreError(
        .refused, "another program has made a table \(type.name.asName) in \(location)")
    }
    // Even a definition that fails half-way has to be read back from the file.
    open?.definitions += 1
    let table = try writeDefinition(of: type)
    try engine.execute(table.creation)
    for trigger in table.triggers { try engine.execute(trigger) }
    try saveSchemaVersion()
    setTables(types.compactMap { tables[$0.name] } + [table])
    schemaVersion = try currentSchemaVersion()
  }

  /// Writes a new type and its properties, each as the text of its definition.
  private func writeDefinition(of type: RecordType) throws(StoreError) -> Table {
    let id = (try engine.value("SELECT max(id) FROM wb_type").integer ?? 0) + 1
    let first = (try engine.value("SELECT max(id) FROM wb_prop").integer ?? 0) + 1
    let table = Table(
      id: id, type, existence: first, properties: type.properties.indices.map { first + 1 + $0 })
    try engine.run(
      "INSERT INTO wb_type(id, name, tbl) VALUES(?1, ?2, ?2)", .integer(id), .text(type.name))
    try addDefinition("type:\(id)", "define \(type.name.asName)")
    let insertion = "INSERT INTO wb_prop(id, type, name, col, kind) VALUES(?1, ?2, ?3, ?4, ?5)"
    try engine.run(insertion, .integer(first), .integer(id), .text(""), .null, .text(""))
    for (number, property) in zip(table.properties, type.properties) {
      try engine.run(
        insertion, .integer(number), .integer(id), .text(property.name), .text(property.name),
        .text(property.kind.name))
      try addDefinition("prop:\(number)", property.definition)
      open?.definitions += 1
    }
    return table
  }

  private func addDefinition(_ object: String, _ text: String) throws(StoreError) {
    try engine.run(
      "INSERT INTO wb_def(tx, object, new) VALUES(?1, ?2, ?3)", SQLValue(open?.number),
      .text(object), .text(text))
  }

  /// Says where a type differs from the one that is there.
  private static func difference(_ present: RecordType, _ wanted: RecordType) -> String {
    let name = present.name.asName
    guard present.name == wanted.name else {
      return "\(wanted.name.asName) differs from \(name) only in case"
    }
    let start = "\(name) is defined already, and it takes an \"alter\" to change it: "
    for property in wanted.properties {
      guard let other = present[property.name] else {
        return start + "it has no property \(property.name.asName)"
      }
      guard other == property else { return start + "it has \(other.definition)" }
    }
    if let extra = present.properties.first(where: { wanted[$0.name] == nil }) {
      return start + "it has \(extra.definition) too"
    }
    return start + "its properties are in another order: "
      + present.properties.map(\.name.asName).joined(separator: ", ")
  }
}
