import Interchange

/// What a writer makes of some rows.
func written(
  _ writer: any RowWriter, _ columns: [CellColumn], _ rows: [[Cell]]
) -> String {
  var writer = writer
  var buffer = TextBuffer()
  writer.begin(columns, to: &buffer)
  for row in rows { writer.write(row, to: &buffer) }
  writer.end(to: &buffer)
  return String(decoding: buffer.bytes, as: UTF8.self)
}

/// What a writer makes of rows between the first one, which is the header, and the end.
func written(_ writer: any RowWriter, _ row: [Cell]) -> String {
  let columns = row.indices.map { CellColumn("c\($0)") }
  let header = written(writer, columns, [])
  return String(written(writer, columns, [row]).dropFirst(header.count))
}
