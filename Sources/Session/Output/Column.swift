/// A column of a table.
public struct Column: Hashable, Sendable {
  public var name: String
  /// Whether the column holds numbers, which stand at the right.
  public var isNumeric: Bool

  public init(_ name: String, isNumeric: Bool = false) {
    self.name = name
    self.isNumeric = isNumeric
  }
}
