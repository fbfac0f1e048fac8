internal import Records

/// The triggers that record every change of a record, whoever makes it.
///
/// They use nothing that another program might not have: no function of ours, no JSON.
extension Table {
  /// The triggers of the table.
  var triggers: [SchemaObject] {
    var triggers = [identityTrigger] + insertionTriggers
    triggers += [updatingTrigger] + (replacingTrigger.map { [$0] } ?? [])
    triggers += columns.map(updatedTrigger) + cleared.map(guardingTrigger)
    triggers += cascadingTrigger.map { [$0] } ?? []
    return triggers + [deletingTrigger, deletedTrigger]
  }

  /// The triggers that a new record fires.
  var insertionTriggers: [SchemaObject] { [insertingTrigger, insertedTrigger, numberingTrigger] }

  /// Whether another program writes: we never do without an open transaction.
  private static let isForeign =
    "coalesce((SELECT n IS NOT NULL FROM wb_tx ORDER BY id DESC LIMIT 1), 1)"

  /// Opens a transaction for a statement of another program, at its first row.
  ///
  /// The statement that does so is a trigger's of its own: to get ready for a long one would cost
  /// our writes a tenth of their time, although it never runs for them.
  private static let foreignTransaction = "INSERT INTO wb_foreign VALUES(1);"

  private static let transaction = "(SELECT max(id) FROM wb_tx)"

  /// The most rows that one statement of a trigger inserts.
  private static let mostParts = 100

  private func trigger(_ name: String, _ head: String, _ body: [String]) -> SchemaObject {
    SchemaObject(
      "CREATE TRIGGER wb_\(name) \(head)\nBEGIN\n" + body.joined(separator: "\n") + "\nEND")
  }

  /// Keeps a record's number: `id` goes by four names.
  private var identityTrigger: SchemaObject {
    trigger(
      "type\(id)_identity",
      "BEFORE UPDATE OF id, rowid, oid, _rowid_ ON \(name)\n"
        + "WHEN old.id IS NOT new.id",
      ["SELECT RAISE(ABORT, 'the id of a record never changes');"])
  }

  // INSERT OR REPLACE removes records without a DELETE trigger where recursive triggers are off. So
  // those it may remove are noted before, and those that are really gone are recorded after it. To
  // record them before would invent deletions where an upsert goes on as an update. What a foreign
  // key does meanwhile, to this type or another, fires triggers too: they touch only notes of their
  // own type, and only of what they record.

  /// The columns whose values no two records share, alone or together.
  private var unique: [[TableColumn]] {
    columns.filter(\.isUnique).map { [$0] } + (references == nil ? [] : [pair])
  }

  /// The columns of a reference that say whose list it is in and what is there.
  private var pair: [TableColumn] {
    columns.filter { [ReferenceList.owner, ReferenceList.item].contains($0.plainName) }
  }

  /// That another record has what the new one has in columns of which no two may have the same.
  private func isTaken(_ key: [TableColumn]) -> String {
    key.map { "wb_t.\($0.name) = \(incoming($0))\($0.collation)" }.joined(separator: " AND ")
  }

  /// The columns that a foreign key can empty while SQLite replaces a record.
  private var cleared: [TableColumn] {
    unique.isEmpty ? [] : columns.filter { $0.target != nil && $0.onDelete == .clear }
  }

  /// The notes of the type: of victims, and that a foreign key has emptied a column (its number
  /// with a minus).
  private var isOwnNote: String {
    let numbers = recorded + cleared.map { -$0.number }
    return "prop IN (\(numbers.map(String.init).joined(separator: ", ")))"
  }

  private func victims(_ condition: String) -> [String] {
    var rows = columns.map { column in
      """
      INSERT INTO wb_victim SELECT wb_t.id, \(column.number), wb_t.\(column.name)
      FROM \(name) AS wb_t WHERE (\(condition)) AND wb_t.\(column.name) IS NOT NULL;
      """
    }
    rows.append(
      "INSERT INTO wb_victim SELECT wb_t.id, \(existence), 1 FROM \(name) AS wb_t "
        + "WHERE \(condition);")
    return ["DELETE FROM wb_victim WHERE \(isOwnNote);"] + rows
  }

  /// What a unique column gets: OR REPLACE puts the default where NULL is not allowed.
  ///
  /// The default is that of an older file; where the column has none, the statement fails.
  private func incoming(_ column: TableColumn) -> String {
    guard !column.isOptional, let initial = column.formerDefaultLiteral else {
      return "new.\(column.name)"
    }
    return "coalesce(new.\(column.name), \(initial))"
  }

  /// Records noted victims; that of the new record's number comes last, so that both are one run of
  /// changes.
  private func recordVictims(_ condition: String, isDeletion: Bool = false) -> String {
    """
    INSERT INTO wb_change(tx, rec, prop, old, new)
    SELECT \(Self.transaction), wb_v.rec, wb_v.prop, wb_v.v, NULL FROM wb_victim AS wb_v
    WHERE wb_v.prop IN (\(recorded.map(String.init).joined(separator: ", "))) AND (\(condition))
    ORDER BY \(isDeletion ? "" : "wb_v.rec = new.id, ")wb_v.rec, wb_v.rowid;
    """
  }

