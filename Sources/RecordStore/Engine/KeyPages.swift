internal import Values

/// Reads rows in pages if the engine requires it: each page starts after the key of the previous
/// page's last row. The key is the first column.
struct KeyPages {
  /// Maximum number of rows in a page; nil to read all rows at once.
  let size: Int?
  /// Index of the keyset-cursor parameter.
  private let key: Int
  /// The number of rows read in the current page; `last` is the first column of the last row read.
  private var rows = 0
  private var last = SQLValue.null

  init(size: Int?, key: Int) { (self.size, self.key) = (size, key) }

  mutating func step(_ statement: PreparedStatement) throws(StoreError) -> Bool {
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
