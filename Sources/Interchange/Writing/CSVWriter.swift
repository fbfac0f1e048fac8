internal import Values

/// Writes comma-separated values (RFC 4180) with a header.
///
/// Quotes only cells that need it. An empty text is quoted; an empty unquoted cell means no value.
///
/// A list or an object is written as JSON.
package struct CSVWriter: RowWriter {
  private let delimiter: UInt8
  private let lineEnd: String
  private let isSafe: Bool

  package init(
    delimiter: UInt8 = UInt8(ascii: ","), lineEnd: String = "\r\n", isSafe: Bool = false
  ) {
    (self.delimiter, self.lineEnd, self.isSafe) = (delimiter, lineEnd, isSafe)
  }

  package func begin(_ columns: [CellColumn], to buffer: inout TextBuffer) {
    write(columns.map { .text($0.name) }, to: &buffer)
  }

  package func write(_ row: [Cell], to buffer: inout TextBuffer) {
    for index in row.indices {
      if index > 0 { buffer.append(delimiter) }
      if isSafe { append(row[index].safe, to: &buffer) } else { append(row[index], to: &buffer) }
    }
    buffer.append(lineEnd)
  }

  package func end(to buffer: inout TextBuffer) {}

  private func append(_ cell: Cell, to buffer: inout TextBuffer) {
    switch cell {
    case .none: break
    case .boolean(let flag): buffer.append(flag ? "true" : "false")
    case .integer(let number): buffer.append(number)
    case .double(let number): append(number.description, to: &buffer)
    case .text(let text), .written(let text, _), .percent(let text, part: _),
      .shown(let text, key: _):
      append(text, to: &buffer)
    case .reference(let type, let number):
      let start = buffer.count
      buffer.append(type)
      buffer.append(number)
      quoteEnd(of: &buffer, from: start)
    case .list, .object:
      let start = buffer.count
      buffer.appendJSON(cell)
      quoteEnd(of: &buffer, from: start)
    }
  }

  private func append(_ text: String, to buffer: inout TextBuffer) {
    var text = text
    text.withUTF8 { utf8 in
      if needsQuotes(utf8) { Self.appendQuoted(utf8, to: &buffer) } else { buffer.append(utf8) }
    }
  }

  private func quoteEnd(of buffer: inout TextBuffer, from start: Int) {
    let isPlain = buffer.bytes.withUnsafeBufferPointer { bytes in
      !needsQuotes(UnsafeBufferPointer(rebasing: bytes[start...]))
    }
    if isPlain { return }
    Self.appendQuoted(buffer.takeEnd(from: start), to: &buffer)
  }

  private func needsQuotes(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = text.first, let last = text.last else { return true }
    // An import removes white space around unquoted cells.
    if !Self.isVisible(first) || !Self.isVisible(last) {
      let text = String(decoding: text, as: UTF8.self)
      if text.withoutOuterSpace.utf8.count < text.utf8.count { return true }
    }
    for byte in text {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\r"), delimiter: return true
      default: break
      }
    }
    return false
  }

  private static func isVisible(_ byte: UInt8) -> Bool { 0x21...0x7E ~= byte }

  private static func appendQuoted(_ text: some Collection<UInt8>, to buffer: inout TextBuffer) {
    buffer.append(UInt8(ascii: "\""))
    for byte in text {
      if byte == UInt8(ascii: "\"") { buffer.append(byte) }
      buffer.append(byte)
    }
    buffer.append(UInt8(ascii: "\""))
  }
}
