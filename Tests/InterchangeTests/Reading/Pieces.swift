import Interchange

/// Gives bytes in pieces of a size, as a file or a pipe would.
func pieces(_ bytes: [UInt8], of size: Int) -> () -> [UInt8]? {
  var rest = bytes[...]
  return {
    guard !rest.isEmpty else { return nil }
    defer { rest = rest.dropFirst(size) }
    return Array(rest.prefix(size))
  }
}

/// The rows of a reader up to its end, or to the error that ends it.
func rows(of reader: any RowReader) throws -> [SourceRow] {
  var rows: [SourceRow] = []
  while let row = try reader.next() { rows.append(row) }
  return rows
}
