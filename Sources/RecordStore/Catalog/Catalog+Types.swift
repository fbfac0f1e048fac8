internal import Records
internal import SQLEngine
internal import Values

extension Catalog {
  /// Throws if another program has created a view or virtual table whose name begins with `wb_`,
  /// because the query of a view may never end.
  func checkTables() throws(StoreError) {
    let strange = try engine.value(CatalogQuestions.strangeTables)
    guard let name = strange.text else { return }
    throw StoreError(.unopenable, .notTable(place: place, name))
  }

  func presentTables(_ texts: [String: String]) throws(StoreError) -> [Table] {
    let list = try readTables(texts, isPresent: true)
    try readRules(texts, into: list)
    let indexed = Set(texts.keys.compactMap { PropertyIndex(object: $0)?.property })
    for table in list { table.setIndexes(indexed) }
    return list
  }

  func readTables(through transaction: Int) throws(StoreError) -> [Table] {
    try readTables(try definitionTexts(through: transaction), isPresent: false)
  }

  /// Returns an empty list if the part of the history with the definition was compacted.
  func readTables(beforeDropOf type: Int) throws(StoreError) -> [Table] {
    // A type can be dropped in the transaction that defined it.
    let rows = try engine.rows(
      """
      SELECT object, new FROM wb_def WHERE seq < (
        SELECT min(d.seq) FROM wb_def AS d JOIN wb_type AS y ON y.dropped_tx = d.tx
        WHERE y.id = ?1 AND d.new IS NULL AND d.seq > coalesce((SELECT max(seq) FROM wb_def
          WHERE tx = y.dropped_tx AND object = 'type:' || y.id AND new IS NOT NULL), 0))
      ORDER BY seq
      """, [.integer(type)])
    return try readTables(definitionTexts(rows), isPresent: false)
  }

  func definitionTexts(through transaction: Int) throws(StoreError) -> [String: String] {
    try definitionTexts(engine.rows(CatalogQuestions.definitions, [.integer(transaction)]))
  }

  private func definitionTexts(_ rows: [[SQLValue]]) -> [String: String] {
    var texts: [String: String] = [:]
    for row in rows {
      if let object = row[0].text { texts[object] = row[1].text }
    }
    return texts
  }

