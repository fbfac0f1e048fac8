internal import Values

/// Reads comma-separated values, as RFC 4180 has them.
///
/// A line can end in CR LF, LF or CR. The delimiter is the sign of `,`, `;` and tab that is in the
/// first line most often, unless one is given. An empty line is no row, and neither is one whose
/// cells are all empty and without quotation marks. Cells that are missing at the end of a row are
/// empty, and empty ones beyond those of the header are left out. A quotation mark within a cell that
/// does not begin with one is a sign like others.
package final class CSVReader: RowReader {
  /// The names of the columns.
  package private(set) var columns: [String] = []
  /// What is between two cells.
  package private(set) var delimiter: UInt8
  /// The first line as it was written.
  private var header = SourceRow(line: 1, cells: [])

  private var stream: ByteStream
  private var line = 1
  private var (emptyRows, shortRows, longRows) = (Tally(), Tally(), Tally())
  /// The row that was last asked for the places of its cells, and these.
  private var asked: (row: SourceRow, places: [(line: Int, column: Int)])?

  /// Begins to read a file, of which the first line has the names of the columns.
  ///
  /// - Parameters:
  ///   - delimiter: What is between two cells; nil to find it in the first line.
  ///   - encoding: How the text is encoded; nil for UTF-8, or UTF-16 where a mark in front says so.
  ///   - read: The next bytes of the file; nil after the last.
  /// - Throws: ``RowError`` where the first line is not one with a name for each column.
  package init(
    delimiter: UInt8? = nil, encoding: TextEncoding? = nil, _ read: @escaping () throws -> [UInt8]?
  ) throws {
    stream = ByteStream(encoding: encoding, read)
    self.delimiter = delimiter ?? UInt8(ascii: ",")
    try stream.fill()
    if delimiter == nil { try findDelimiter() }
    guard let first = try nextAsItIs() else { throw RowError(.empty, line: 1) }
    header = first
    var names: Set<String> = []
    for (index, cell) in first.cells.enumerated() {
      let text = cell.description.withoutOuterSpace
      let name = text.isEmpty ? "column \(index + 1)" : text
      let isNew = names.insert(name).inserted
      guard isNew, !name.utf8.contains(0) else {
        let place = place(ofCell: index, in: first)
        throw RowError(
          isNew ? .null : .doubledColumn(name), line: place.line, column: place.column)
      }
      columns.append(name)
    }
  }

  private func findDelimiter() throws {
    var counts: [UInt8: Int] = [:]
    var isQuoted = false
    var place = 0
    while true {
      if place == stream.bytes.count {
        guard !stream.isAtEnd, place < ByteStream.longestRow else { break }
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

  /// The next row; nil after the last.
  package func next() throws -> SourceRow? {
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

  /// What was made good of the rows so far: empty rows, missing cells and superfluous ones.
  package var remarks: [String] {
    [
      emptyRows.remark(
        "row has only empty cells and is skipped", "rows have only empty cells and are skipped"),
      shortRows.remark(
        "row has fewer cells than the header; the missing ones are taken as empty",
        "rows have fewer cells than the header; the missing ones are taken as empty"),
      longRows.remark(
        "row has more cells than the header; the further ones are empty and ignored",
        "rows have more cells than the header; the further ones are empty and ignored"),
    ].compactMap(\.self)
  }

  /// How many rows were of a sort, and the line of the first.
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
      case .fault(let kind, let offset):
        throw error(kind, at: offset)
      case .blank:
        stream.position = row.next
        line = row.nextLine
      case .row:
        let start = stream.position
        let cells = try self.cells(of: row)
        stream.position = row.next
        line = row.nextLine
        return SourceRow(
          line: row.line, cells: cells, raw: Array(stream.bytes[start..<row.end]))
      }
    }
  }

  private func cells(of row: Row) throws -> [SourceCell] {
    var cells: [SourceCell] = []
    cells.reserveCapacity(row.spans.count)
    var bad: Int?
    stream.bytes.withUnsafeBufferPointer { bytes in
      for span in row.spans {
        if span.start == span.end {
          cells.append(span.isQuoted ? .text("") : .none)
          continue
        }
        let part = UnsafeBufferPointer(rebasing: bytes[span.start..<span.end])
        let text =
          if span.hasDoubled {
            String(validating: Self.withoutDoubled(part), as: UTF8.self)
          } else if row.bits < 0x80 {
            // Looked at already, and made a text in a fifth of the time.
            String(decoding: part, as: UTF8.self)
          } else {
            String(validating: part, as: UTF8.self)
          }
        guard let text else {
          bad = span.start + Self.placeOfFault(part)
          return
        }
        cells.append(.text(text))
      }
    }
    if let bad {
      throw error(stream.isWide ? .halfCharacter : .notUTF8(stream.bytes[bad]), at: bad)
    }
    return cells
  }

  /// A cell with each pair of quotation marks being one.
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

  /// The first byte that is no UTF-8.
  private static func placeOfFault(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var place = 0
    while case .scalarValue(let scalar) = decoder.decode(&iterator) {
      place += UTF8.width(scalar)
    }
    return min(place, bytes.count - 1)
  }

  /// An error at a byte of the row that is read.
  private func error(_ kind: RowError.Kind, at offset: Int) -> RowError {
    let (lines, column) = Self.place(in: stream.bytes[stream.position..<offset])
    return RowError(kind, line: line + lines, column: column)
  }

  /// How many lines end in a text, and the column after it, in characters from 1.
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

  /// Where a column has its name.
  package func place(ofColumn index: Int) -> (line: Int, column: Int?) {
    place(ofCell: index, in: header)
  }

  /// Where a cell of a row begins.
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

  /// What a file of rejected rows begins with.
  package var rejectsOpening: [UInt8] {
    rejected(header, as: Array(Self.reasons.utf8))
  }

  /// A row as it was, with reasons in a last column.
  package func rejected(_ row: SourceRow, for reasons: String) -> [UInt8] {
    var last = [Self.quote]
    for byte in reasons.utf8 { last += byte == Self.quote ? [byte, byte] : [byte] }
    return rejected(row, as: last + [Self.quote])
  }

  /// A row with a cell after it, in the place of the reasons that it has already.
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
    // The reasons are the last column also where cells are missing.
    let cells = columns.last == Self.reasons ? columns.count - 1 : columns.count
    let missing = max(0, cells - scanned.spans.count)
    return raw + [UInt8](repeating: delimiter, count: missing + 1) + last + [0x0D, 0x0A]
  }

  fileprivate static let quote = UInt8(ascii: "\"")

  /// Where the cells of a row are.
  private struct Row {
    struct Span {
      var start: Int
      var end: Int
      var isQuoted = false
      var hasDoubled = false
    }

    enum Outcome {
      case row
      /// An empty line.
      case blank
      /// The end of the row is not among the bytes.
      case more
      case fault(RowError.Kind, at: Int)
    }

    let start: Int
    let line: Int
    var spans: [Span] = []
    /// The end of the row, and the first byte of the next.
    var (end, next) = (0, 0)
    var nextLine = 0
    /// The bits that are in one of its bytes.
    var bits: UInt8 = 0

    init(start: Int, line: Int) {
      (self.start, self.line) = (start, line)
      spans.reserveCapacity(8)
    }

    /// Finds the cells of the row.
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
  /// Whether it ends a line.
  fileprivate var isLineEnd: Bool { self == 0x0A || self == 0x0D }
}
