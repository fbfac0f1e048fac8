/// Options for a table without a header, or with lines before or after its rows.
package struct RowLayout: Equatable, Sendable {
  /// The number of lines before the header.
  package var skipped = 0
  /// The number of rows after the data, not counting empty rows.
  package var skippedAtEnd = 0
  /// The names of the columns of a table without a header.
  package var names: [String]?
  /// Whether white space around cells without quotation marks is kept.
  package var keepsSpaces = false

  package init() {}
}

/// Delays rows, so that the last rows of a table can be skipped.
struct RowQueue {
  private let count: Int
  private var rows: [SourceRow] = []
  private var first = 0

  init(holding count: Int) { self.count = count }

  /// Returns the next row that is followed by `count` others.
  mutating func next(_ read: () throws -> SourceRow?) rethrows -> SourceRow? {
    if count == 0 { return try read() }
    while rows.count - first <= count {
      guard let row = try read() else { return nil }
      rows.append(row)
    }
    defer {
      first += 1
      if first > count {
        rows.removeFirst(first)
        first = 0
      }
    }
    return rows[first]
  }
}
