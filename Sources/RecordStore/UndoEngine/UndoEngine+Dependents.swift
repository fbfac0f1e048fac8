internal import Records

extension UndoEngine {
  /// Throws if other definitions depend on a removed type or property; names the transaction that
  /// added them.
  func checkDependents(_ changes: [Redefinition], _ link: History.Link) throws(StoreError) {
    let types = Set(changes.filter { $0.new == nil }.compactMap { $0.number(after: "type:") })
    let names = Set(
      changes.filter { $0.new == nil }.compactMap { $0.old.flatMap(Catalog.typeName) })
    let changed = Set(changes.map(\.object))
    let rows = try engine.rows(
      """
      SELECT d.object, d.new, p.type, y.name FROM wb_def AS d
        JOIN (SELECT max(seq) AS last FROM wb_def GROUP BY object) AS o ON d.seq = o.last
        LEFT JOIN wb_prop AS p ON d.object = 'prop:' || p.id
        LEFT JOIN wb_type AS y ON y.id = p.type
      WHERE d.new IS NOT NULL ORDER BY d.seq DESC
      """)
    for row in rows {
      guard let object = row[0].text, let text = row[1].text, !changed.contains(object) else {
        continue
      }
      var dependent: StoreError.Dependent?
      if let type = row[2].integer, types.contains(type) {
        dependent = .property(PropertyReference(row[3].text ?? "", text.definedName ?? ""))
      } else if let index = PropertyIndex(object: object),
        changed.contains("prop:\(index.property)"), try text != command(for: index)
      {
        dependent = .index(definition: text)
      } else if object.hasPrefix(TableRule.prefix),
        let rule = try? catalog.definitions.rule(from: text).rule, names.contains(rule.type)
      {
        dependent = .rule(PropertyReference(rule.type, rule.name))
      }
      guard let dependent else { continue }
      throw StoreError(
        .refused, .irreversible(link.entry, .needed(by: dependent), by: try origin(of: object)))
    }
  }

  /// Throws if a restored definition depends on a type or property that no longer exists; names the
  /// transaction that dropped it.
  func checkReturning(_ changes: [Redefinition], _ link: History.Link) throws(StoreError) {
    for change in changes {
      guard let text = change.new else { continue }
      var missing: (name: String?, origin: LogEntry?)?
      if let number = change.number(after: "prop:") {
        missing = try missingType(ofProperty: number, text, link)
      } else if let index = PropertyIndex(object: change.object) {
        if try command(for: index) != text {
          missing = (nil, try origin(of: "prop:\(index.property)"))
        }
      } else if change.object.hasPrefix(TableRule.prefix),
        let rule = try? catalog.definitions.rule(from: text).rule, tables[rule.type] == nil
      {
        missing = (rule.type, try origin(ofType: rule.type))
      }
      guard let missing else { continue }
      throw StoreError(
        .refused,
        .irreversible(link.entry, .needsMissing(text, missing: missing.name), by: missing.origin))
    }
  }

  /// Returns the dropped type that owns a property or that the property refers to, and the
  /// transaction that dropped the type; nil if there is no such type.
  private func missingType(
    ofProperty number: Int, _ text: String, _ link: History.Link
  ) throws(StoreError) -> (name: String?, origin: LogEntry?)? {
    let owner = try engine.rows(
      "SELECT y.id, y.name FROM wb_prop AS p JOIN wb_type AS y ON y.id = p.type "
        + "WHERE p.id = ?1 AND y.dropped_tx IS NOT NULL", [.integer(number)])
    if let id = owner.first?[0].integer, let name = owner.first?[1].text {
      return (name, try origin(of: "type:\(id)"))
    }
    guard let target = try catalog.property(definedBy: text).kind.recordType,
      tables[target] == nil
    else { return nil }
    // As with `define`, the property may be older than its referenced type.
    let wasThere = try engine.value(
      """
      SELECT 1 FROM wb_def AS d WHERE d.object GLOB 'type:*' AND d.new = ?1
        AND d.seq = (SELECT max(seq) FROM wb_def WHERE object = d.object AND tx < ?2)
      """, .text("define \(target.asName)"), .integer(link.entry.transaction))
    return wasThere == .null ? nil : (target, try origin(ofType: target))
  }

  private func command(for index: PropertyIndex) throws(StoreError) -> String? {
    for table in tables.values {
      guard let place = table.properties.firstIndex(of: index.property) else { continue }
      let property = table.type.properties[place]
      guard PropertyIndex.uselessness(of: property) == nil else { return nil }
      return index.command(type: table.type.name, property: property.name)
    }
    return nil
  }

  func origin(ofComputed name: String?, _ link: History.Link) throws(StoreError) -> LogEntry? {
    guard let name, let type = types.first(where: { $0[name]?.isComputed == true }) else {
      return nil
    }
    return try origin(ofProperty: name, of: type.name, but: link)
  }

  /// The transaction that dropped a named type; otherwise the origin of the definition.
  func origin(
    of object: String, naming names: Set<String>, but link: History.Link
  ) throws(StoreError) -> LogEntry? {
    if let dropped = try droppedType(among: names) { return try origin(ofType: dropped) }
    return try origin(of: object, but: link)
  }

  func droppedType(among names: Set<String>) throws(StoreError) -> String? {
    let dropped = try engine.rows(
      "SELECT name FROM wb_type WHERE dropped_tx IS NOT NULL AND dropped_tx IS NOT ?1",
      [SQLValue(journal.openNumber)])
    return dropped.compactMap { $0[0].text }.first { tables[$0] == nil && names.contains($0) }
  }

  func origin(
    ofProperty name: String, of type: String, but link: History.Link? = nil
  ) throws(StoreError) -> LogEntry? {
    guard let table = tables[type], let place = table.type.index(of: name) else { return nil }
    return try origin(of: "prop:\(table.properties[place])", but: link)
  }

  func origin(ofType name: String) throws(StoreError) -> LogEntry? {
    let number = try engine.value("SELECT max(id) FROM wb_type WHERE name = ?1", .text(name))
    guard let number = number.integer else { return nil }
    return try origin(of: "type:\(number)")
  }

  func hasRecords(_ type: String) throws(StoreError) -> Bool {
    guard let table = tables[type] else { return false }
    return try engine.value("SELECT 1 FROM \(table.name) LIMIT 1") != .null
  }

  /// The transaction that wrote the current definition, if known.
  ///
  /// - Parameter link: The transaction being undone; it and earlier transactions are not returned.
  func origin(of object: String, but link: History.Link? = nil) throws(StoreError) -> LogEntry? {
    let newest = try engine.value(
      "SELECT max(tx) FROM wb_def WHERE object = ?1 AND tx IS NOT ?2", .text(object),
      SQLValue(journal.openNumber))
    guard let number = newest.integer, number > link?.entry.transaction ?? 0,
      let entry = try history.entry(ofTransaction: number)
    else { return nil }
    return entry
  }
}

extension String {
  /// The words of a definition, and its names in backticks.
  var namesInDefinition: Set<String> {
    let quoted = split(separator: "`", omittingEmptySubsequences: false).enumerated()
    return quoted.reduce(into: []) { words, part in
      if part.offset.isMultiple(of: 2) {
        words.formUnion(
          part.element.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
      } else {
        words.insert(String(part.element))
      }
    }
  }
}
