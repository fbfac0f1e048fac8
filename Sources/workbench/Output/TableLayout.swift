internal import LineEditor
internal import Session

/// Lays out a table in columns, as wide as the first thousand rows ask for.
struct TableLayout {
  /// How many rows are held back to find the widths of the columns.
  private static let sample = 1000
  /// A longer cell pushes its own line to the right, not the whole column.
  private static let widest = 60

  private let columns: [Column]
  private var held: [[String]] = []
  private var isNumeric: [Bool]
  private var hasData: [Bool]
  private var widths: [Int]?

  init(_ columns: [Column]) {
    self.columns = columns
    isNumeric = columns.map { _ in true }
    hasData = columns.map { _ in false }
  }

  /// Adds a row and returns the lines that can be printed now.
  mutating func add(_ cells: [Datum]) -> [String] {
    let texts = cells.map { $0 == .null ? "" : $0.plainText.withVisibleControls }
    if let widths { return [line(texts, widths)] }
    for (index, cell) in cells.enumerated() {
      switch cell {
      case .null: break
      case .integer, .double: hasData[index] = true
      default:
        hasData[index] = true
        isNumeric[index] = false
      }
    }
    held.append(texts)
    return held.count < Self.sample ? [] : release()
  }

  /// Returns the lines that were held back; the header even where there are no rows.
  mutating func end() -> [String] { widths == nil ? release() : [] }

  /// Returns the lines that were held back when an error ends the table, and none if it has no rows.
  mutating func breakOff() -> [String] { held.isEmpty ? [] : end() }

  private mutating func release() -> [String] {
    let header = columns.map(\.name.withVisibleControls)
    var widths = header.map(\.displayWidth)
    for row in held {
      for (index, text) in row.enumerated() {
        widths[index] = max(widths[index], min(text.displayWidth, Self.widest))
      }
    }
    self.widths = widths
    let lines = ([header] + held).map { line($0, widths) }
    held = []
    return lines
  }

  private func line(_ texts: [String], _ widths: [Int]) -> String {
    var line = ""
    for (index, text) in texts.enumerated() {
      let padding = String(repeating: " ", count: max(0, widths[index] - text.displayWidth))
      let isRight = columns[index].isNumeric || isNumeric[index] && hasData[index]
      line += (index == 0 ? "" : "  ") + (isRight ? padding + text : text + padding)
    }
    while line.last == " " { line.removeLast() }
    return line
  }
}
