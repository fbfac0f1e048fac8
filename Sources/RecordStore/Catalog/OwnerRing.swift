internal import Records

/// Finds records that own themselves through a cycle of lists.
///
/// The store prevents such cycles, because no outside list would own the records, and deleting one
/// would delete all. Another program can create a cycle, and altering a list of references to own
/// its items would create one if a record is listed in itself.
struct OwnerRing {
  private let table: Table
  private let members: [(table: Table, owners: [(column: String, owner: Table)])]

  /// Returns nil if no cycle is possible.
  init?(of table: Table, among tables: [String: Table]) {
    func owners(of table: Table) -> [Table] { table.links.compactMap { tables[$0.owner] } }
    func reached(from table: Table) -> [Table] {
      var reached: [Table] = []
      var open = owners(of: table)
      while let next = open.popLast() {
        guard !reached.contains(where: { $0 === next }) else { continue }
        reached.append(next)
        open += owners(of: next)
      }
      return reached
    }
    let ring = reached(from: table).filter { other in
      other === table || reached(from: other).contains { $0 === table }
    }
    guard ring.contains(where: { $0 === table }) else { return nil }
    self.table = table
    members = ring.map { member in
      let owners = member.links.compactMap { link -> (String, Table)? in
        guard let owner = ring.first(where: { $0.type.name == link.owner }),
          let column = member.ownerColumn(of: link)
        else { return nil }
        return ("wb_t.\(column.name)", owner)
      }
      return (member, owners)
    }
  }

  /// Selects the records that own themselves, in ascending order.
  ///
  /// Records reachable from a record without an owner are not in a cycle. Only the few other
  /// records are followed one by one. Requires SQLite 3.34.
  var records: String {
    var (roots, owned, starts, ways): ([String], [String], [String], [String]) = ([], [], [], [])
    for (table, owners) in members {
      // If an item is in several lists, only the first of its lists counts, in both directions.
      let owner = "coalesce(\(owners.map(\.column).joined(separator: ", ")), NULL)"
      let cases = owners.map { "WHEN \($0.column) IS NOT NULL THEN \($0.owner.id)" }
      let type = "CASE \(cases.joined(separator: " ")) END"
      // In this form, SQLite can find the items of a list by the index of the owner column.
      let isListed = owners.map {
        "wb_reached.type = \($0.owner.id) AND \($0.column) = wb_reached.id"
      }
      let rows = "\(table.name) AS wb_t"
      roots.append("SELECT \(table.id), wb_t.id FROM \(rows) WHERE \(owner) IS NULL")
      owned.append(
        """
        SELECT \(table.id), wb_t.id FROM wb_reached JOIN \(rows)
          ON (\(isListed.joined(separator: " OR "))) AND \(owner) = wb_reached.id AND \(type) = wb_reached.type
        """)
      starts.append(
        """
        SELECT \(table.id), wb_t.id, \(type), \(owner) FROM \(rows) WHERE \(owner) IS NOT NULL
          AND (\(table.id), wb_t.id) NOT IN (SELECT type, id FROM wb_reached)
        """)
      ways.append(
        """
        SELECT wb_way.start_type, wb_way.start, \(type), \(owner) FROM wb_way JOIN \(rows)
          ON wb_way.type = \(table.id) AND wb_t.id = wb_way.id
          WHERE (wb_way.type, wb_way.id) <> (wb_way.start_type, wb_way.start) AND \(owner) IS NOT NULL
        """)
    }
    return """
      WITH RECURSIVE wb_reached(type, id) AS (
        \((roots + owned).joined(separator: "\nUNION "))),
      wb_way(start_type, start, type, id) AS (
        \((starts + ways).joined(separator: "\nUNION ")))
      SELECT DISTINCT start FROM wb_way
      WHERE start_type = \(table.id) AND type = start_type AND id = start ORDER BY start
      """
  }
}
