internal import Records

/// The storage of a list: rows of a table with a column for the owner and one for the item.
package struct ListSource: Hashable, Sendable {
  package var type: String
  package var table: String
  /// The column of the owner.
  package var owner: String
  /// The column of the item; `id` if the rows are the items.
  package var item: String
  /// The ORDER BY columns, most significant first.
  package var order: [String]

  package init(type: String, table: String, owner: String, item: String, order: [String]) {
    (self.type, self.table, self.owner, self.item) = (type, table, owner, item)
    self.order = order
  }

  /// Whether the rows are the items.
  package var hasRecords: Bool { item == "id" }

  /// SQL for the record numbers in the list of a row, in order, as a JSON text.
  ///
  /// - Parameter owner: The SQL alias of the row.
  package func reading(of owner: String) -> String {
    // With an alias, because the items may have the owner's own type.
    let order = (order + ["id"]).map { "wb_t.\($0.asSQLName)" }.joined(separator: ", ")
    return """
      (SELECT json_group_array(wb_i.n) FROM (SELECT wb_t.\(item.asSQLName) AS n \
      FROM \(table.asSQLName) AS wb_t WHERE wb_t.\(self.owner.asSQLName) = \(owner).id \
      ORDER BY \(order)) AS wb_i)
      """
  }
}
