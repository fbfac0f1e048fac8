/// Writes a GitHub Markdown table with right-aligned numbers.
///
/// Special characters are escaped with a backslash; a newline becomes `<br>`.
package struct MarkdownWriter: RowWriter {
  package init() {}

  package func begin(_ columns: [CellColumn], to buffer: inout TextBuffer) {
    write(columns.map { .text($0.name) }, to: &buffer)
    buffer.append("|")
    for column in columns { buffer.append(column.isNumeric ? " ---: |" : " --- |") }
    buffer.append("\n")
  }

  package func write(_ row: [Cell], to buffer: inout TextBuffer) {
    buffer.append("|")
    for cell in row {
      buffer.append(" ")
      buffer.append(cell, Self.append)
      buffer.append(" |")
    }
    buffer.append("\n")
  }

  package func end(to buffer: inout TextBuffer) {}

  private static let special = Array("\\|`*_[]<>~$&".utf8)

  private static func append(_ buffer: inout TextBuffer, _ text: String) {
    var text = text
    text.withUTF8 { utf8 in
      for (place, byte) in utf8.enumerated() {
        switch byte {
        case UInt8(ascii: "\r")
        where place + 1 < utf8.count && utf8[place + 1] == UInt8(ascii: "\n"):
          break
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"): buffer.append("<br>")
        default:
          if special.contains(byte) { buffer.append(UInt8(ascii: "\\")) }
          buffer.append(byte)
        }
      }
    }
  }
}
