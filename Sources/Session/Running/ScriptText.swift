/// The lines of a script that may still be shown beside an error.
struct ScriptText {
  private var lines: [String] = []
  private var first = 1

  /// The number of the last line.
  var lastLine: Int { first + lines.count - 1 }

  mutating func append(_ line: String) { lines.append(line) }

  /// Forgets the lines before one.
  mutating func forget(before line: Int) {
    let count = min(max(0, line - first), lines.count)
    lines.removeFirst(count)
    first += count
  }

  /// The part of a line around a column that fits on a screen, and where in it the column is.
  func excerpt(line: Int, column: Int) -> Diagnostic.Excerpt? {
    guard lines.indices.contains(line - first) else { return nil }
    let text = lines[line - first]
    let reach = 60
    let start = max(0, column - 1 - reach)
    guard let from = text.index(text.startIndex, offsetBy: start, limitedBy: text.endIndex) else {
      return nil
    }
    let until = text.index(from, offsetBy: 2 * reach, limitedBy: text.endIndex) ?? text.endIndex
    let before = start > 0 ? "…" : ""
    let after = until < text.endIndex ? "…" : ""
    return Diagnostic.Excerpt(
      text: before + text[from..<until] + after, caret: column - 1 - start + before.count)
  }
}
