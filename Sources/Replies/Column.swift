/// What is known of a column of a table before its rows.
package struct Column: Hashable, Sendable {
  /// The heading of the column, and the key of its cells in JSON.
  package var name: String
  /// Whether the column holds numbers, which are at the right.
  package var isNumeric: Bool
  /// Whether the column is cut short before others where there is not room for all.
  package var givesWay: Bool
  /// How many characters of a text the column shows at least; where there is not room for them in
  /// all columns, the last ones are left out.
  package var least: Int

  /// Makes a column, which holds texts unless told otherwise.
  package init(
    _ name: String, isNumeric: Bool = false, givesWay: Bool = false, least: Int = 10
  ) {
    self.name = name
    self.isNumeric = isNumeric
    self.givesWay = givesWay
    self.least = least
  }
}
