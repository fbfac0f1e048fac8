internal import Values

/// The rows of a statement in parts, where an engine wants that: each part begins beyond the first
/// column of the last row.
struct Pages {
  /// How many rows a part has; the last has fewer. nil where all rows are read in one.
  let size: Int?
  /// Where the parameter is that the first column of all rows is beyond.
  private let key: Int
  /// How many rows of the present part there were, and the first column of the last.
  private var rows = 0
  private var last = SQLValue.null

  init(size: Int?, key: Int) { (self.size, self.key) = (size, key) }

  /// Goes on to the next row of a statement, which can be in the next part; false after the last.
  mutating func step(_ statement: Statement) throws(StoreError) -> Bool {
    if try !statement.step() {
      guard let size, rows == size else { return false }
      rows = 0
      try statement.bind(last, at: key)
      guard try statement.step() else { return false }
    }
    if size != nil { (rows, last) = (rows + 1, statement.column(0)) }
    return true
  }
}
