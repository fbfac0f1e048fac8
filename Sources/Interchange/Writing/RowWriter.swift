/// Writes rows in a format to a buffer that the caller empties regularly, so that memory use is
/// independent of the number of rows.
package protocol RowWriter {
  mutating func begin(_ columns: [CellColumn], to buffer: inout TextBuffer)

  mutating func write(_ row: [Cell], to buffer: inout TextBuffer)

  mutating func end(to buffer: inout TextBuffer)
}

extension RowFormat {
  package static var extensions: [String] { allCases.map { "." + $0.rawValue } }

  /// Whether a spreadsheet opens the format and evaluates formulas in it.
  package var isOfSpreadsheets: Bool {
    switch self {
    case .csv, .tsv, .html: true
    case .json, .jsonLines, .markdown: false
    }
  }

  /// Whether all values are texts, so that they can be formatted for a locale.
  package var isText: Bool {
    switch self {
    case .csv, .tsv, .markdown, .html: true
    case .json, .jsonLines: false
    }
  }

  /// - Parameter language: The language of an HTML page, such as `en` or `de-DE`.
  package func writer(title: String, language: String = "en", isSafe: Bool = false) -> any RowWriter
  {
    switch self {
    case .csv: CSVWriter(isSafe: isSafe)
    case .tsv: CSVWriter(delimiter: UInt8(ascii: "\t"), lineEnd: "\n", isSafe: isSafe)
    case .json: JSONWriter(isArray: true)
    case .jsonLines: JSONWriter(isArray: false)
    case .markdown: MarkdownWriter()
    case .html: HTMLWriter(title: title, language: language, isSafe: isSafe)
    }
  }
}

extension Cell {
  /// The cell with an apostrophe before a text that a spreadsheet would read as a formula.
  var safe: Cell {
    guard case .text(let text) = self, let first = text.utf8.first else { return self }
    return Self.formulaStarts.contains(first) ? .text("'" + text) : self
  }

  /// The bytes that begin a formula, or that spreadsheets drop before one.
  private static let formulaStarts = Array("=+-@\t\r".utf8)
}
