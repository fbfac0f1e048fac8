internal import Values

package enum SourceCell: Hashable, Sendable {
  /// An empty cell without quotation marks, JSON `null`, or SQL NULL.
  case none
  /// An object lacks the key.
  case absent
  case text(String)
  /// The number as written, or as a sheet shows it.
  case number(String)
  case boolean(Bool)
  case list([SourceCell])
  case object(SourceObject)
  /// A description of a value that no property can store, such as bytes.
  case other(String)
  /// The reason why a cell of a sheet has no value, such as an error.
  case fault(String)

  package var description: String {
    switch self {
    case .none, .absent: ""
    case .text(let text), .number(let text), .other(let text), .fault(let text): text
    case .boolean(let flag): String(flag)
    case .list(let items): "[" + items.map(\.description).joined(separator: ", ") + "]"
    case .object(let object):
      "{"
        + object.members.map { "\($0.key.asJSON): \($0.cell.description)" }.joined(separator: ", ")
        + "}"
    }
  }
}

package struct SourceObject: Hashable, Sendable {
  package struct Member: Hashable, Sendable {
    package var key: String
    package var cell: SourceCell
  }

  /// In the order of the text; no key occurs twice.
  package var members: [Member]
  /// The offset in ``SourceRow/raw``, in bytes.
  package var offset: Int

  package subscript(key: String) -> SourceCell? { members.first { $0.key == key }?.cell }
}

package struct SourceRow: Sendable {
  /// The first line, 1-based; for a database table, the row number.
  package var line: Int
  /// The first column, 1-based, in characters.
  package var column: Int
  /// One cell per column; a row of a sheet or CSV file can have additional cells, and a CSV row
  /// before repair can have fewer.
  package var cells: [SourceCell]
  /// The source text without the line end; empty for a sheet or database table.
  package var raw: [UInt8]

  package init(line: Int, column: Int = 1, cells: [SourceCell], raw: [UInt8] = []) {
    (self.line, self.column, self.cells, self.raw) = (line, column, cells, raw)
  }

  /// Whether the row has several cells, and each is empty or one of the texts that mean nil.
  package func isBlank(besides nulls: Set<String>) -> Bool {
    cells.count > 1 && cells.allSatisfy { $0 == .none || nulls.contains($0.description) }
  }
}

package protocol RowReader: AnyObject {
  /// JSON rows can introduce columns later; the list then grows, and ``SourceRow/cells`` with it.
  var columns: [String] { get }

  func next() throws -> SourceRow?

  func place(ofColumn index: Int) -> (line: Int, column: Int?)

  func place(ofCell index: Int, in row: SourceRow) -> (line: Int, column: Int?)

  /// Nil if the format has no objects within rows.
  func place(ofByte offset: Int, in row: SourceRow) -> (line: Int, column: Int?)?

  /// Notices about the rows read so far, for example about ignored cells.
  var remarks: [String] { get }

  var rejectsOpening: [UInt8] { get }

  /// Returns the row with the reasons as its last column, so that the user can correct the row and
  /// import it again.
  func rejected(_ row: SourceRow, for reasons: String) -> [UInt8]
}

extension RowReader {
  package var remarks: [String] { [] }

  package func place(ofByte offset: Int, in row: SourceRow) -> (line: Int, column: Int?)? { nil }

  package static var reasons: String { "#reasons" }
}

package final class TableReader: RowReader {
  package let columns: [String]
  private let read: () throws -> [SourceCell]?
  private var count = 0

  package init(_ columns: [String], _ read: @escaping () throws -> [SourceCell]?) {
    (self.columns, self.read) = (columns, read)
  }

  package func next() throws -> SourceRow? {
    guard let cells = try read() else { return nil }
    count += 1
    return SourceRow(line: count, cells: cells)
  }

  /// Column names are not part of the text, so the position is the first row.
  package func place(ofColumn index: Int) -> (line: Int, column: Int?) { (1, nil) }

  package func place(ofCell index: Int, in row: SourceRow) -> (line: Int, column: Int?) {
    (row.line, nil)
  }

  package var rejectsOpening: [UInt8] {
    Self.line((columns + [Self.reasons]).map(SourceCell.text))
  }

  package func rejected(_ row: SourceRow, for reasons: String) -> [UInt8] {
    Self.line(row.cells + [.text(reasons)])
  }

  static func line(_ cells: [SourceCell]) -> [UInt8] {
    let texts = cells.map { cell in
      if case .none = cell { return "" }
      let text = cell.description
      let isPlain = text.utf8.allSatisfy { ![0x22, 0x2C, 0x0A, 0x0D].contains($0) }
      return isPlain && !text.isEmpty
        ? text
        : "\""
          + text.split(separator: "\"", omittingEmptySubsequences: false)
          .joined(separator: "\"\"") + "\""
    }
    return Array((texts.joined(separator: ",") + "\r\n").utf8)
  }
}

/// Options for a table without a header, or with lines before or after its rows.
package struct RowLayout: Equatable, Sendable {
  /// The number of lines before the header.
  package var skipped = 0
  /// The number of rows after the data, not counting empty rows.
  package var skippedAtEnd = 0
  /// The names of the columns of a table without a header.
  package var names: [String]?
  /// Whether white space around cells without quotation marks is kept.
  package var keepsSpaces = false

  package init() {}
}

/// Delays rows, so that the last rows of a table can be skipped.
struct RowQueue {
  private let count: Int
  private var rows: [SourceRow] = []
  private var first = 0

  init(holding count: Int) { self.count = count }

  /// Returns the next row that is followed by `count` others.
  mutating func next(_ read: () throws -> SourceRow?) rethrows -> SourceRow? {
    if count == 0 { return try read() }
    while rows.count - first <= count {
      guard let row = try read() else { return nil }
      rows.append(row)
    }
    defer {
      first += 1
      if first > count {
        rows.removeFirst(first)
        first = 0
      }
    }
    return rows[first]
  }
}
