package enum RowFormat: String, Hashable, Sendable, CaseIterable {
  /// RFC 4180, with any delimiter.
  case csv
  case tsv
  case json
  case jsonLines = "jsonl"
  /// A GitHub table; write only.
  case markdown = "md"
  /// Write only.
  case html
  case xlsx

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

  /// Whether spreadsheet programs open the format and evaluate texts in it as formulas.
  package var isOfSpreadsheets: Bool {
    switch self {
    case .csv, .tsv, .html: true
    case .json, .jsonLines, .markdown, .xlsx: false
    }
  }

  package var isDelimited: Bool { self == .csv || self == .tsv }

  package var isJSON: Bool { self == .json || self == .jsonLines }

  /// Whether all values are text and can therefore be formatted for a locale.
  package var isText: Bool {
    switch self {
    case .csv, .tsv, .markdown, .html: true
    case .json, .jsonLines, .xlsx: false
    }
  }

  /// Nil for ``xlsx``, which ``XLSXWriter`` writes.
  ///
  /// - Parameters:
  ///   - language: The language of an HTML page, for example `de-DE`.
  ///   - delimiter: Nil for the delimiter of the format.
  package func writer(
    title: String, language: String = "en", delimiter: UInt8? = nil, isSafe: Bool = false
  ) -> (any RowWriter)? {
    switch self {
    case .csv: CSVWriter(delimiter: delimiter ?? UInt8(ascii: ","), isSafe: isSafe)
    case .tsv:
      CSVWriter(delimiter: delimiter ?? UInt8(ascii: "\t"), lineEnd: "\n", isSafe: isSafe)
    case .json: JSONWriter(isArray: true)
    case .jsonLines: JSONWriter(isArray: false)
    case .markdown: MarkdownWriter()
    case .html: HTMLWriter(title: title, language: language, isSafe: isSafe)
    case .xlsx: nil
    }
  }
}

/// Writes rows to a buffer. The caller empties the buffer regularly, so that memory use does not
/// depend on the number of rows.
package protocol RowWriter {
  mutating func begin(_ columns: [CellColumn], to buffer: inout TextBuffer)

  mutating func write(_ row: [Cell], to buffer: inout TextBuffer)

  mutating func end(to buffer: inout TextBuffer)
}
