internal import LineEditor
internal import Replies

/// A table in a box. Columns that do not fit are omitted from the right and named below.
struct BoxLayout: RowPrinter {
  /// Narrower screens omit no columns, because too few would be left.
  private static let narrowestScreen = 40

  private let columns: ArraySlice<PrintedColumn>
  private let leftOut: ArraySlice<PrintedColumn>
  private let frame: BoxFrame
  private let limit: Int?
  private let isColoured: Bool

  /// Nil if the table does not fit.
  ///
  /// - Parameters:
  ///   - limit: The maximum width; without a limit nothing is truncated.
  ///   - isWhole: Whether no column may be omitted.
  init?(_ columns: [PrintedColumn], within limit: Int?, isWhole: Bool, isColoured: Bool) {
    (self.limit, self.isColoured) = (limit, isColoured)
    guard let limit else {
      self.columns = columns[...]
      leftOut = []
      frame = BoxFrame(widths: columns.map(\.width))
      return
    }
    let fewest = isWhole || limit < Self.narrowestScreen ? columns.count : 1
    for count in stride(from: columns.count, through: fewest, by: -1) {
      let shown = columns.prefix(count)
      let room = limit - BoxFrame.width(of: shown.map { _ in 0 })
      guard let widths = Self.widths(of: shown, within: room) else { continue }
      self.columns = shown
      leftOut = columns.dropFirst(count)
      frame = BoxFrame(widths: widths)
      return
    }
    return nil
  }

  /// Texts and headings may get less than their full width, numbers not; nil if the columns do not
  /// fit.
  static func widths(of columns: ArraySlice<PrintedColumn>, within room: Int) -> [Int]? {
    var widths = columns.map { column in
      let least = min(column.width, column.least)
      return column.isNumeric ? max(column.cellWidth, least) : least
    }
    var room = room - widths.reduce(0, +)
    guard room >= 0 else { return nil }
    while room > 0 {
      let wanting = columns.indices.filter { widths[$0] < columns[$0].width }
      let first = wanting.filter { !columns[$0].givesWay }
      guard let next = (first.isEmpty ? wanting : first).min(by: { widths[$0] < widths[$1] })
      else { break }
      widths[next] += 1
      room -= 1
    }
    return widths
  }

  var opening: [String] {
    [frame.top, row(columns.map { PrintedText($0.heading) }) { _ in true }, frame.rule]
  }

  func lines(of texts: [PrintedText]) -> [String] {
    [row(Array(texts.prefix(columns.count))) { limit != nil && !$0.isNumeric }]
  }

  private func row(_ texts: [PrintedText], isCut: (PrintedColumn) -> Bool) -> String {
    let cells = columns.indices.map { index in
      let (column, width) = (columns[index], frame.widths[index])
      // Do not truncate a value that is only a little wider than the sampled rows, such as
      // `P/1000`.
      let isLong = width < column.width || texts[index].displayWidth > 2 * width
      let text = isCut(column) && isLong ? texts[index].cut(to: width) : texts[index]
      return column.aligned(text, to: width, isColoured: isColoured)
    }
    return frame.row(cells)
  }

  var closing: [String] {
    guard !leftOut.isEmpty, let limit else { return [frame.bottom] }
    let names = leftOut.map(\.heading).joined(separator: ", ")
    return [frame.bottom] + "not shown: \(names)".wrapped(to: limit)
  }
}

struct BoxFrame {
  let widths: [Int]

  var top: String { line("┌", "┬", "┐") }
  var rule: String { line("├", "┼", "┤") }
  var bottom: String { line("└", "┴", "┘") }

  func row(_ cells: [String]) -> String { "│ " + cells.joined(separator: " │ ") + " │" }

  private func line(_ left: String, _ middle: String, _ right: String) -> String {
    left + widths.map { String(repeating: "─", count: $0 + 2) }.joined(separator: middle) + right
  }

  static func width(of widths: [Int]) -> Int { widths.reduce(1) { $0 + $1 + 3 } }
}

struct DetailsBox {
  private static let narrowest = 12

  let lines: [String]

  /// Nil if the values have too little room.
  ///
  /// - Parameter limit: The maximum width; without a limit, long lines are not wrapped.
  init?(_ entries: some Sequence<Datum.Entry>, within limit: Int?, isColoured: Bool) {
    let names = entries.map(\.key.withVisibleControls)
    let isMissing = entries.map { entry in if case .null = entry.value { true } else { false } }
    var values = entries.map { entry in
      entry.value.plainText.unicodeScalars
        .split(separator: "\n", omittingEmptySubsequences: false)
        .map { String($0).withVisibleControls }
    }
    let nameWidth = names.map(\.displayWidth).max() ?? 0
    if let limit {
      let room = limit - BoxFrame.width(of: [nameWidth, 0])
      let isNarrow = room < Self.narrowest
      let isWide = values.contains { $0.contains { $0.displayWidth > room } }
      guard !isNarrow || !isWide else { return nil }
      values = values.map { $0.flatMap { $0.wrapped(to: room) } }
    }
    let valueWidth = values.flatMap { $0 }.map(\.displayWidth).max() ?? 0
    let frame = BoxFrame(widths: [nameWidth, valueWidth])
    let rows = names.indices.flatMap { index in
      values[index].enumerated().map { number, line in
        let name = number == 0 ? names[index] : ""
        let padding = String(repeating: " ", count: valueWidth - line.displayWidth)
        let text = PrintedText(line, isMissing[index] ? .dim : .plain)
        return frame.row([
          name.padded(to: nameWidth), text.rendered(isColoured: isColoured) + padding,
        ])
      }
    }
    lines = [frame.top] + rows + [frame.bottom]
  }
}
