/// Writes rows in a format, appending to a buffer that somebody else empties from time to time, so
/// that there may be any number of them.
package protocol RowWriter {
  /// Writes what comes before the rows.
  mutating func begin(_ columns: [CellColumn], to buffer: inout TextBuffer)

  /// Writes a row, which has a cell for each column.
  mutating func write(_ row: [Cell], to buffer: inout TextBuffer)

  /// Writes what comes after the rows.
  mutating func end(to buffer: inout TextBuffer)
}

extension RowFormat {
  /// The extensions of the formats, each with its point.
  package static var extensions: [String] { allCases.map { "." + $0.rawValue } }

  /// Whether a spreadsheet opens the format, and calculates what looks like a formula.
  package var isOfSpreadsheets: Bool {
    switch self {
    case .csv, .tsv, .html: true
    case .json, .jsonLines, .markdown: false
    }
  }

  /// Whether values are texts of the format, so that a locale can show them.
  package var isText: Bool {
    switch self {
    case .csv, .tsv, .markdown, .html: true
    case .json, .jsonLines: false
    }
  }

  /// Makes what writes rows in the format.
  ///
  /// - Parameters:
  ///   - title: what the rows are, for a page.
  ///   - language: the language of the page, such as `en` or `de-DE`.
  ///   - isSafe: whether texts that a spreadsheet would take for formulas get an apostrophe.
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
  /// The cell with an apostrophe in front of a text that a spreadsheet would take for a formula.
  var safe: Cell {
    guard case .text(let text) = self, let first = text.utf8.first else { return self }
    return Self.formulaStarts.contains(first) ? .text("'" + text) : self
  }

  /// The bytes with which a formula begins, or what spreadsheets drop in front of one.
  private static let formulaStarts = Array("=+-@\t\r".utf8)
}
