/// A table in a box, with a rule below its headings.
struct BoxLayout: RowLayout {
  /// A column is not made narrower than this to fit the table in, for it would say nothing.
  private static let narrowest = 8

  private let columns: [PrintedColumn]
  private let frame: BoxFrame
  private let isCut: Bool

  /// Makes the box; nil where the table cannot be made to fit.
  ///
  /// - Parameter limit: how wide the box may be; where it is nil nothing is cut off.
  init?(_ columns: [PrintedColumn], within limit: Int?) {
    self.columns = columns
    isCut = limit != nil
    var widths = columns.map(\.width)
    if let limit {
      let room = limit - BoxFrame.width(of: columns.map { _ in 0 })
      guard let fitting = Self.widths(of: columns, within: room) else { return nil }
      widths = fitting
    }
    frame = BoxFrame(widths: widths)
  }

  /// The widths of columns that share `room`: the widest texts give way, numbers never.
  private static func widths(of columns: [PrintedColumn], within room: Int) -> [Int]? {
    var widths = columns.map { column in
      let least = min(column.width, narrowest)
      return column.isNumeric ? max(column.cellWidth, least) : least
    }
    var room = room - widths.reduce(0, +)
    guard room >= 0 else { return nil }
    while room > 0 {
      let wanting = columns.indices.filter { widths[$0] < columns[$0].width }
      guard let next = wanting.min(by: { widths[$0] < widths[$1] }) else { break }
      widths[next] += 1
      room -= 1
    }
    return widths
  }

  var opening: [String] {
    let headings = zip(columns, frame.widths).map { column, width in
      column.aligned(column.heading.cut(to: width), to: width)
    }
    return [frame.top, frame.row(headings), frame.rule]
  }

  func lines(of texts: [String]) -> [String] {
    let cells = columns.indices.map { index in
      let width = frame.widths[index]
      let text = isCut && !columns[index].isNumeric ? texts[index].cut(to: width) : texts[index]
      return columns[index].aligned(text, to: width)
    }
    return [frame.row(cells)]
  }

  var closing: [String] { [frame.bottom] }
}