  private func readTables(
    _ texts: [String: String], isPresent: Bool
  ) throws(StoreError) -> [Table] {
    // Past types are read from the history of definitions, because a dropped object may have been
    // defined again.
    let rows = try engine.rows(CatalogQuestions.types)
    var names: [(id: Int, name: String)] = []
    var (ids, known): (Set<Int>, Set<String>) = ([], [])
    for row in rows {
      guard let id = row[0].integer, var name = row[1].text, !isPresent || row[2] == .null else {
        continue
      }
      if !isPresent {
        guard let text = texts["type:\(id)"] else { continue }
        name = Self.typeName(definedBy: text) ?? name
      }
      guard ids.insert(id).inserted, known.insert(name).inserted else {
        throw StoreError(.unopenable, .twoTypes(place: place, name))
      }
      names.append((id, name))
    }
    let (numbers, lists) = try readNumbers(
      Dictionary(names.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first }),
      isPresent: isPresent, texts)
    // A property can be older than the type it refers to, and a dropped type can have had the name
    // of a kind.
    let ever = Set(rows.compactMap { $0[1].text })
      .filter { name in
        !isPresent || known.contains(name) || !PropertyKind.names.contains(name)
      }
    var types: [RecordType] = []
    for (id, name) in names {
      types.append(try readType(name, numbers[id]?.properties ?? [], texts, ever: ever))
    }
    let references = try references(
      of: zip(names, types).map { id, type in
        (type, numbers[id.id]?.properties.map(\.number) ?? [])
      }, in: lists)
    var schema = StoreSchema(types: types)
    for references in references { schema.listTables[references.list.name] = references.table }
    var list: [Table] = []
    for ((id, name), type) in zip(names, types) {
      guard let numbers = numbers[id], let existence = numbers.existence else {
        throw StoreError(.unopenable, .lostType(place: place, table: name))
      }
      list.append(
        Table(
          id: id, type, existence: existence, properties: numbers.properties.map(\.number),
          memberships: numbers.memberships
        ) { schema.source(of: $0, in: type) })
    }
    return try list + references.map(Self.table)
  }

  static func table(_ references: KeptReferences) throws(StoreError) -> Table {
    let type: RecordType
    do {
      type = try references.list.type()
    } catch {
      throw StoreError(.unopenable, .definition(error))
    }
    let first = references.existence + 1
    return Table(
      id: references.id, type, existence: references.existence,
      properties: type.properties.indices.map { first + $0 }, references: references.list,
      named: references.table
    ) { _ in nil }
  }

  struct KeptReferences {
    var list: ReferenceList
    /// Row in `wb_type`.
    var id: Int
    var table: String
    /// Row in `wb_prop` for the existence of the references. The rows of their properties follow.
    var existence: Int
  }

  private func references(
    of types: [(type: RecordType, numbers: [Int])], in lists: [Int: (id: Int, existence: Int)]
  ) throws(StoreError) -> [KeptReferences] {
    let names = Set(types.map(\.type.name))
    var result: [KeptReferences] = []
    for (type, numbers) in types {
      for (number, property) in zip(numbers, type.properties) {
        guard property.refersToMany, names.contains(property.kind.recordType ?? ""),
          let (id, existence) = lists[number]
        else { continue }
        let table = try engine.value("SELECT tbl FROM wb_type WHERE id = ?1", .integer(id))
        let list = ReferenceList(owner: type.name, list: property, number: number)
        result.append(
          KeptReferences(
            list: list, id: id, table: table.text ?? list.tableName, existence: existence))
      }
    }
    return result
  }

  static func typeName(definedBy text: String) -> String? {
    guard text.hasPrefix("define "),
      let name = String(text.dropFirst("define ".count)).definedName
    else { return nil }
    return text == "define \(name.asName)" ? name : nil
  }

  private struct PropertyNumbers {
    var existence: Int?
    var properties: [(number: Int, name: String)] = []
    var memberships: [Table.Membership] = []
  }

  /// Reads the numbers of properties and of lists: by type for its properties and the lists that
  /// can contain its records, and by property for lists of references.
  private func readNumbers(
    _ types: [Int: String], isPresent: Bool, _ texts: [String: String]
  ) throws(StoreError) -> ([Int: PropertyNumbers], [Int: (id: Int, existence: Int)]) {
    let rows = try engine.rows(CatalogQuestions.properties(isPresent: isPresent))
    var numbers: [Int: PropertyNumbers] = [:]
    var owners: [Int: (type: String, name: String)] = [:]
    var lists: [Int: (id: Int, existence: Int)] = [:]
    for row in rows {
      if let type = row[0].integer, let id = row[1].integer,
        let list = row[3].text.flatMap(ReferenceList.list)
      {
        lists[list] = (type, try database.checked(id, in: "wb_prop"))
        continue
      }
      guard let type = row[0].integer, let number = row[1].integer, var name = row[2].text,
        let kind = row[3].text, types[type] != nil
      else { continue }
      let id = try database.checked(number, in: "wb_prop")
      if name.isEmpty {
        numbers[type, default: PropertyNumbers()].existence = id
      } else if let list = ListLink.list(ofOwnerKind: kind), let owner = owners[list] {
        let link = ListLink(owner: owner.type, list: owner.name, number: list)
        // The number of the position follows the number of the owner.
        numbers[type, default: PropertyNumbers()].memberships.append(
          Table.Membership(link: link, ownerNumber: id, positionNumber: id + 1))
      } else if ListLink.list(ofOwnerKind: kind) == nil, !ListLink.isPositionKind(kind) {
        if !isPresent {
          guard let text = texts["prop:\(id)"] else { continue }
          name = text.definedName ?? name
        }
        owners[id] = (types[type] ?? "", name)
        numbers[type, default: PropertyNumbers()].properties.append((id, name))
      }
    }
    return (numbers, lists)
  }

  private func readType(
    _ name: String, _ numbers: [(number: Int, name: String)], _ texts: [String: String],
    ever: Set<String>
  ) throws(StoreError) -> RecordType {
    var properties: [Property] = []
    for (number, property) in numbers {
      try database.checkMayGoOn()
      guard let text = texts["prop:\(number)"] else {
        throw StoreError(
          .unopenable, .lostDefinition(place: place, PropertyReference(name, property)))
      }
      let definition = text.quotingKind(of: property, ever)
      do {
        properties.append(try definitions.property(from: definition))
      } catch {
        guard let part = definitions.propertyWithoutTail(definition),
          let read = try? definitions.property(from: part)
        else { throw newer("\(text) of \(name.asName)", error.message) }
        properties.append(read)
        note(
          damage: "the text after the definition of \(name.asName).\(property.asName) is ignored")
      }
    }
    do {
      return try RecordType(name, properties, isOlder: true)
    } catch {
      let definitions = properties.map(\.definition).joined(separator: ", ")
      throw newer("\(definitions) of \(name.asName)", error.message)
    }
  }

  func newer(_ definition: String, _ why: String) -> StoreError {
    StoreError(.unopenable, .newerDefinition(place: place, definition, why: why))
  }
}

