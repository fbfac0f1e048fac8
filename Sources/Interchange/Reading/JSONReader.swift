internal import Values

/// Reads JSON objects as rows: an array of objects, or one object after another.
///
/// JSON (RFC 8259) and JSON Lines differ only in the text around and between objects. Numbers keep
/// their digits.
package final class JSONReader: RowReader {
  /// Keeps nested input from exhausting the stack.
  private static let greatestDepth = 100

  package private(set) var columns: [String] = []

  private var stream: ByteStream
  private var line = 1
  private var lineStart = 0
  /// Characters of the current line that were dropped from the buffer.
  private var charactersDropped = 0
  private var isArray = false
  private var hasEnded = false
  private var count = 0
  private var firstRows: ArraySlice<SourceRow> = []
  private var places: [String: Int] = [:]

  private static let rowsForColumns = 100

  /// - Parameter encoding: If nil, UTF-8, or UTF-16 if the file has a UTF-16 byte order mark.
  package init(encoding: TextEncoding? = nil, _ read: @escaping () throws -> [UInt8]?) throws {
    stream = ByteStream(encoding: encoding, read)
    try stream.fill()
    if try peek() == UInt8(ascii: "[") {
      isArray = true
      advance()
    }
    while firstRows.count < Self.rowsForColumns, let row = try readRow() { firstRows.append(row) }
  }

  package func next() throws -> SourceRow? {
    guard var row = try firstRows.popFirst() ?? readRow() else { return nil }
    while row.cells.count < columns.count { row.cells.append(.absent) }
    return row
  }

  package func place(ofColumn index: Int) -> (line: Int, column: Int?) {
    let row = firstRows.first { index < $0.cells.count && $0.cells[index] != .absent }
    return row.map { place(ofCell: index, in: $0) } ?? (line, nil)
  }

  /// Parses the row again. If the row lacks the cell, returns the position of the row.
  package func place(ofCell index: Int, in row: SourceRow) -> (line: Int, column: Int?) {
    let reader = JSONReader(again: row, for: index < columns.count ? columns[index] : nil)
    try? reader.object { _, _, _ in }
    return reader.found ?? (row.line, row.column)
  }

  package func place(ofByte offset: Int, in row: SourceRow) -> (line: Int, column: Int?)? {
    let before = row.raw.prefix(offset)
    let start = before.lastIndex(of: 0x0A).map { $0 + 1 }
    return (
      row.line + before.count { $0 == 0x0A },
      (start == nil ? row.column : 1) + Self.count(of: before[(start ?? 0)...])
    )
  }

  private init(again row: SourceRow, for key: String?) {
    var rest: [UInt8]? = row.raw
    stream = ByteStream(encoding: .utf8) { () in
      defer { rest = nil }
      return rest
    }
    (line, charactersDropped, sought) = (row.line, row.column - 1, key)
    try? stream.fill()
  }

  private var sought: String?
  private var found: (line: Int, column: Int?)?

  package var rejectsOpening: [UInt8] { [] }

  package func rejected(_ row: SourceRow, for reasons: String) -> [UInt8] {
    var raw = row.raw
    if let former = Self.reasons(in: row) {
      let isFirst = raw[former.lowerBound] != UInt8(ascii: ",")
      raw.removeSubrange(former)
      if isFirst, let next = raw[former.lowerBound...].firstIndex(where: { $0 > 0x20 }),
        raw[next] == UInt8(ascii: ",")
      {
        raw.remove(at: next)
      }
    }
    let isEmpty = raw.allSatisfy { $0 <= 0x20 || [0x7B, 0x7D].contains($0) }
    let key = (isEmpty ? "" : ",") + "\"\(Self.reasons)\":"
    // Rejected rows are written as JSON Lines.
    let line = raw.dropLast().map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
    return line + Array(key.utf8) + Array(reasons.asJSON.utf8) + Array("}\n".utf8)
  }

  /// The byte range of the reasons in the row, with their key and the comma before it.
  private static func reasons(in row: SourceRow) -> Range<Int>? {
    let reader = JSONReader(again: row, for: nil)
    var found: Range<Int>?
    try? reader.object { key, _, start in
      if key == Self.reasons { found = start..<reader.stream.position }
    }
    return found
  }

  private func readRow() throws -> SourceRow? {
    guard !hasEnded else { return nil }
    var byte = try peek()
    if isArray {
      if byte == UInt8(ascii: "]") {
        advance()
        if try peek() != nil { throw error("nothing after the array") }
        hasEnded = true
        return nil
      }
      if count > 0 {
        guard byte == UInt8(ascii: ",") else { throw error("\",\" or \"]\" after an object") }
        advance()
        byte = try peek()
      }
    }
    guard byte != nil || isArray else {
      hasEnded = true
      return nil
    }
    guard byte == UInt8(ascii: "{") else {
      throw error(isArray ? "an object, in \"{\" and \"}\"" : "an object or an array of objects")
    }
    dropLine(before: stream.position)
    let first = place
    var cells = [SourceCell](repeating: .absent, count: columns.count)
    rowStart = stream.position
    try object { key, cell, _ in
      if key == Self.reasons { return }
      let index: Int
      if let known = places[key] {
        index = known
      } else {
        index = columns.count
        guard index < Self.mostColumns else {
          throw RowError(.manyColumns(Self.mostColumns), line: first.line)
        }
        places[key] = index
        columns.append(key)
        cells.append(.absent)
      }
      cells[index] = cell
    }
    count += 1
    let raw = Array(stream.bytes[rowStart..<stream.position])
    return SourceRow(line: first.line, column: first.column, cells: cells, raw: raw)
  }

  private var rowStart = 0

  /// Each row has a cell for each column.
  private static let mostColumns = 2_000

  package static func list(_ text: String) -> [SourceCell]? {
    var rest: [UInt8]? = Array("{\"\":".utf8) + Array(text.utf8) + [UInt8(ascii: "}")]
    let row = try? JSONReader { () in
      defer { rest = nil }
      return rest
    }
    .next()
    guard case .list(let items) = row?.cells.first, row?.cells.count == 1 else { return nil }
    return items
  }

  /// - Parameter add: Receives a key, its value, and the offset in the row of the comma before the
  ///   key, or of the first key.
  private func object(depth: Int = 0, _ add: (String, SourceCell, Int) throws -> Void) throws {
    advance()
    var isFirst = true
    var keys: Set<String> = []
    while true {
      let byte = try skipSpace()
      let start = stream.position - rowStart
      if byte == UInt8(ascii: "}"), isFirst { break }
      if !isFirst {
        if byte == UInt8(ascii: "}") { break }
        guard byte == UInt8(ascii: ",") else { throw error("\",\" or \"}\" after a value") }
        advance()
      }
      isFirst = false
      guard try skipSpace() == UInt8(ascii: "\"") else { throw error("a key in quotation marks") }
      let keyStart = stream.position - rowStart
      let key = try string()
      guard keys.insert(key).inserted else { throw error(.doubledColumn(key), at: keyStart) }
      guard try skipSpace() == UInt8(ascii: ":") else { throw error("\":\" after a key") }
      advance()
      if depth == 0, key == sought {
        _ = try skipSpace()
        found = place
      }
      try add(key, try value(depth: depth + 1), start)
    }
    advance()
  }

  private func value(depth: Int) throws -> SourceCell {
    guard depth <= Self.greatestDepth else { throw error(.tooDeep(Self.greatestDepth)) }
    switch try skipSpace() {
    case UInt8(ascii: "\""): return .text(try string())
    case UInt8(ascii: "{"):
      let start = stream.position - rowStart
      var members: [SourceObject.Member] = []
      try object(depth: depth) { key, cell, _ in
        members.append(SourceObject.Member(key: key, cell: cell))
      }
      return .object(SourceObject(members: members, offset: start))
    case UInt8(ascii: "["): return try list(depth: depth)
    case UInt8(ascii: "t"):
      try word("true")
      return .boolean(true)
    case UInt8(ascii: "f"):
      try word("false")
      return .boolean(false)
    case UInt8(ascii: "n"):
      try word("null")
      return .none
    default: return .number(try number())
    }
  }

  private func list(depth: Int) throws -> SourceCell {
    advance()
    var items: [SourceCell] = []
    if try skipSpace() != UInt8(ascii: "]") {
      while true {
        items.append(try value(depth: depth + 1))
        let byte = try skipSpace()
        if byte == UInt8(ascii: "]") { break }
        guard byte == UInt8(ascii: ",") else { throw error("\",\" or \"]\" after an item") }
        advance()
      }
    }
    advance()
    return .list(items)
  }

  private func word(_ word: StaticString) throws {
    for place in 0..<word.utf8CodeUnitCount {
      guard try byte() == word.utf8Start[place] else { throw error("a value") }
      advance()
    }
  }

  /// Leading zeros are invalid (RFC 8259).
  private func number() throws -> String {
    let start = stream.position - rowStart
    func digits() throws {
      guard try byte()?.isDigit == true else { throw error("a digit") }
      while try byte()?.isDigit == true { advance() }
    }
    let first = try byte()
    guard first == UInt8(ascii: "-") || first?.isDigit == true else { throw error("a value") }
    if first == UInt8(ascii: "-") { advance() }
    if try byte() == UInt8(ascii: "0") { advance() } else { try digits() }
    if try byte() == UInt8(ascii: ".") {
      advance()
      try digits()
    }
    if let byte = try byte(), byte | 0x20 == UInt8(ascii: "e") {
      advance()
      if let sign = try self.byte(), [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(sign) {
        advance()
      }
      try digits()
    }
    let bytes = stream.bytes[(rowStart + start)..<stream.position]
    return String(decoding: bytes, as: UTF8.self)
  }

  private func string() throws -> String {
    let start = stream.position - rowStart
    advance()
    var text: [UInt8] = []
    while true {
      guard let byte = try byte() else { throw error(.unclosedQuote, at: start) }
      if byte == UInt8(ascii: "\"") { break }
      guard byte >= 0x20 else { throw error("\\n, \\t or \\u in place of a control character") }
      advance()
      if byte == UInt8(ascii: "\\") {
        try escape(into: &text)
      } else {
        text.append(byte)
      }
    }
    advance()
    guard let result = String(validating: text, as: UTF8.self) else {
      let bad = text.withUnsafeBufferPointer { text[CSVReader.placeOfFault($0)] }
      throw error(stream.fault(bad), at: start)
    }
    return result
  }

  private func escape(into text: inout [UInt8]) throws {
    guard let byte = try byte() else { throw error("an escape after \"\\\"") }
    let plain: UInt8? =
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte
      case UInt8(ascii: "b"): 0x08
      case UInt8(ascii: "f"): 0x0C
      case UInt8(ascii: "n"): 0x0A
      case UInt8(ascii: "r"): 0x0D
      case UInt8(ascii: "t"): 0x09
      default: nil
      }
    if let plain {
      advance()
      text.append(plain)
      return
    }
    guard byte == UInt8(ascii: "u") else {
      throw error("one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u")
    }
    var units = [try unit()]
    if UTF16.isLeadSurrogate(units[0]) {
      guard try self.byte() == UInt8(ascii: "\\") else { throw error(.halfCharacter) }
      advance()
      units.append(try unit())
    }
    let isWhole = UTF16.isTrailSurrogate(units[units.count - 1]) == (units.count == 2)
    guard isWhole else { throw error(.halfCharacter) }
    text.append(contentsOf: String(decoding: units, as: UTF16.self).utf8)
  }

  private func unit() throws -> UInt16 {
    guard try byte() == UInt8(ascii: "u") else { throw error(.halfCharacter) }
    advance()
    var digits = ""
    while digits.utf8.count < 4, let byte = try byte(),
      let digit = Character(Unicode.Scalar(byte)).hexDigitValue
    {
      digits += String(digit, radix: 16)
      advance()
    }
    guard digits.utf8.count == 4, let unit = UInt16(digits, radix: 16) else {
      throw error("four hexadecimal digits after \\u")
    }
    return unit
  }

  private func byte() throws -> UInt8? {
    while stream.position == stream.bytes.count {
      if stream.isAtEnd { return nil }
      try fill()
    }
    return stream.bytes[stream.position]
  }

  /// Keeps the current row in the buffer.
  private func fill() throws {
    let kept = min(rowStart, stream.position)
    dropLine(before: kept)
    let (ahead, limit) = (stream.position - kept, ByteStream.longestRow)
    guard ahead < limit else { throw RowError(.longRow(limit), line: line) }
    stream.position = kept
    try stream.fill()
    stream.position = ahead
    rowStart -= kept
    lineStart -= kept
  }

  /// Counts the characters of the line that are about to be dropped.
  private func dropLine(before position: Int) {
    guard lineStart < position else { return }
    charactersDropped += Self.count(of: stream.bytes[lineStart..<position])
    lineStart = position
  }

  private static func count(of bytes: ArraySlice<UInt8>) -> Int {
    bytes.allSatisfy { $0 < 0x80 } ? bytes.count : String(decoding: bytes, as: UTF8.self).count
  }

  private func advance() {
    if stream.bytes[stream.position] == 0x0A {
      line += 1
      lineStart = stream.position + 1
      charactersDropped = 0
    }
    stream.position += 1
  }

  private func peek() throws -> UInt8? {
    // The previous row is no longer needed.
    rowStart = stream.position
    return try skipSpace()
  }

  private func skipSpace() throws -> UInt8? {
    while let byte = try byte() {
      guard [0x20, 0x09, 0x0A, 0x0D].contains(byte) else { return byte }
      advance()
    }
    return nil
  }

  private var place: (line: Int, column: Int) {
    let before = stream.bytes[min(lineStart, stream.position)..<stream.position]
    return (line, charactersDropped + Self.count(of: before) + 1)
  }

  /// - Parameter offset: An offset in the current row, on the current line.
  private func error(_ kind: RowError.Kind, at offset: Int) -> RowError {
    let here = stream.position
    stream.position = rowStart + offset
    defer { stream.position = here }
    return error(kind)
  }

  private func error(_ expected: String) -> RowError { error(.notJSON(expected)) }

  private func error(_ kind: RowError.Kind) -> RowError {
    let (line, column) = place
    return RowError(kind, line: line, column: column)
  }
}
