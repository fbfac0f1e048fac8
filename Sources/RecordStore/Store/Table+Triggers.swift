internal import Records

/// The triggers that record every change of a record, whoever makes it.
///
/// They use nothing that another program might not have: no function of ours, no JSON.
extension Table {
  /// The commands that make the triggers of the table.
  var triggers: [String] {
    var triggers = [identityTrigger, insertingTrigger, insertedTrigger]
    triggers += [updatingTrigger] + properties.indices.map(updatedTrigger)
    return triggers + [deletingTrigger, deletedTrigger]
  }

  /// Whether another program writes: we never do without an open transaction.
  private static let isForeign =
    "coalesce((SELECT n IS NOT NULL FROM wb_tx ORDER BY id DESC LIMIT 1), 1)"

  /// The time in milliseconds, which is the same for all rows of a statement.
  private static let now = "CAST(round((julianday('now') - 2440587.5) * 86400000) AS INTEGER)"

  /// Opens a transaction for a statement of another program, at its first row.
  private static let foreignTransaction = """
    INSERT INTO wb_tx(id, ts, clock, actor, kind, lo, n)
    SELECT coalesce(l.id, 0) + 1, max(coalesce(l.ts, s.now), s.now), s.now, 0,
      \(TransactionKind.other.rawValue), coalesce((SELECT max(seq) FROM wb_change), 0) + 1, -1
    FROM (SELECT \(now) AS now) AS s
      LEFT JOIN (SELECT id, ts, clock, n FROM wb_tx ORDER BY id DESC LIMIT 1) AS l
    WHERE l.n IS NOT -1 OR l.clock IS NOT s.now;
    """

  private static let transaction = "(SELECT max(id) FROM wb_tx)"

  private func trigger(_ name: String, _ head: String, _ body: [String]) -> String {
    "CREATE TRIGGER wb_\(name) \(head)\nBEGIN\n" + body.joined(separator: "\n") + "\nEND"
  }

  /// Keeps a record's number: `id` goes by four names.
  private var identityTrigger: String {
    trigger(
      "type\(id)_identity",
      "BEFORE UPDATE OF id, rowid, oid, _rowid_ ON \(name)\n"
        + "WHEN old.id IS NOT new.id",
      ["SELECT RAISE(ABORT, 'the id of a record never changes');"])
  }

  // INSERT OR REPLACE removes records without a DELETE trigger where recursive triggers are off. So
  // those it may remove are noted before, and those that are really gone recorded after it. To
  // record them before would invent deletions where an upsert goes on as an update.

  /// The properties no two records share.
  private var unique: [Int] {
    properties.indices.filter { Self.isUnique(type.properties[$0]) }
  }

  private func victims(_ condition: String) -> [String] {
    var rows = properties.indices.map { index in
      """
      INSERT INTO wb_victim SELECT wb_t.id, \(properties[index]), wb_t.\(columns[index])
      FROM \(name) AS wb_t WHERE (\(condition)) AND wb_t.\(columns[index]) IS NOT NULL;
      """
    }
    rows.append(
      "INSERT INTO wb_victim SELECT wb_t.id, \(existence), 1 FROM \(name) AS wb_t "
        + "WHERE \(condition);")
    return ["DELETE FROM wb_victim;"] + rows
  }

  /// What a unique column gets: OR REPLACE puts the default where NULL is not allowed.
  private func incoming(_ index: Int) -> String {
    let property = type.properties[index]
    guard !property.isOptional, property.defaultValue != nil else { return "new.\(columns[index])" }
    return "coalesce(new.\(columns[index]), \(Self.defaultLiteral(property)))"
  }

  private func recordVictims(_ condition: String) -> [String] {
    [
      """
      INSERT INTO wb_change(tx, rec, prop, old, new)
      SELECT \(Self.transaction), wb_v.rec, wb_v.prop, wb_v.v, NULL FROM wb_victim AS wb_v
      WHERE \(condition) ORDER BY wb_v.rec, wb_v.rowid;
      """,
      "DELETE FROM wb_victim;",
    ]
  }

  private var isGone: String {
    "NOT EXISTS (SELECT 1 FROM \(name) AS wb_t WHERE wb_t.id = wb_v.rec)"
  }

  private var insertingTrigger: String {
    let conditions = ["wb_t.id = new.id"] + unique.map { "wb_t.\(columns[$0]) = \(incoming($0))" }
    return trigger(
      "type\(id)_inserting", "BEFORE INSERT ON \(name)\nWHEN \(Self.isForeign)",
      [Self.foreignTransaction] + victims(conditions.joined(separator: " OR ")))
  }

  private var insertedTrigger: String {
    let values = properties.indices.map { index in
      "INSERT INTO wb_change(tx, rec, prop, old, new) SELECT \(Self.transaction), new.id, "
        + "\(properties[index]), NULL, new.\(columns[index])"
        + (type.properties[index].isOptional ? " WHERE new.\(columns[index]) IS NOT NULL;" : ";")
    }
    let existence =
      "INSERT INTO wb_change(tx, rec, prop, old, new) "
      + "VALUES(\(Self.transaction), new.id, \(existence), NULL, 1);"
    // The record that had this id before is gone too, although there is one of the id again.
    return trigger(
      "type\(id)_inserted", "AFTER INSERT ON \(name)",
      recordVictims("wb_v.rec = new.id OR \(isGone)") + [existence] + values)
  }

  private var updatingTrigger: String {
    let conditions = unique.map {
      "(wb_t.\(columns[$0]) = \(incoming($0)) AND wb_t.id <> new.id)"
    }
    return trigger(
      "type\(id)_updating", "BEFORE UPDATE ON \(name)\nWHEN \(Self.isForeign)",
      [Self.foreignTransaction]
        + (conditions.isEmpty ? [] : victims(conditions.joined(separator: " OR "))))
  }

  private func updatedTrigger(_ index: Int) -> String {
    let column = columns[index]
    let change =
      "INSERT INTO wb_change(tx, rec, prop, old, new) VALUES(\(Self.transaction), new.id, "
      + "\(properties[index]), old.\(column), new.\(column));"
    // Whoever had the value was removed first, and comes back last when this is undone.
    let isUnique = Self.isUnique(type.properties[index])
    return trigger(
      "prop\(properties[index])_updated",
      "AFTER UPDATE OF \(column) ON \(name)\nWHEN old.\(column) IS NOT new.\(column) COLLATE BINARY"
        + " OR typeof(old.\(column)) <> typeof(new.\(column))",
      (isUnique ? recordVictims(isGone) : []) + [change])
  }

  private var deletingTrigger: String {
    trigger(
      "type\(id)_deleting", "BEFORE DELETE ON \(name)\nWHEN \(Self.isForeign)",
      [Self.foreignTransaction])
  }

  private var deletedTrigger: String {
    let values = properties.indices.map { index in
      "INSERT INTO wb_change(tx, rec, prop, old, new) SELECT \(Self.transaction), old.id, "
        + "\(properties[index]), old.\(columns[index]), NULL"
        + (type.properties[index].isOptional ? " WHERE old.\(columns[index]) IS NOT NULL;" : ";")
    }
    let existence =
      "INSERT INTO wb_change(tx, rec, prop, old, new) "
      + "VALUES(\(Self.transaction), old.id, \(existence), 1, NULL);"
    // Where recursive triggers are on, a victim of OR REPLACE comes this way.
    return trigger(
      "type\(id)_deleted", "AFTER DELETE ON \(name)",
      ["DELETE FROM wb_victim WHERE rec = old.id;"] + values + [existence])
  }
}
