import Interchange

/// Splits bytes into pieces, like a file or a pipe.
func pieces(_ bytes: [UInt8], of size: Int) -> () -> [UInt8]? {
  var rest = bytes[...]
  return {
    guard !rest.isEmpty else { return nil }
    defer { rest = rest.dropFirst(size) }
    return Array(rest.prefix(size))
  }
}

func rows(of reader: any RowReader) throws -> [SourceRow] {
  var rows: [SourceRow] = []
  while let row = try reader.next() { rows.append(row) }
  return rows
}
