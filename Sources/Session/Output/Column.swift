/// A column of a table.
public struct Column: Hashable, Sendable {
  /// The heading of the column, and the key of its cells in JSON.
  public var name: String
  /// Whether the column holds numbers, which stand at the right.
  public var isNumeric: Bool

  /// Makes a column, which holds texts unless told otherwise.
  public init(_ name: String, isNumeric: Bool = false) {
    self.name = name
    self.isNumeric = isNumeric
  }
}
