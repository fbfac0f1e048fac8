internal import Values

/// Reads comma-separated values (RFC 4180).
///
/// Lines end in CR LF, LF or CR. A first line such as `sep=;` sets the delimiter; the default is
/// the most frequent of `,`, `;` and tab in the header. Empty lines, and rows with only empty
/// unquoted cells, are skipped. Missing trailing cells are empty; surplus cells must be empty and
/// are ignored. A quotation mark inside an unquoted cell is an ordinary character.
package final class CSVReader: RowReader {
  package private(set) var columns: [String] = []
  package private(set) var delimiter: UInt8
  private var header = SourceRow(line: 1, cells: [])
  private var layout: RowLayout
  /// The byte order mark of the file of rejected rows, which is always UTF-8; empty unless another
  /// encoding of the source was given.
  private let mark: [UInt8]
  private var queue: RowQueue

  private var stream: ByteStream
  private var line = 1
  private var (emptyRows, shortRows, longRows) = (Tally(), Tally(), Tally())
  /// A cache for `place(ofCell:in:)`.
  private var asked: (row: SourceRow, places: [(line: Int, column: Int)])?

  /// - Parameter encoding: If nil, UTF-8, or UTF-16 if the file has a UTF-16 byte order mark.
  /// - Throws: ``RowError`` if the header is missing or invalid.
  package init(
    delimiter: UInt8? = nil, encoding: TextEncoding? = nil, layout: RowLayout = RowLayout(),
    _ read: @escaping () throws -> [UInt8]?
  ) throws {
    stream = ByteStream(encoding: encoding, read)
    self.layout = layout
    mark = encoding == nil || encoding == .utf8 ? [] : [0xEF, 0xBB, 0xBF]
    queue = RowQueue(holding: layout.skippedAtEnd)
    self.delimiter = delimiter ?? UInt8(ascii: ",")
    try stream.fill()
    if isOfRejects {
      // A file of rejected rows has its own header, and no lines to skip.
      (self.layout.skipped, self.layout.names) = (0, nil)
      queue = RowQueue(holding: 0)
    }
    let separator = try takeSeparatorLine()
    for _ in 0..<self.layout.skipped { try takeLine() }
    if let separator {
      self.delimiter = delimiter ?? separator
    } else if delimiter == nil {
      try findDelimiter()
    }
    if let names = self.layout.names {
      columns = names
      header.line = line
      return
    }
    guard let first = try nextAsItIs() else { throw RowError(.empty, line: layout.skipped + 1) }
    header = first
    for (index, cell) in first.cells.enumerated() {
      let text = cell.description.withoutOuterSpace
      let name = text.isEmpty ? "column \(index + 1)" : text
      guard !name.utf8.contains(0) else {
        let place = place(ofCell: index, in: first)
        throw RowError(.null, line: place.line, column: place.column)
      }
      columns.append(name)
    }
    // A delimiter at the end of each line does not create a column.
    while columns.count > 1, first.cells[columns.count - 1] == .none { columns.removeLast() }
  }

  /// Whether this is a file of rejected rows, whose last column contains the reasons.
  private var isOfRejects: Bool {
    let line = stream.bytes.prefix(ByteStream.longestRow).prefix { !$0.isLineEnd }
    let end = line.last == Self.quote ? line.dropLast() : line
    return end.suffix(Self.reasons.utf8.count).elementsEqual(Self.reasons.utf8)
  }

  /// Skips a first line such as `sep=;` and returns its delimiter; returns nil if there is no such
  /// line.
  private func takeSeparatorLine() throws -> UInt8? {
    while stream.bytes.count < 8, !stream.isAtEnd { try stream.fill() }
    let start = stream.bytes.prefix(6)
    guard start.count >= 5, start.prefix(4).elementsEqual("sep=".utf8), start[4] < 0x80,
      !start[4].isLineEnd, start.count == 5 || start[5].isLineEnd
    else { return nil }
    try takeLine()
    return start[4]
  }

  private func takeLine() throws {
    while true {
      guard stream.position < stream.bytes.count else {
        if stream.isAtEnd { return }
        try stream.fill()
        continue
      }
      let byte = stream.bytes[stream.position]
      stream.position += 1
      if !byte.isLineEnd { continue }
      if byte == 0x0D {
        if stream.position == stream.bytes.count, !stream.isAtEnd { try stream.fill() }
        if stream.position < stream.bytes.count, stream.bytes[stream.position] == 0x0A {
          stream.position += 1
        }
      }
      line += 1
      return
    }
  }

  private func findDelimiter() throws {
    var counts: [UInt8: Int] = [:]
    var isQuoted = false
    var place = stream.position
    while true {
      if place == stream.bytes.count {
        guard !stream.isAtEnd, place - stream.position < ByteStream.longestRow else { break }
        place -= stream.position
        try stream.fill()
        continue
      }
      let byte = stream.bytes[place]
      place += 1
      if byte == Self.quote { isQuoted.toggle() }
      if isQuoted { continue }
      if byte.isLineEnd {
        if counts.isEmpty { continue }
        break
      }
      if [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")].contains(byte) {
        counts[byte, default: 0] += 1
      }
    }
    let most = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }
    if let most { delimiter = most.key }
  }

  package func next() throws -> SourceRow? { try queue.next { try nextWithCells() } }

  private func nextWithCells() throws -> SourceRow? {
    while var row = try nextAsItIs() {
      if row.cells.allSatisfy({ $0 == .none }) {
        emptyRows.count(row.line)
        continue
      }
      let surplus = row.cells.dropFirst(columns.count)
      if row.cells.count < columns.count {
        shortRows.count(row.line)
        let missing = columns.count - row.cells.count
        row.cells += [SourceCell](repeating: .none, count: missing)
      } else if !surplus.isEmpty, surplus.allSatisfy({ $0 == .none }) {
        longRows.count(row.line)
        row.cells.removeLast(surplus.count)
      }
      return row
    }
    return nil
  }

  package var remarks: [String] {
    [
      emptyRows.remark(
        "row has only empty cells and is skipped", "rows have only empty cells and are skipped"),
      shortRows.remark(
        "row has fewer cells than the header; the missing cells are read as empty",
        "rows have fewer cells than the header; the missing cells are read as empty"),
      longRows.remark(
        "row has more cells than the header; the extra cells are empty and ignored",
        "rows have more cells than the header; the extra cells are empty and ignored"),
    ].compactMap(\.self)
  }

  private struct Tally {
    private var rows = 0
    private var first = 0

    mutating func count(_ line: Int) {
      if rows == 0 { first = line }
      rows += 1
    }

    func remark(_ one: String, _ many: String) -> String? {
      switch rows {
      case 0: nil
      case 1: "1 \(one): line \(first)"
      default: "\(rows) \(many): the first is line \(first)"
      }
    }
  }

  private func nextAsItIs() throws -> SourceRow? {
    while true {
      var row = Row(start: stream.position, line: line)
      switch stream.bytes.withUnsafeBufferPointer({ row.scan($0, delimiter, stream.isAtEnd) }) {
      case .more:
        guard !stream.isAtEnd else { return nil }
        guard stream.bytes.count - stream.position < ByteStream.longestRow else {
          throw RowError(.longRow(ByteStream.longestRow), line: line)
        }
        try stream.fill()
      case .fault(let kind, let offset): throw error(kind, at: offset)
      case .blank:
        stream.position = row.next
        line = row.nextLine
      case .row:
        let start = stream.position
        let cells = try self.cells(of: row)
        stream.position = row.next
        line = row.nextLine
        return SourceRow(line: row.line, cells: cells, raw: Array(stream.bytes[start..<row.end]))
      }
    }
  }

  private func cells(of row: Row) throws -> [SourceCell] {
    var cells: [SourceCell] = []
    cells.reserveCapacity(row.spans.count)
    var bad: Int?
    stream.bytes.withUnsafeBufferPointer { bytes in
      for span in row.spans {
        let span = span.isQuoted || layout.keepsSpaces ? span : span.trimmed(in: bytes)
        if span.start == span.end {
          cells.append(span.isQuoted ? .text("") : .none)
          continue
        }
        let part = UnsafeBufferPointer(rebasing: bytes[span.start..<span.end])
        let text =
          if span.hasDoubled {
            String(validating: Self.withoutDoubled(part), as: UTF8.self)
          } else if row.bits < 0x80 {
            // ASCII: decoding without validation takes 80 % less time.
            String(decoding: part, as: UTF8.self)
          } else {
            String(validating: part, as: UTF8.self)
          }
        guard let text else {
          bad = span.start + Self.placeOfFault(part)
          return
        }
        let isTrimmed = span.isQuoted || layout.keepsSpaces || row.bits < 0x80
        let cell = isTrimmed ? text : text.withoutOuterSpace
        cells.append(cell.isEmpty ? .none : .text(cell))
      }
    }
    if let bad { throw error(stream.fault(stream.bytes[bad]), at: bad) }
    return cells
  }

  private static func withoutDoubled(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var isSecond = false
    for byte in bytes {
      isSecond = byte == quote && !isSecond
      if byte != quote || isSecond { result.append(byte) }
    }
    return result
  }

  static func placeOfFault(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var place = 0
    while case .scalarValue(let scalar) = decoder.decode(&iterator) {
      place += UTF8.width(scalar)
    }
    return min(place, bytes.count - 1)
  }

  private func error(_ kind: RowError.Kind, at offset: Int) -> RowError {
    let (lines, column) = Self.place(in: stream.bytes[stream.position..<offset])
    return RowError(kind, line: line + lines, column: column)
  }

  /// The number of line ends, and the 1-based column after the text, in characters.
  private static func place(in bytes: ArraySlice<UInt8>) -> (lines: Int, column: Int) {
    var (lines, start) = (0, bytes.startIndex)
    for place in bytes.indices where bytes[place].isLineEnd {
      if bytes[place] == 0x0A, place > bytes.startIndex, bytes[place - 1] == 0x0D {
        start = place + 1
        continue
      }
      lines += 1
      start = place + 1
    }
    return (lines, String(decoding: bytes[start...], as: UTF8.self).count + 1)
  }

  package func place(ofColumn index: Int) -> (line: Int, column: Int?) {
    place(ofCell: index, in: header)
  }

  package func place(ofCell index: Int, in row: SourceRow) -> (line: Int, column: Int?) {
    if asked?.row.line != row.line || asked?.row.raw != row.raw {
      asked = (row, places(ofCellsIn: row))
    }
    guard let places = asked?.places, index < places.count else { return (row.line, nil) }
    return places[index]
  }

  private func places(ofCellsIn row: SourceRow) -> [(line: Int, column: Int)] {
    var scanned = Row(start: 0, line: row.line)
    _ = row.raw.withUnsafeBufferPointer { scanned.scan($0, delimiter, true) }
    var (line, column, end) = (row.line, 1, 0)
    return scanned.spans.map { span in
      let start = span.start - (span.isQuoted ? 1 : 0)
      let (lines, next) = Self.place(in: row.raw[end..<start])
      (line, column, end) = (line + lines, lines == 0 ? column + next - 1 : next, start)
      return (line, column)
    }
  }

  /// Includes a header even if the table has none, because rejected rows have an additional column.
  package var rejectsOpening: [UInt8] {
    if let names = layout.names {
      let line = names.map(Self.quoted).joined(separator: [delimiter])
      return mark + line + [delimiter] + Self.reasons.utf8 + [0x0D, 0x0A]
    }
    return mark + rejected(header, as: Array(Self.reasons.utf8))
  }

  private static func quoted(_ text: String) -> [UInt8] {
    [quote] + text.utf8.flatMap { $0 == quote ? [$0, $0] : [$0] } + [quote]
  }

  package func rejected(_ row: SourceRow, for reasons: String) -> [UInt8] {
    rejected(row, as: Self.quoted(reasons))
  }

  private func rejected(_ row: SourceRow, as last: [UInt8]) -> [UInt8] {
    var scanned = Row(start: 0, line: row.line)
    _ = row.raw.withUnsafeBufferPointer { scanned.scan($0, delimiter, true) }
    var raw = row.raw
    if columns.last == Self.reasons, let span = scanned.spans.last,
      span.isQuoted || scanned.spans.count == columns.count
    {
      raw.removeSubrange((span.start - (span.isQuoted ? 1 : 0))...)
      return raw + last + [0x0D, 0x0A]
    }
    // Reasons belong in the last column even if cells are missing.
    let cells = columns.last == Self.reasons ? columns.count - 1 : columns.count
    let missing = max(0, cells - scanned.spans.count)
    return raw + [UInt8](repeating: delimiter, count: missing + 1) + last + [0x0D, 0x0A]
  }

  fileprivate static let quote = UInt8(ascii: "\"")

  private struct Row {
    struct Span {
      var start: Int
      var end: Int
      var isQuoted = false
      var hasDoubled = false

      func trimmed(in bytes: UnsafeBufferPointer<UInt8>) -> Span {
        var span = self
        while span.start < span.end, bytes[span.start].isBlank { span.start += 1 }
        while span.start < span.end, bytes[span.end - 1].isBlank { span.end -= 1 }
        return span
      }
    }

    enum Outcome {
      case row
      case blank
      /// The row continues beyond the bytes.
      case more
      case fault(RowError.Kind, at: Int)
    }

    let start: Int
    let line: Int
    var spans: [Span] = []
    var (end, next) = (0, 0)
    var nextLine = 0
    /// Bitwise OR of the row's bytes, to detect ASCII.
    var bits: UInt8 = 0

    init(start: Int, line: Int) {
      (self.start, self.line) = (start, line)
      spans.reserveCapacity(8)
    }

    mutating func scan(
      _ bytes: UnsafeBufferPointer<UInt8>, _ delimiter: UInt8, _ isAtEnd: Bool
    ) -> Outcome {
      let count = bytes.count
      var place = start
      nextLine = line
      if place == count { return .more }
      while true {
        var span = Span(start: place, end: place)
        if place < count, bytes[place] == CSVReader.quote {
          span.isQuoted = true
          span.start = place + 1
          place += 1
          while true {
            guard place < count else {
              return isAtEnd ? .fault(.unclosedQuote, at: span.start - 1) : .more
            }
            let byte = bytes[place]
            if byte == CSVReader.quote {
              guard place + 1 < count || isAtEnd else { return .more }
              guard place + 1 < count, bytes[place + 1] == CSVReader.quote else { break }
              span.hasDoubled = true
              place += 1
            } else if byte == 0x0A ? bytes[place - 1] != 0x0D : byte == 0x0D {
              nextLine += 1
            }
            bits |= byte
            place += 1
          }
          span.end = place
          place += 1
          if place < count, bytes[place] != delimiter, !bytes[place].isLineEnd {
            return .fault(.textAfterQuote, at: place)
          }
        } else {
          while place < count, bytes[place] != delimiter, !bytes[place].isLineEnd {
            bits |= bytes[place]
            place += 1
          }
          span.end = place
        }
        if place == count, !isAtEnd { return .more }
        spans.append(span)
        if place < count, bytes[place] == delimiter {
          place += 1
          continue
        }
        end = place
        if place < count {
          if bytes[place] == 0x0D {
            guard place + 1 < count || isAtEnd else { return .more }
            if place + 1 < count, bytes[place + 1] == 0x0A { place += 1 }
          }
          place += 1
          nextLine += 1
        }
        next = place
        return end == start ? .blank : .row
      }
    }
  }
}

extension UInt8 {
  fileprivate var isLineEnd: Bool { self == 0x0A || self == 0x0D }
  fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 }
}
