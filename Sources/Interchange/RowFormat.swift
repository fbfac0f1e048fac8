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
}
