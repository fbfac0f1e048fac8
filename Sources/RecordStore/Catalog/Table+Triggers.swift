internal import Records

/// The triggers that record every change of a record by any program.
///
/// They use only features of SQLite that are always present: no functions of this program, no JSON.
extension Table {
  var triggers: [SchemaObject] {
    var triggers = [identityTrigger] + insertionTriggers
    triggers += [updatingTrigger] + (replacingTrigger.map { [$0] } ?? [])
    triggers += columns.map(updatedTrigger) + cleared.map(guardingTrigger)
    triggers += cascadingTrigger.map { [$0] } ?? []
    return triggers + [deletingTrigger, deletedTrigger]
  }

  var insertionTriggers: [SchemaObject] { [insertingTrigger, insertedTrigger, numberingTrigger] }

  /// Whether another program is writing: this program always opens a transaction before it writes.
  private static let isForeign =
    "coalesce((SELECT n IS NOT NULL FROM wb_tx ORDER BY id DESC LIMIT 1), 1)"

  /// Opens a transaction for a statement of another program, at its first row.
  ///
  /// This is a separate trigger, because preparing the long statement would make writes by this
  /// program 10 % slower, although the statement never runs for them.
  private static let foreignTransaction = "INSERT INTO wb_foreign VALUES(1);"

  private static let transaction = "(SELECT max(id) FROM wb_tx)"

  /// Maximum number of rows in one statement of a trigger.
  private static let mostParts = 100

  private func trigger(_ name: String, _ head: String, _ body: [String]) -> SchemaObject {
    SchemaObject(
      "CREATE TRIGGER wb_\(name) \(head)\nBEGIN\n" + body.joined(separator: "\n") + "\nEND")
  }

  /// Prevents changes of a record's number; `id` has four names in SQLite.
  private var identityTrigger: SchemaObject {
    trigger(
      "type\(id)_identity",
      "BEFORE UPDATE OF id, rowid, oid, _rowid_ ON \(name)\n"
        + "WHEN old.id IS NOT new.id",
      ["SELECT RAISE(ABORT, 'the id of a record never changes');"])
  }

  // INSERT OR REPLACE removes records without firing DELETE triggers if recursive triggers are off.
  // One trigger therefore notes the records that could be replaced (victims) before the statement,
  // and another one records the removed victims afterwards. Recording victims before the statement
  // would record deletions that never happen if an upsert continues as an update. Foreign key
  // actions in between also fire triggers, of any type; these triggers change only notes of their
  // own type and of the columns that they record.

  private var unique: [[TableColumn]] {
    columns.filter(\.isUnique).map { [$0] } + (references == nil ? [] : [pair])
  }

  private var pair: [TableColumn] {
    columns.filter { [ReferenceList.owner, ReferenceList.item].contains($0.plainName) }
  }

  private func isTaken(_ key: [TableColumn]) -> String {
    key.map { "wb_t.\($0.name) = \(incoming($0))\($0.collation)" }.joined(separator: " AND ")
  }

  /// The columns that a foreign key can clear while SQLite replaces a record.
  private var cleared: [TableColumn] {
    unique.isEmpty ? [] : columns.filter { $0.target != nil && $0.onDelete == .clear }
  }

  /// SQL condition for notes of this type: its victims, and cleared columns as negated numbers.
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

  /// If NULL is not allowed, OR REPLACE uses the column's default; without a default, the statement
  /// fails. Older files have more defaults.
  private func incoming(_ column: TableColumn) -> String {
    guard !column.isOptional, let initial = column.formerDefaultLiteral else {
      return "new.\(column.name)"
    }
    return "coalesce(new.\(column.name), \(initial))"
  }

  /// The victim that has the number of the new record is recorded last, so that its deletion and
  /// the insertion are adjacent changes.
  private func recordVictims(_ condition: String, isDeletion: Bool = false) -> String {
    """
    INSERT INTO wb_change(tx, rec, prop, old, new)
    SELECT \(Self.transaction), wb_v.rec, wb_v.prop, wb_v.v, NULL FROM wb_victim AS wb_v
    WHERE wb_v.prop IN (\(recorded.map(String.init).joined(separator: ", "))) AND (\(condition))
    ORDER BY \(isDeletion ? "" : "wb_v.rec = new.id, ")wb_v.rec, wb_v.rowid;
    """
  }

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
    let creation = stride(from: 0, to: rows.count, by: Self.mostParts).map { start in
      "INSERT INTO wb_change(tx, rec, prop, old, new)\n"
        + rows[start..<min(rows.count, start + Self.mostParts)].joined(separator: "\nUNION ALL ")
        + ";"
    }
    // The previous record with this id was replaced, although a record with the id exists again.
    return trigger(
      "type\(id)_inserted", "AFTER INSERT ON \(name)",
      [
        recordVictims("wb_v.rec = new.id OR \(isGone)"),
        "DELETE FROM wb_victim WHERE \(isOwnNote);",
      ] + creation)
  }

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

  /// SQL that records new records without the triggers: ?1 is the transaction; the number and the
  /// column values of each record follow.
  func creationRecording(of records: Int) -> String {
    let width = columns.count + 1
    let rows = (0..<records).flatMap { record in
      creation(of: "?\(2 + record * width)", in: "?1") { "?\(3 + record * width + $0)" }
    }
    // The insertion cannot fail; with OR FAIL, SQLite need not copy each page before changing it.
    return "INSERT OR FAIL INTO wb_change(tx, rec, prop, old, new)\n"
      + rows.joined(separator: "\nUNION ALL ")
  }

  // Saves the numbers of new records, because SQLite does not save the numbers of earlier rows if a
  // statement with OR FAIL stops at a later row.
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

  // Only setting a unique value can replace records. A column cleared by a foreign key while
  // another record is replaced must not remove the notes of the other record's victims.
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
      // The former record with the value was removed first, so undo restores it last.
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

  // Prevents UPDATE OR REPLACE of a record that refers to its own victim: SQLite (at least up to
  // 3.40) writes the record as it was before the foreign key cleared the reference, which corrupts
  // the index.
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
    // If recursive triggers are on, deleting a victim of OR REPLACE fires this trigger. A foreign
    // key also fires it for a record of another type with the same number.
    return trigger(
      "type\(id)_deleted", "AFTER DELETE ON \(name)",
      ["DELETE FROM wb_victim WHERE rec = old.id AND \(isOwnNote);"] + victimsOfCascade + values
        + [existence])
  }

  /// Before a record is deleted, deletes the owners of cascading lists that contain it. Disabled
  /// during undo.
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

  func tableName(of trigger: SchemaObject) -> String {
    guard references != nil, trigger == cascadingTrigger else { return plainName }
    return column(ReferenceList.item)?.target ?? plainName
  }

  /// The key in `wb_state` that disables cascading deletion by lists during undo, which reverts
  /// changes one by one.
  static let reversing = "reversing"

  private func column(_ name: String) -> TableColumn? { columns.first { $0.plainName == name } }

  // A record updated with OR REPLACE can be deleted in a cascade together with its own victim. Then
  // only the record's deletion shows that the victim was removed.
  private var victimsOfCascade: [String] {
    guard !unique.isEmpty else { return [] }
    return [recordVictims(isGone, isDeletion: true), forgetVictims("1")]
  }
}
