/// A table in a box, with a rule below its headings.
///
/// Columns that do not fit are omitted from the right and named below the table.
struct BoxLayout: RowLayout {
  /// On narrower screens no column is omitted, because too few would be left.
  private static let narrowestScreen = 40

  private let columns: ArraySlice<PrintedColumn>
  private let leftOut: ArraySlice<PrintedColumn>
  private let frame: BoxFrame
  private let limit: Int?
  private let isColoured: Bool

  /// Nil if the table does not fit.
  ///
  /// - Parameters:
  ///   - limit: the maximum width; if nil, nothing is truncated.
  ///   - isWhole: whether all columns must be shown.
  init?(_ columns: [PrintedColumn], within limit: Int?, isWhole: Bool, isColoured: Bool) {
    self.limit = limit
    self.isColoured = isColoured
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

  /// Distributes `room` among columns: wide texts are truncated, numbers never; nil if they do not
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
      // Tolerates rows beyond the sample that are a little wider, such as `P/1000`.
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
