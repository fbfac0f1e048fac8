/// The visible columns of a table, and their widths.
struct TableColumns: Hashable {
  private static let widest = 32
  private static let narrowest = 4
  private static let textual = 12
  static let gap = 2

  /// The number of columns to the left that do not fit.
  let first: Int
  let widths: [Int]

  init?(_ rows: [DrawnScreen.Row], columns: Int) {
    var widths: [Int] = []
    var focus = 0
    for case .cells(let cells) in rows {
      for (place, cell) in cells.enumerated() {
        if place == widths.count { widths.append(Self.narrowest) }
        // A text column has a larger minimum width, so that typing does not move the other columns.
        let least = cell.isText ? Self.textual : Self.narrowest
        widths[place] = max(widths[place], least, min(cell.width, Self.widest))
        if cell.field?.caret != nil { focus = place }
      }
    }
    guard !widths.isEmpty else { return nil }
    let room = columns - ScreenRowLayout.margin
    // The widest columns shrink first.
    let most = { (widths: ArraySlice<Int>) in widths.reduce(-Self.gap) { $0 + $1 + Self.gap } }
    while most(widths[...]) > room, let widest = widths.max(), widest > Self.narrowest * 3,
      let place = widths.firstIndex(of: widest)
    {
      widths[place] -= 1
    }
    var first = 0
    while first < focus, most(widths[first...focus]) > room { first += 1 }
    var last = first
    while last + 1 < widths.count, most(widths[first...last + 1]) <= room { last += 1 }
    self.first = first
    self.widths = widths[first...last].map { min($0, room) }
  }
}

/// One row of a table, followed by the hint and the candidates of its edited or invalid field.
struct TableRowLayout {
  private(set) var lines: [DrawnLine] = []
  private(set) var caretColumn: Int?

  init(_ cells: [DrawnScreen.Cell], _ table: TableColumns?, columns: Int) {
    guard let table else { return }
    var line = DrawnLine()
    var start = 0
    for (cell, width) in zip(cells.dropFirst(table.first), table.widths) {
      line.pad(to: start)
      let part = Self.part(cell, width)
      line.append(part.line)
      if let caret = part.caret { caretColumn = start + caret }
      start += width + TableColumns.gap
    }
    lines = [line]
    let focused = cells.compactMap(\.field).first { $0.caret != nil }
    guard let told = focused ?? cells.compactMap(\.field).first(where: { $0.state == .refused })
    else { return }
    if !told.hint.isEmpty {
      let words = focused == nil ? "\(told.name): \(told.hint)" : told.hint
      let style: DrawnStyle = told.state == .refused ? [.bold, .red] : .dim
      lines += DrawnLine(words, style).wrapped(to: columns)
    }
    if let list = told.list { lines += FieldLayout.lines(of: list, caretColumn ?? 0, columns) }
  }

  private static func part(
    _ cell: DrawnScreen.Cell, _ width: Int
  ) -> (line: DrawnLine, caret: Int?) {
    switch cell {
    case .heading(let text): return (DrawnLine(text, .dim).cut(to: width), nil)
    case .text(let text, let isNumber):
      return (aligned(DrawnLine(text).cut(to: width), isNumber, width), nil)
    case .field(let field, let isNumber):
      if field.caret != nil {
        var part = FieldLayout.part(DrawnCell.cells(field.text), of: field, in: width)
        part.line.pad(to: width, .underlined)
        return part
      }
      let style: DrawnStyle = field.state == .refused ? [.underlined, .red] : .underlined
      let text = field.text.isEmpty ? field.placeholder ?? "" : cell.text
      var line = aligned(DrawnLine(text, style).cut(to: width), isNumber, width, .underlined)
      line.pad(to: width, .underlined)
      return (line, nil)
    }
  }

  private static func aligned(
    _ line: DrawnLine, _ isNumber: Bool, _ width: Int, _ style: DrawnStyle = []
  ) -> DrawnLine {
    guard isNumber, line.width < width else { return line }
    var aligned = DrawnLine()
    aligned.pad(to: width - line.width, style)
    aligned.append(line)
    return aligned
  }
}

extension DrawnScreen.Cell {
  var field: DrawnScreen.Field? {
    if case .field(let field, _) = self { field } else { nil }
  }

  fileprivate var isText: Bool {
    if case .field(_, isNumber: false) = self { true } else { false }
  }

  var text: String {
    switch self {
    case .heading(let text), .text(let text, _): text
    case .field(let field, _):
      field.text.isEmpty
        ? field.placeholder ?? ""
        : (field.prefix ?? "") + field.text + (field.unit.map { " " + $0 } ?? "")
    }
  }

  /// In columns, with room for the caret.
  var width: Int { DrawnLine(text).width + (field == nil ? 0 : 1) }
}
