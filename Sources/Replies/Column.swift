package struct Column: Hashable, Sendable {
  /// The heading, and the key in JSON.
  package var name: String
  /// Numbers are aligned right.
  package var isNumeric: Bool
  /// Whether it is truncated before other columns if the table is too wide.
  package var givesWay: Bool
  /// The minimum number of characters shown; if they do not fit in all columns, the last columns
  /// are left out.
  package var least: Int

  package init(
    _ name: String, isNumeric: Bool = false, givesWay: Bool = false, least: Int = 10
  ) {
    self.name = name
    self.isNumeric = isNumeric
    self.givesWay = givesWay
    self.least = least
  }
}
