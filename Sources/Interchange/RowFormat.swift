package enum RowFormat: String, Hashable, Sendable, CaseIterable {
  /// Comma-separated values (RFC 4180), or with another delimiter.
  case csv
  case tsv
  case json
  /// One object per line.
  case jsonLines = "jsonl"
  /// A table in GitHub's Markdown; only written.
  case markdown = "md"
  /// A page with a table; only written.
  case html

  /// The format of a file by its extension, ignoring case; nil if the extension is unknown.
  package init?(path: String) {
    guard let point = path.lastIndex(of: "."), !path[point...].contains("/") else { return nil }
    let ending = path[path.index(after: point)...].lowercased()
    switch ending {
    case "ndjson": self = .jsonLines
    case "markdown": self = .markdown
    case "htm": self = .html
    default: self.init(rawValue: ending)
    }
  }

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

/// Writes rows in a format to a buffer that the caller empties regularly, so that memory use is
/// independent of the number of rows.
package protocol RowWriter {
  mutating func begin(_ columns: [CellColumn], to buffer: inout TextBuffer)

  mutating func write(_ row: [Cell], to buffer: inout TextBuffer)

  mutating func end(to buffer: inout TextBuffer)
}
