internal import LineEditor

/// A table as plain lines: columns two spaces apart, nothing else.
struct LineLayout: RowLayout {
  /// A longer cell pushes its own line to the right, not the whole column.
  private static let widest = 60

  private let columns: [PrintedColumn]
  private let widths: [Int]

  init(_ columns: [PrintedColumn]) {
    self.columns = columns
    widths = columns.map { max($0.headingWidth, min($0.cellWidth, Self.widest)) }
  }

  var opening: [String] { lines(of: columns.map { PrintedText($0.heading) }) }

  func lines(of texts: [PrintedText]) -> [String] {
    var line = ""
    // Spaces wait for a text after them, for no line ends with some.
    var gap = 0
    for (index, text) in texts.enumerated() {
      let padding = max(0, widths[index] - text.displayWidth)
      let isNumeric = columns[index].isNumeric
      gap += (index == 0 ? 0 : 2) + (isNumeric ? padding : 0)
      if !text.isEmpty {
        if gap > 0 { line += String(repeating: " ", count: gap) }
        line += text.text
        gap = 0
      }
      if !isNumeric { gap += padding }
    }
    while line.utf8.last == UInt8(ascii: " ") { line.removeLast() }
    return [line]
  }

  var closing: [String] { [] }
}