extension String {
  var definedName: String? {
    guard hasPrefix("`") else {
      let name = prefix { $0 != ":" }
      return name.isEmpty ? nil : String(name)
    }
    var name = ""
    var rest = dropFirst()
    while let end = rest.firstIndex(of: "`") {
      name += rest[..<end]
      rest = rest[rest.index(after: end)...]
      guard rest.hasPrefix("`") else { return name }
      name += "`"
      rest = rest.dropFirst()
    }
    return nil
  }

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

extension Catalog {
  struct PresentColumn {
    var name: String
    var definition: String
    var isComputed: Bool
  }

  func presentColumns(of table: Table) throws(StoreError) -> [PresentColumn] {
    let types = ["INT", "INTEGER", "REAL", "TEXT", "BLOB"]
    let rows = try engine.rows(
      "SELECT name, type, \"notnull\", dflt_value, hidden FROM pragma_table_xinfo(?1) ORDER BY cid",
      [.text(table.plainName)])
    return rows.compactMap { row in
      guard let name = row[0].text, name != "id" else { return nil }
      let type = row[1].text.map { $0.uppercased() } ?? ""
      var parts = [name.asSQLName, types.contains(type) ? type : "ANY"]
      if row[2] == .integer(1) { parts.append("NOT NULL") }
      if let value = row[3].text { parts.append("DEFAULT (\(value))") }
      return PresentColumn(
        name: name, definition: parts.joined(separator: " "), isComputed: row[4] != .integer(0))
    }
  }

  /// Whether the SQL describes the table; ignores the different white space of columns added later.
  ///
  /// A table created before format 5 keeps its former defaults and the SQL of its computed columns
  /// until its type is altered.
  func isDescription(_ sql: String, of table: Table) throws(StoreError) -> Bool {
    if try isDescription(sql, of: table, hasFormerDefaults: false) { return true }
    return try isDescription(sql, of: table, hasFormerDefaults: true)
  }

