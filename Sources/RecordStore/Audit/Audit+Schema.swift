internal import Records

extension Audit {
  func objectIssues() throws(StoreError) -> [IntegrityIssue] {
    let rows = try engine.rows(
      "SELECT name, sql FROM sqlite_schema WHERE type IN ('table', 'view')")
    let texts = Dictionary(
      rows.map { ($0[0].text ?? "", $0[1].text ?? "") }, uniquingKeysWith: { first, _ in first })
    var found: [IntegrityIssue] = []
    for object in Schema.objects where texts[object.name] != object.sql {
      let deed = texts[object.name] == nil ? "removed" : "changed"
      found.append(IntegrityIssue("another program has \(deed) the \(object.kind) \(object.name)"))
    }
    var lostTables: Set<String> = []
    let tableNames = try catalog.presentTableNames()
    for table in allTables where !tableNames.contains(table.plainName) {
      lostTables.insert(table.plainName)
      found.append(IntegrityIssue("another program has removed the table \(table.name)"))
    }
    var present = try catalog.presentObjects()
    let whole = allTables.filter { !lostTables.contains($0.plainName) }
    var laxer: [String: SchemaObject] = [:]
    for table in whole { laxer.merge(table.laxerIndexes) { first, _ in first } }
    found += try stateIssues()
    for object in Schema.triggers + whole.flatMap({ $0.triggers + $0.indexes() }) {
      let held = present.removeValue(forKey: object.name)?.object
      guard held != object else { continue }
      if let held, held == laxer[object.name] {
        found.append(
          IntegrityIssue(
            "the index \(object.name) allows addresses that differ only in case, because the "
              + "database had some when it was upgraded; change these addresses, then run "
              + "check --repair"))
        continue
      }
      let deed = held == nil ? "removed" : "changed"
      found.append(IntegrityIssue("another program has \(deed) the \(object.kind) \(object.name)"))
    }
    for (name, held) in present.sorted(by: { $0.key < $1.key })
    where !lostTables.contains(held.table) {
      found.append(
        IntegrityIssue("another program has added \(name), which is a reserved name"))
    }
    return found
  }

  private func stateIssues() throws(StoreError) -> [IntegrityIssue] {
    let rows = try engine.rows("SELECT k FROM wb_state")
    let present = Set(rows.compactMap { $0[0].text })
    return ["version", "indexed", "triggers", "schema_version"]
      .filter { !present.contains($0) }
      .map { IntegrityIssue("another program has removed the row \($0) of wb_state") }
  }

  func olderTypeIssues() -> [IntegrityIssue] {
    types.filter(\.name.isNameOfLaterKind).map { type in
      IntegrityIssue(
        "the type \(type.name) has the same name as a newer kind; in this database, the name means the type"
      )
    }
  }
}
