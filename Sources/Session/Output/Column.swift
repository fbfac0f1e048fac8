/// A column of a table.
package struct Column: Hashable, Sendable {
  /// The heading of the column, and the key of its cells in JSON.
  package var name: String
  /// Whether the column holds numbers, which stand at the right.
  package var isNumeric: Bool

  /// Makes a column, which holds texts unless told otherwise.
  package init(_ name: String, isNumeric: Bool = false) {
    self.name = name
    self.isNumeric = isNumeric
  }
}
