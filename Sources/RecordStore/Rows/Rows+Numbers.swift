internal import Records

extension Rows {
  /// The argument of the closure is the next unused record number of the type.
  func withoutReferenceChecks(
    of type: String, _ body: (Int) throws(StoreError) -> Void
  ) throws(StoreError) {
    let table = try table(type)
    let noted = try engine.value(
      "SELECT seq FROM sqlite_sequence WHERE name = ?1", .text(table.plainName))
    let greatest = try engine.value("SELECT max(id) FROM \(table.name)").integer ?? 0
    let next = try freeNumber(in: table) ?? (max(noted.integer ?? 0, greatest) + 1)
    try engine.execute("PRAGMA defer_foreign_keys = ON")
    defer { try? engine.execute("PRAGMA defer_foreign_keys = OFF") }
    try body(next)
  }

  /// Above this number, each insertion first checks that there is an unused number; otherwise
  /// SQLite would report a full disk.
  static let greatestSafeNumber = Int.max - 1 << 32

  /// Returns nil if SQLite assigns the number of the next record.
  ///
  /// Another program may have deleted or changed the row in `sqlite_sequence`. If the row is missing
  /// or its number is too low, the used numbers are read from the history.
  ///
  /// - Complexity: O(*n*) in the history since the type was defined if they are read from it.
  func freeNumber(in table: Table) throws(StoreError) -> Int? {
    guard !table.hasSafeNumbers else { return nil }
    let noted = try engine.value(
      "SELECT seq FROM sqlite_sequence WHERE name = ?1", .text(table.plainName))
    let greatest = try engine.value("SELECT max(id) FROM \(table.name)").integer ?? 0
    guard max(noted.integer ?? 0, greatest) < Int.max else {
      throw StoreError(.refused, .noNumbersLeft(type: table.type.name))
    }
    if let noted = noted.integer, noted >= greatest {
      table.setSafeNumbers(noted <= Self.greatestSafeNumber)
      return nil
    }
    let used = try engine.value(
      """
      SELECT max(rec) FROM wb_change
      WHERE prop IN (\(Table.existences(ofTypesNamed: table.type.name))) AND seq >= coalesce(
        (SELECT t.lo FROM wb_def AS d JOIN wb_tx AS t ON t.id = d.tx WHERE d.object IN
          (SELECT 'type:' || id FROM wb_type WHERE \(Table.isCalled(table.type.name)))
          ORDER BY d.seq LIMIT 1), 0)
      """)
    return try database.checked(max(greatest, used.integer ?? 0, 0), in: table.type.name) + 1
  }

  func noteUsedNumbers(of table: Table) throws(StoreError) {
    let (name, plainName) = (table.type.name, table.plainName.asSQLText)
    try engine.execute(
      """
      DELETE FROM sqlite_sequence WHERE name = \(plainName);
      INSERT INTO sqlite_sequence(name, seq) SELECT \(plainName), max(rec) FROM wb_change
      WHERE prop IN (\(Table.existences(ofTypesNamed: name))) HAVING max(rec) IS NOT NULL
      """)
  }

  /// Throws if a record has or had the number, or if the number is not positive.
  ///
  /// - Complexity: O(*n*) in the unindexed changes, if the number is not above all used numbers.
  func checkIsUnused(_ number: Int, in table: Table) throws(StoreError) {
    let id = RecordID(table.type.name, number)
    guard number > 0 else { throw StoreError(.refused, .fact(.numberTooSmall)) }
    let noted = try engine.value(
      "SELECT seq FROM sqlite_sequence WHERE name = ?1", .text(table.plainName))
    let greatest = try engine.value("SELECT max(id) FROM \(table.name)").integer ?? 0
    if let noted = noted.integer, noted >= greatest, number > noted { return }
    if try catalog.exists(id) { throw StoreError(.conflict, .record(id, .exists)) }
    guard try !hasExisted(number, table) else { throw StoreError(.conflict, .record(id, .existed)) }
  }

  func checkWasDeleted(_ number: Int, in table: Table) throws(StoreError) {
    let id = RecordID(table.type.name, number)
    if try catalog.exists(id) { throw StoreError(.conflict, .record(id, .exists)) }
    guard try hasExisted(number, table) else { throw StoreError(.name, .neverExisted(id)) }
  }
}
