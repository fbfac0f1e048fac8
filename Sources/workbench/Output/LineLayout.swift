internal import LineEditor

struct LineLayout: RowLayout {
  /// A wider cell shifts only its own line, not the whole column.
  private static let widest = 60
  private static let space = UInt8(ascii: " ")

  private let columns: [PrintedColumn]
  private let widths: [Int]

  init(_ columns: [PrintedColumn]) {
    self.columns = columns
    widths = columns.map { max($0.headingWidth, min($0.cellWidth, Self.widest)) }
  }

  var opening: [String] { lines(of: columns.map { PrintedText($0.heading) }) }

  func lines(of texts: [PrintedText]) -> [String] {
    // Bytes are faster to concatenate than strings.
    var line: [UInt8] = []
    line.reserveCapacity(texts.reduce(0) { $0 + $1.text.utf8.count + 2 } + widths.reduce(0, +))
    // Delayed until a text follows, so that lines do not end in spaces.
    var gap = 0
    for (index, text) in texts.enumerated() {
      let padding = max(0, widths[index] - text.displayWidth)
      let isNumeric = columns[index].isNumeric
      gap += (index == 0 ? 0 : 2) + (isNumeric ? padding : 0)
      if !text.isEmpty {
        line.append(contentsOf: repeatElement(Self.space, count: gap))
        line.append(contentsOf: text.text.utf8)
        gap = 0
      }
      if !isNumeric { gap += padding }
    }
    while line.last == Self.space { line.removeLast() }
    return [String(decoding: line, as: UTF8.self)]
  }

  var closing: [String] { [] }
}
