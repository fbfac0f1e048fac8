/// A format in which rows are in a file.
package enum RowFormat: String, Hashable, Sendable, CaseIterable {
  /// Values with a comma, or another sign, between them, as RFC 4180 has it.
  case csv
  /// As ``csv``, with a tab between the values.
  case tsv
  /// An array of objects.
  case json
  /// An object a line.
  case jsonLines = "jsonl"
  /// A table as GitHub's Markdown has it; only written.
  case markdown = "md"
  /// A page with a table; only written.
  case html

  /// The format of a file by its extension, in any case; nil where that says none.
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