  /// Forgets the noted victims that were deleted.
  private func forgetVictims(_ condition: String) -> String {
    """
    DELETE FROM wb_victim WHERE \(condition) AND \(isOwnNote)
      AND NOT EXISTS (SELECT 1 FROM \(name) AS wb_t WHERE wb_t.id = wb_victim.rec);
    """
  }

  private var isGone: String {
    "NOT EXISTS (SELECT 1 FROM \(name) AS wb_t WHERE wb_t.id = wb_v.rec)"
  }

  private var insertingTrigger: SchemaObject {
    let conditions = ["wb_t.id = new.id"] + unique.map(isTaken)
    return trigger(
      "type\(id)_inserting", "BEFORE INSERT ON \(name)\nWHEN \(Self.isForeign)",
      [Self.foreignTransaction] + victims(conditions.joined(separator: " OR ")))
  }

  private var insertedTrigger: SchemaObject {
    let rows = creation(of: "new.id", in: Self.transaction) { "new.\(columns[$0].name)" }
    // One statement for many rows is done in less time; SQLite takes no more than 500 parts of one.
    let creation = stride(from: 0, to: rows.count, by: Self.mostParts).map { start in
      "INSERT INTO wb_change(tx, rec, prop, old, new)\n"
        + rows[start..<min(rows.count, start + Self.mostParts)].joined(separator: "\nUNION ALL ")
        + ";"
    }
    // The record that had this id before is gone too, although there is one of the id again.
    return trigger(
      "type\(id)_inserted", "AFTER INSERT ON \(name)",
      [
        recordVictims("wb_v.rec = new.id OR \(isGone)"),
        "DELETE FROM wb_victim WHERE \(isOwnNote);",
      ] + creation)
  }

  /// The rows of `wb_change` for a new record, as selections.
  private func creation(
    of record: String, in transaction: String, value: (Int) -> String
  ) -> [String] {
    let row = "SELECT \(transaction), \(record),"
    return ["\(row) \(existence), NULL, 1"]
      + columns.indices.map { place in
        "\(row) \(columns[place].number), NULL, \(value(place))"
          + (columns[place].isOptional ? " WHERE \(value(place)) IS NOT NULL" : "")
      }
  }

  /// Records new records where their triggers do not: ?1 is the transaction, and then come, for each
  /// record, its number and the values of its columns.
  func creationRecording(of records: Int) -> String {
    let width = columns.count + 1
    let rows = (0..<records).flatMap { record in
      creation(of: "?\(2 + record * width)", in: "?1") { "?\(3 + record * width + $0)" }
    }
    // Nothing of it can be refused, and OR FAIL spares SQLite a copy of each page that it changes.
    return "INSERT OR FAIL INTO wb_change(tx, rec, prop, old, new)\n"
      + rows.joined(separator: "\nUNION ALL ")
  }

  // A statement with OR FAIL that ends at a later row does not note the numbers of those before it.
  private var numberingTrigger: SchemaObject {
    trigger(
      "type\(id)_numbering", "AFTER INSERT ON \(name)\nWHEN \(Self.isForeign)",
      [
        "UPDATE sqlite_sequence SET seq = new.id "
          + "WHERE name = \(plainName.asSQLText) AND seq < new.id;"
      ])
  }

  private var updatingTrigger: SchemaObject {
    trigger(
      "type\(id)_updating", "BEFORE UPDATE ON \(name)\nWHEN \(Self.isForeign)",
      [Self.foreignTransaction])
  }

  // Only a unique value can have victims, and only one that a record gets: what a foreign key
  // empties while another record is replaced must not forget the victims of that.
  private var replacingTrigger: SchemaObject? {
    guard !unique.isEmpty else { return nil }
    let conditions = unique.map { "(\(isTaken($0)) AND wb_t.id <> new.id)" }
    let gets = unique.joined().map {
      "(\(incoming($0)) IS NOT NULL AND \(incoming($0)) IS NOT old.\($0.name))"
    }
    return trigger(
      "type\(id)_replacing",
      "BEFORE UPDATE OF \(unique.joined().map(\.name).joined(separator: ", ")) ON \(name)\n"
        + "WHEN \(Self.isForeign) AND (\(gets.joined(separator: " OR ")))",
      victims(conditions.joined(separator: " OR ")))
  }

