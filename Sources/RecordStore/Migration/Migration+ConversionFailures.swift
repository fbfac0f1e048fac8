internal import Records

extension Migration {
  /// Finds the values that would be invalid or lost, while tables have the columns of both states.
  ///
  /// - Parameter touched: The numbers of properties whose values were changed.
  func failures(_ migrations: [TableMigration], _ touched: Set<Int>) throws(StoreError)
    -> [ConversionFailure]
  {
    var found: [ConversionFailure] = []
    for migration in migrations {
      let loose = migration.loose
      guard let after = migration.after else {
        let rows = try engine.rows("SELECT id FROM \(loose.name) ORDER BY id")
        found += rows.map { row in
          let record = RecordID(loose.type.name, row[0].integer ?? 0)
          return ConversionFailure(
            record: record, property: nil, why: .fact(.typeLost))
        }
        continue
      }
      for column in loose.columns {
        guard let wanted = after.column(ofNumber: column.number) else {
          found += try values(of: column, loose)
          continue
        }
        let former = migration.before?.column(ofNumber: column.number)
        let isTouched = touched.contains(column.number)
        guard let property = wanted.property, isTouched || property != former?.property else {
          continue
        }
        found += try failures(column, property, loose)
        if property.isDistinct, isTouched || former?.isUnique != true {
          found += try duplicates(column, property, loose)
        }
      }
    }
    return found
  }

  private func values(of column: TableColumn, _ table: Table) throws(StoreError)
    -> [ConversionFailure]
  {
    let rows = try engine.rows(
      "SELECT id FROM \(table.name) WHERE \(column.name) IS NOT NULL ORDER BY id")
    return rows.map { row in
      ConversionFailure(
        record: RecordID(table.type.name, row[0].integer ?? 0), property: column.number,
        why: .columnLost(column.historyName))
    }
  }

  private func failures(
    _ column: TableColumn, _ property: Property, _ table: Table
  ) throws(StoreError) -> [ConversionFailure] {
    let storage = Storage(property)
    var found: [ConversionFailure] = []
    let statement = try engine.prepare(
      "SELECT id, \(column.name) FROM \(table.name) ORDER BY id")
    try statement.bind([])
    while try statement.step() {
      let stored = statement.column(1)
      let value = storage.fitting(stored)
      var why: StoreError.Reason?
      if stored != .null, value == nil {
        why = .wrongKind(property: property.name, expectation: property.kind.expectation)
      } else {
        do {
          _ = try property.checked(value)
        } catch {
          why = .stated(error.message)
        }
      }
      guard let why else { continue }
      let record = RecordID(table.type.name, statement.column(0).integer ?? 0)
      found.append(ConversionFailure(record: record, property: column.number, why: why))
    }
    return found
  }

  func duplicates(
    _ column: TableColumn, _ property: Property, _ table: Table
  ) throws(StoreError) -> [ConversionFailure] {
    let name = column.name
    let rows = try engine.rows(
      """
      SELECT id, first FROM (SELECT id, \(name) AS v, min(id) OVER (PARTITION BY \(name)\(property.collation)) AS first
        FROM \(table.name) WHERE \(name) IS NOT NULL) WHERE id <> first ORDER BY id
      """)
    return rows.map { row in
      let record = RecordID(table.type.name, row[0].integer ?? 0)
      let other = RecordID(table.type.name, row[1].integer ?? 0)
      return ConversionFailure(
        record: record, property: column.number,
        why: .sameValue(property: property.name, other))
    }
  }
}
