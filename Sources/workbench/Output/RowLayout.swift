/// The face of a table once its columns are known.
protocol RowLayout {
  /// The lines above the first row.
  var opening: [String] { get }
  /// The lines of a row, which has a text for each column.
  mutating func lines(of texts: [String]) -> [String]
  /// The lines below the last row.
  var closing: [String] { get }
}
