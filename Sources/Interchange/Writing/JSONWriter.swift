/// Writes an object a row, in an array or each on a line of its own.
package struct JSONWriter: RowWriter {
  private let isArray: Bool
  /// The keys as they are written, each with its colon and what comes before it.
  private var keys: [[UInt8]] = []
  private var isFirst = true

  /// Makes a writer of an array of objects, or of objects alone.
  package init(isArray: Bool) { self.isArray = isArray }

  /// Writes the bracket before an array.
  package mutating func begin(_ columns: [CellColumn], to buffer: inout TextBuffer) {
    keys = columns.enumerated().map { index, column in
      var key = TextBuffer()
      key.append(index == 0 ? "{" : ",")
      key.appendJSON(column.name)
      key.append(":")
      return key.bytes
    }
    if isArray { buffer.append("[") }
  }

  /// Writes an object.
  package mutating func write(_ row: [Cell], to buffer: inout TextBuffer) {
    if isArray { buffer.append(isFirst ? "\n" : ",\n") }
    isFirst = false
    for (key, cell) in zip(keys, row) {
      buffer.append(key)
      buffer.appendJSON(cell)
    }
    buffer.append(isArray ? "}" : "}\n")
  }

  /// Writes the bracket after an array.
  package func end(to buffer: inout TextBuffer) {
    if isArray { buffer.append("\n]\n") }
  }
}
