/// Writes one object per row, in an array or as JSON Lines.
package struct JSONWriter: RowWriter {
  private let isArray: Bool
  /// The encoded keys, each with the preceding brace or comma and the colon.
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

extension TextBuffer {
  /// Decimals, percentages (`12.5%`) and dates become strings; non-finite numbers become `null`.
  mutating func appendJSON(_ cell: Cell) {
    switch cell {
    case .none: append("null")
    case .boolean(let flag): append(flag ? "true" : "false")
    case .integer(let number): append(number)
    case .double(let number): append(number.isFinite ? number.description : "null")
    case .text(let text), .written(let text, _), .percent(let text, part: _),
      .shown(let text, key: _):
      appendJSON(text)
    case .reference(let type, let number):
      appendJSON(type)
      removeLast()
      append(number)
      append(UInt8(ascii: "\""))
    case .list(let items):
      append(UInt8(ascii: "["))
      for (index, item) in items.enumerated() {
        if index > 0 { append(UInt8(ascii: ",")) }
        appendJSON(item)
      }
      append(UInt8(ascii: "]"))
    case .object(let keys, let cells):
      append(UInt8(ascii: "{"))
      for (index, (key, cell)) in zip(keys, cells).enumerated() {
        if index > 0 { append(UInt8(ascii: ",")) }
        appendJSON(key)
        append(UInt8(ascii: ":"))
        appendJSON(cell)
      }
      append(UInt8(ascii: "}"))
    }
  }

  /// Also escapes U+007F to U+009F, line separators and bidirectional controls, which JSON does not
  /// require.
  mutating func appendJSON(_ text: String) {
    append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { utf8 in
      var start = 0
      var place = 0
      while place < utf8.count {
        let length = Self.escapedLength(utf8, at: place)
        guard length > 0 else {
          place += 1
          continue
        }
        append(UnsafeBufferPointer(rebasing: utf8[start..<place]))
        appendEscape(utf8[place..<place + length])
        place += length
        start = place
      }
      append(UnsafeBufferPointer(rebasing: utf8[start...]))
    }
    append(UInt8(ascii: "\""))
  }

  /// Returns the number of bytes of the scalar at `place` if it needs an escape, otherwise 0.
  private static func escapedLength(_ utf8: UnsafeBufferPointer<UInt8>, at place: Int) -> Int {
    switch utf8[place] {
    case ..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F: 1
    // U+0080 to U+009F
    case 0xC2: utf8[place + 1] < 0xA0 ? 2 : 0
    // U+2028 to U+202E, U+2066 to U+2069
    case 0xE2 where utf8[place + 1] == 0x80: 0xA8...0xAE ~= utf8[place + 2] ? 3 : 0
    case 0xE2 where utf8[place + 1] == 0x81: 0xA6...0xA9 ~= utf8[place + 2] ? 3 : 0
    default: 0
    }
  }

  private mutating func appendEscape(_ scalar: Slice<UnsafeBufferPointer<UInt8>>) {
    let first = scalar[scalar.startIndex]
    append(UInt8(ascii: "\\"))
    switch first {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(first)
    case UInt8(ascii: "\n"): append("n")
    case UInt8(ascii: "\r"): append("r")
    case UInt8(ascii: "\t"): append("t")
    default:
      let value = String(decoding: scalar, as: UTF8.self).unicodeScalars.first?.value ?? 0
      let digits = String(value, radix: 16)
      append("u" + String(repeating: "0", count: 4 - digits.count) + digits)
    }
  }
}

extension Cell {
  var json: String {
    var buffer = TextBuffer()
    buffer.appendJSON(self)
    return String(decoding: buffer.bytes, as: UTF8.self)
  }
}
