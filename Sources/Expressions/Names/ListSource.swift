internal import Records

/// Where the records of a list are found: rows of a table with the owner in one column and the record
/// in another.
package struct ListSource: Hashable, Sendable {
  /// The name of the type that the rows are records of.
  package var type: String
  /// The name of its table.
  package var table: String
  /// The column with the record that has the list.
  package var owner: String
  /// The column with the record that is in it; `id` where the row itself is that record.
  package var item: String
  /// The columns that say in which order the records are, the first first.
  package var order: [String]

  /// Makes a source of its parts.
  package init(type: String, table: String, owner: String, item: String, order: [String]) {
    (self.type, self.table, self.owner, self.item) = (type, table, owner, item)
    self.order = order
  }

  /// Whether the rows are the records themselves.
  package var hasRecords: Bool { item == "id" }

  /// The numbers of the records in the list of a row, in their order, as a JSON text that SQL
  /// calculates.
  ///
  /// - Parameter owner: What SQL calls the row.
  package func reading(of owner: String) -> String {
    // Under another name, for the rows may be of the owner's own type.
    let order = (order + ["id"]).map { "wb_t.\($0.asSQLName)" }.joined(separator: ", ")
    return """
      (SELECT json_group_array(wb_i.n) FROM (SELECT wb_t.\(item.asSQLName) AS n \
      FROM \(table.asSQLName) AS wb_t WHERE wb_t.\(self.owner.asSQLName) = \(owner).id \
      ORDER BY \(order)) AS wb_i)
      """
  }
}
