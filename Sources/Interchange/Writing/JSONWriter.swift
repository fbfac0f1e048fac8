/// Writes one object per row, in an array or as JSON Lines.
package struct JSONWriter: RowWriter {
  private let isArray: Bool
  /// The encoded keys, each with its colon and the brace or comma before it.
  private var keys: [[UInt8]] = []
  private var isFirst = true

  package init(isArray: Bool) { self.isArray = isArray }

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

  package mutating func write(_ row: [Cell], to buffer: inout TextBuffer) {
    if isArray { buffer.append(isFirst ? "\n" : ",\n") }
    isFirst = false
    for (key, cell) in zip(keys, row) {
      buffer.append(key)
      buffer.appendJSON(cell)
    }
    buffer.append(isArray ? "}" : "}\n")
  }

  package func end(to buffer: inout TextBuffer) {
    if isArray { buffer.append("\n]\n") }
  }
}
