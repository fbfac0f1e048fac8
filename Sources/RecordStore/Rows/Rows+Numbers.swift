internal import Records

/// The numbers of records, each of which is given once.
extension Rows {
  /// Runs what writes records that may refer to others which are not there yet, given the next number
  /// that a record of a type would get.
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

  /// The number that the next record is to be given; nil where SQLite finds it by itself.
  ///
  /// SQLite's own note of the numbers, `sqlite_sequence`, can be lost by what another program does;
  /// then the history tells which have been used.
  ///
  /// - Complexity: O(*n*) in the history since the type was defined where the note is lost.
  func freeNumber(in table: Table) throws(StoreError) -> Int? {
    guard !table.hasSafeNumbers else { return nil }
    let noted = try engine.value(
      "SELECT seq FROM sqlite_sequence WHERE name = ?1", .text(table.plainName))
    let greatest = try engine.value("SELECT max(id) FROM \(table.name)").integer ?? 0
    guard max(noted.integer ?? 0, greatest) < Int.max else {
      throw StoreError(
        .refused,
        "\(RecordID(table.type.name, .max)) has the greatest possible number; "
          + "\(table.type.name.asName) can have no more records")
    }
    if let noted = noted.integer, noted >= greatest {
      table.setSafeNumbers(true)
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

  /// Notes in a table that was made just now the numbers that records of its type have had, which
  /// are not given again.
  func noteUsedNumbers(of table: Table) throws(StoreError) {
    let (name, plainName) = (table.type.name, table.plainName.asSQLText)
    try engine.execute(
      """
      DELETE FROM sqlite_sequence WHERE name = \(plainName);
      INSERT INTO sqlite_sequence(name, seq) SELECT \(plainName), max(rec) FROM wb_change
      WHERE prop IN (\(Table.existences(ofTypesNamed: name))) HAVING max(rec) IS NOT NULL
      """)
  }

  /// Refuses a number that cannot be given to a new record, because one has or had it.
  ///
  /// - Complexity: O(*n*) in the changes that are not in the index yet, for a number that is not
  ///   above all others.
  func checkIsUnused(_ number: Int, in table: Table) throws(StoreError) {
    let id = RecordID(table.type.name, number)
    guard number > 0 else { throw StoreError(.refused, "the numbers of records begin at 1") }
    let noted = try engine.value(
      "SELECT seq FROM sqlite_sequence WHERE name = ?1", .text(table.plainName))
    let greatest = try engine.value("SELECT max(id) FROM \(table.name)").integer ?? 0
    if let noted = noted.integer, noted >= greatest, number > noted { return }
    if try catalog.exists(id) { throw StoreError(.conflict, "\(id) exists already") }
    guard try !hasExisted(number, table) else {
      throw StoreError(.conflict, "\(id) existed once, and its number is not given again")
    }
  }

  /// Refuses a number that is not one of a record that was deleted.
  func checkWasDeleted(_ number: Int, in table: Table) throws(StoreError) {
    let id = RecordID(table.type.name, number)
    if try catalog.exists(id) { throw StoreError(.conflict, "\(id) exists already") }
    guard try hasExisted(number, table) else {
      throw StoreError(.name, "there never was a \(id)")
    }
  }
}
