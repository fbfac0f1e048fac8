internal import Records

extension Audit {
  /// A text or list of texts that is not in Unicode normal form C; other programs and older
  /// versions can write one.
  struct UncomposedValue {
    var record: RecordID
    var property: String
    var number: Int
    var value: Value
    var composed: Value
    var clashes: [RecordID] = []
  }

  func normalFormIssues(_ table: Table) throws(StoreError) -> [IntegrityIssue] {
    try uncomposedValues(table).map { found in
      let kind = table.type[found.property]?.kind
      var finding = "\(kind?.literal(found.value) ?? found.value.literal) is not in Unicode NFC"
      if !found.clashes.isEmpty {
        let others = found.clashes.map(\.description).listed(with: "and")
        finding += ", and \(others) \(found.clashes.count == 1 ? "has" : "have") the same NFC text"
      }
      return IntegrityIssue(
        finding, record: found.record, property: found.property,
        transaction: transaction(of: found.record.number, found.number), isWarning: true)
    }
  }

  /// Returns the number of normalized values. Values that would clash stay unchanged; if one value
  /// then breaks a rule, all stay unchanged.
  func composeTexts(_ entry: TransactionEntry) throws(StoreError) -> Int {
    var found: [UncomposedValue] = []
    for table in allTables where table.damage == nil { found += try uncomposedValues(table) }
    found.removeAll { !$0.clashes.isEmpty }
    guard !found.isEmpty else { return 0 }
    var entry = entry
    entry.kind = .edit
    do throws(StoreError) {
      try journal.transaction(entry, ifCurrent: false, mapError: \.self) { () throws(StoreError) in
        for value in found {
          try rows.update(
            value.record, value.property, to: value.composed, in: journal.current())
        }
      }
      return found.count
    } catch {
      // A normalized text can break a rule that counts Unicode scalars.
      if error.kind == .rule { return 0 }
      throw error
    }
  }

  private func uncomposedValues(_ table: Table) throws(StoreError) -> [UncomposedValue] {
    var all: [UncomposedValue] = []
    for (index, property) in table.type.properties.enumerated() where !property.isComputed {
      guard let place = table.place(ofProperty: index) else { continue }
      let column = table.columns[place]
      guard column.storage.columnType == "TEXT" else { continue }
      var found: [UncomposedValue] = []
      // An ASCII text has as many bytes as characters, so the statement skips these texts.
      let statement = try engine.prepare(
        """
        SELECT id, \(column.name) FROM \(table.name)
        WHERE length(CAST(\(column.name) AS BLOB)) <> length(\(column.name)) ORDER BY id
        """)
      try statement.bind([])
      while try statement.step() {
        guard let value = column.storage.fitting(statement.column(1)),
          let composed = try? property.checked(value), composed != value, composed == value.nfc
        else { continue }
        found.append(
          UncomposedValue(
            record: RecordID(table.type.name, statement.column(0).integer ?? 0),
            property: property.name, number: table.properties[index], value: value,
            composed: composed))
      }
      if column.isUnique { try findClashes(among: &found, column, property, table) }
      all += found
    }
    return all
  }

  private func findClashes(
    among found: inout [UncomposedValue], _ column: TableColumn, _ property: Property,
    _ table: Table
  ) throws(StoreError) {
    let alike = Dictionary(grouping: found) { property.distinction(of: $0.composed) }
    for place in found.indices {
      let value = found[place]
      let holders = try engine.rows(
        "SELECT id FROM \(table.name) WHERE \(column.name) = ?1\(column.collation) AND id <> ?2",
        [column.storage.stored(value.composed), .integer(value.record.number)])
      let others = alike[property.distinction(of: value.composed)] ?? []
      found[place].clashes =
        (holders.map { RecordID(table.type.name, $0[0].integer ?? 0) } + others.map(\.record))
        .filter { $0 != value.record }
    }
  }
}
