import Interchange

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

/// Without the header.
func written(_ writer: any RowWriter, _ row: [Cell]) -> String {
  let columns = row.indices.map { CellColumn("c\($0)") }
  let header = written(writer, columns, [])
  return String(written(writer, columns, [row]).dropFirst(header.count))
}