  private func updatedTrigger(_ column: TableColumn) -> SchemaObject {
    let name = column.name
    let change =
      "INSERT INTO wb_change(tx, rec, prop, old, new) VALUES(\(Self.transaction), new.id, "
      + "\(column.number), old.\(name), new.\(name));"
    var body: [String] = []
    if unique.joined().contains(where: { $0.number == column.number }) {
      // The record that had the value was removed first, and comes back last when this is undone.
      let condition = "new.\(name) IS NOT NULL AND \(isGone)"
      body.append(recordVictims(condition))
      body.append(forgetVictims("new.\(name) IS NOT NULL"))
    }
    body.append(change)
    if cleared.contains(where: { $0.number == column.number }) { body += noteClearing(column) }
    return trigger(
      "prop\(column.number)_updated",
      "AFTER UPDATE OF \(name) ON \(self.name)\nWHEN old.\(name) IS NOT new.\(name) COLLATE BINARY"
        + " OR typeof(old.\(name)) <> typeof(new.\(name))", body)
  }

  /// Keeps the notes right where a reference of a noted record is emptied, and notes that it was.
  private func noteClearing(_ column: TableColumn) -> [String] {
    guard let target = column.target else { return [] }
    let numbers = "(\(column.number), -\(column.number))"
    return [
      "DELETE FROM wb_victim WHERE rec = new.id AND prop IN \(numbers);",
      """
      INSERT INTO wb_victim SELECT new.id, -\(column.number), NULL
      WHERE new.\(column.name) IS NULL AND \(Self.isForeign)
        AND NOT EXISTS (SELECT 1 FROM \(target.asSQLName) AS wb_t WHERE wb_t.id = old.\(column.name));
      """,
    ]
  }

  // UPDATE OR REPLACE of a record that refers to its own victim: SQLite (3.40 at least) writes the
  // record as it was read before the foreign key emptied the reference, and damages the index on
  // it.
  private func guardingTrigger(_ column: TableColumn) -> SchemaObject {
    trigger(
      "prop\(column.number)_guarding",
      "AFTER UPDATE ON \(name)\nWHEN new.\(column.name) IS NOT NULL "
        + "AND old.\(column.name) IS new.\(column.name) AND EXISTS "
        + "(SELECT 1 FROM wb_victim WHERE rec = new.id AND prop = -\(column.number))",
      ["SELECT RAISE(ABORT, 'a record cannot replace one that it refers to');"])
  }

  private var deletingTrigger: SchemaObject {
    trigger(
      "type\(id)_deleting", "BEFORE DELETE ON \(name)\nWHEN \(Self.isForeign)",
      [Self.foreignTransaction])
  }

  private var deletedTrigger: SchemaObject {
    let values = columns.map { column in
      "INSERT INTO wb_change(tx, rec, prop, old, new) SELECT \(Self.transaction), old.id, "
        + "\(column.number), old.\(column.name), NULL"
        + (column.isOptional ? " WHERE old.\(column.name) IS NOT NULL;" : ";")
    }
    let existence =
      "INSERT INTO wb_change(tx, rec, prop, old, new) "
      + "VALUES(\(Self.transaction), old.id, \(existence), 1, NULL);"
    // Where recursive triggers are on, a victim of OR REPLACE comes this way, and so does a record
    // of another type with its number, by a foreign key.
    return trigger(
      "type\(id)_deleted", "AFTER DELETE ON \(name)",
      ["DELETE FROM wb_victim WHERE rec = old.id AND \(isOwnNote);"] + victimsOfCascade + values
        + [existence])
  }

  /// Deletes the records that have a record in their list, before that is deleted, where that is what
  /// is to come of it; what is taken back is taken back one by one.
  private var cascadingTrigger: SchemaObject? {
    guard let references, references.onDelete == .cascade,
      let owner = column(ReferenceList.owner)?.target,
      let items = column(ReferenceList.item)?.target
    else { return nil }
    return trigger(
      "type\(id)_cascading",
      "BEFORE DELETE ON \(items.asSQLName)\n"
        + "WHEN NOT EXISTS (SELECT 1 FROM wb_state WHERE k = '\(Self.reversing)')",
      [
        "DELETE FROM \(owner.asSQLName) WHERE id IN (SELECT \(ReferenceList.owner.asSQLName) "
          + "FROM \(name) WHERE \(ReferenceList.item.asSQLName) = old.id);"
      ])
  }

  /// The name of the table that a trigger of this one is on.
  func tableName(of trigger: SchemaObject) -> String {
    guard references != nil, trigger == cascadingTrigger else { return plainName }
    return column(ReferenceList.item)?.target ?? plainName
  }

  /// What `wb_state` has while no list deletes its owner with what is in it: what a transaction did is
  /// taken back one by one, and so is what goes with a record deleted.
  static let reversing = "reversing"

  private func column(_ name: String) -> TableColumn? { columns.first { $0.plainName == name } }

  // A record that is updated with OR REPLACE can go with its own victim, by a cascade: then nothing
  // but its deletion tells that the victim is gone.
  private var victimsOfCascade: [String] {
    guard !unique.isEmpty else { return [] }
    return [recordVictims(isGone, isDeletion: true), forgetVictims("1")]
  }
}