  private func isDescription(
    _ sql: String, of table: Table, hasFormerDefaults: Bool
  ) throws(StoreError) -> Bool {
    let computed = try catalog.computedColumns(of: table)
    var parts = ["id INTEGER PRIMARY KEY AUTOINCREMENT"]
    for present in try presentColumns(of: table) {
      let column = table.columns.first { $0.plainName == present.name }
      guard
        let definition = column?.definition(hasFormerDefault: hasFormerDefaults)
          ?? computed[present.name]?.definition
      else { return false }
      parts.append(definition)
    }
    guard parts.count == 1 + table.columns.count + computed.columns.count else { return false }
    let wanted = "CREATE TABLE \(table.name)(\(parts.joined(separator: ", "))) STRICT"
    func joined(_ text: String) -> String {
      text.replacing(",\n  ", with: ", ").replacing("(\n  ", with: "(")
    }
    return joined(computed.restated(sql).description) == joined(wanted)
  }
}

extension Catalog {
  /// Returns whether a property of this name is or ever was masked, including properties of dropped
  /// types.
  package func wasMasked(_ property: String, of type: String) -> Bool {
    maskedNames[type]?.contains(property) ?? false
  }

  var presentMaskedNames: [String: Set<String>] {
    Dictionary(
      types.map { ($0.name, Set($0.properties.filter(\.kind.isMasked).map(\.name))) },
      uniquingKeysWith: { first, _ in first }
    ).filter { !$0.value.isEmpty }
  }

  /// If a property was ever masked, all names that it ever had count as masked.
  func readMaskedNames() throws(StoreError) -> [String: Set<String>] {
    let kinds = PropertyKind.maskedNames.map {
      "instr(old, \($0.asSQLText)) OR instr(new, \($0.asSQLText))"
    }
    let rows = try connection.rows(
      """
      SELECT w.object, t.name, w.old, w.new FROM wb_def AS w
        JOIN wb_prop AS p ON w.object = 'prop:' || p.id
        JOIN wb_type AS t ON t.id = p.type
      WHERE w.object IN (SELECT object FROM wb_def WHERE \(kinds.joined(separator: " OR ")))
      """)
    let types = Set(self.types.map(\.name))
    var masked: Set<String> = []
    var properties: [String: (type: String, names: Set<String>)] = [:]
    for row in rows {
      guard let object = row[0].text, let type = row[1].text else { continue }
      for text in row[2...].compactMap(\.text) {
        guard let name = text.definedName else { continue }
        properties[object, default: (type, [])].names.insert(name)
        let property = try? definitions.propertyBeforeTail(text.quotingKind(of: name, types))
        if property?.kind.isMasked ?? true { masked.insert(object) }
      }
    }
    var names: [String: Set<String>] = [:]
    for property in masked.compactMap({ properties[$0] }) {
      names[property.type, default: []].formUnion(property.names)
    }
    return names
  }
}

enum CatalogQuestions {
  static let application = Database.applicationQuestion
  static let format = "PRAGMA user_version"
  static let notedFormat = "SELECT v FROM wb_state WHERE k = 'version'"
  static let notedTriggers = "SELECT v FROM wb_state WHERE k = 'triggers'"
  static let strangeTables = """
    SELECT name FROM sqlite_schema
    WHERE lower(name) GLOB 'wb_*' AND name <> '\(Schema.foreignView.name)'
      AND (type = 'view' OR type = 'table' AND rootpage = 0)
    """
  static let triggers = """
    SELECT name, tbl_name, sql FROM sqlite_schema
    WHERE type IN ('trigger', 'index') AND name GLOB 'wb_*'
    """
  static let definitions = "SELECT object, new FROM wb_def WHERE tx <= ?1 ORDER BY seq"
  static let types =
    "SELECT id, name, dropped_tx, tbl FROM wb_type WHERE id NOT IN "
    + "(SELECT type FROM wb_prop WHERE kind GLOB 'List(*') ORDER BY id"

  static func properties(isPresent: Bool) -> String {
    "SELECT type, id, name, kind FROM wb_prop\(isPresent ? " WHERE dropped_tx IS NULL" : "") "
      + "ORDER BY id"
  }

  /// The first queries after opening, which are sent in one round trip.
  static var first: [EngineQuestion] {
    [
      Database.tablesQuestion, application, format, notedFormat, notedTriggers, strangeTables,
      types, properties(isPresent: true), triggers,
    ].map { EngineQuestion($0) } + [EngineQuestion(definitions, [.integer(.max)])]
  }
}
