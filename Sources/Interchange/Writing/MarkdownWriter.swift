/// Writes a table as GitHub's Markdown has it, numbers at the right.
///
/// A backslash is in front of what Markdown would take for its own; a new line is `<br>`.
package struct MarkdownWriter: RowWriter {
  /// Makes a writer.
  package init() {}

  /// Writes the headings and the line below them.
  package func begin(_ columns: [CellColumn], to buffer: inout TextBuffer) {
    write(columns.map { .text($0.name) }, to: &buffer)
    buffer.append("|")
    for column in columns { buffer.append(column.isNumeric ? " ---: |" : " --- |") }
    buffer.append("\n")
  }

  /// Writes a line.
  package func write(_ row: [Cell], to buffer: inout TextBuffer) {
    buffer.append("|")
    for cell in row {
      buffer.append(" ")
      buffer.append(cell, Self.append)
      buffer.append(" |")
    }
    buffer.append("\n")
  }

  /// Writes nothing.
  package func end(to buffer: inout TextBuffer) {}

  private static let special = Array("\\|`*_[]<>~$&".utf8)

  private static func append(_ buffer: inout TextBuffer, _ text: String) {
    var text = text
    text.withUTF8 { utf8 in
      for (place, byte) in utf8.enumerated() {
        switch byte {
        // A return and a newline are one new line.
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
