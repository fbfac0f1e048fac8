struct ScreenBody {
  private static let widestName = 24

  private(set) var lines: [DrawnLine] = []
  private(set) var focus: Range<Int>?
  private(set) var caret: ScreenLayout.Caret?

  init(_ screen: DrawnScreen, columns: Int, _ rows: inout RowLayouts) {
    for (section, content) in screen.sections.enumerated() {
      let start = lines.count
      if start > 0 { lines.append(DrawnLine()) }
      if let title = content.title { lines.append(DrawnLine(title, .bold).cut(to: columns)) }
      let widest = content.rows.compactMap(\.name).map { DrawnLine($0).width + 1 }.max()
      let nameWidth = min(widest ?? 0, Self.widestName)
      let table = TableColumns(content.rows, columns: columns)
      for (index, row) in content.rows.enumerated() {
        let isFocused = screen.focus == .row(section: section, row: index)
        let first = lines.count
        let layout = rows.layout(
          of: ScreenRowLayout.Subject(
            row: row, isFocused: isFocused, nameWidth: nameWidth, columns: columns, table: table))
        lines += layout.lines
        if let column = layout.caretColumn {
          caret = ScreenLayout.Caret(row: first, column: column)
        }
        // The title of the section stays visible with the first row.
        if isFocused { focus = (index == 0 ? start : first)..<lines.count }
        if isFocused, let chosen = layout.chosenLine { focus = first + chosen..<first + chosen + 1 }
      }
    }
    rows.forgetUnused()
  }
}

/// Few rows change between two screens, so layouts are cached.
struct RowLayouts {
  private var former: [ScreenRowLayout.Subject: ScreenRowLayout] = [:]
  private var present: [ScreenRowLayout.Subject: ScreenRowLayout] = [:]

  mutating func layout(of subject: ScreenRowLayout.Subject) -> ScreenRowLayout {
    let layout = present[subject] ?? former[subject] ?? ScreenRowLayout(subject)
    present[subject] = layout
    return layout
  }

  mutating func forgetUnused() { (former, present) = (present, [:]) }
}

struct ScreenRowLayout {
  struct Subject: Hashable {
    var row: DrawnScreen.Row
    var isFocused: Bool
    var nameWidth: Int
    var columns: Int
    /// Nil in a section without a table.
    var table: TableColumns?
  }

  static let margin = 2

  private(set) var lines: [DrawnLine] = []
  private(set) var caretColumn: Int?
  /// The line of the candidate that Return chooses.
  private(set) var chosenLine: Int?

  init(_ subject: Subject) {
    var head = DrawnLine(subject.isFocused ? ">" : "", .bold)
    head.pad(to: 1)
    switch subject.row.state {
    case .unchanged: break
    case .changed: head.append("*", .bold)
    case .refused: head.append("!", [.bold, .red])
    }
    head.pad(to: Self.margin)
    if let name = subject.row.name {
      let style: DrawnStyle = subject.isFocused ? .bold : []
      head.append(DrawnLine(name, style).cut(to: subject.nameWidth - 1))
      head.append(":", style)
      head.pad(to: Self.margin + subject.nameWidth + 1)
    }
    let columns = subject.columns - head.width
    let content: [DrawnLine]
    switch subject.row {
    case .text(let text), .label(_, let text): content = DrawnLine(text).wrapped(to: columns)
    case .warning(let text): content = DrawnLine(text, .yellow).wrapped(to: columns)
    case .field(let field):
      let layout = FieldLayout(field, columns: columns)
      content = layout.lines
      caretColumn = layout.caretColumn.map { head.width + $0 }
    case .cells(let cells):
      let layout = TableRowLayout(cells, subject.table, columns: columns)
      content = layout.lines
      caretColumn = layout.caretColumn.map { head.width + $0 }
    }
    if let list = subject.row.list, let chosen = list.chosen {
      chosenLine = content.count - list.texts.count - (list.more > 0 ? 1 : 0) + chosen
    }
    lines = content.enumerated().map { index, line in
      var whole = index == 0 ? head : DrawnLine()
      whole.pad(to: head.width)
      whole.append(line)
      return whole
    }
  }
}

extension DrawnScreen.Row {
  fileprivate var list: DrawnScreen.Field.List? {
    switch self {
    case .text, .warning, .label: nil
    case .field(let field): field.list
    case .cells(let cells): cells.compactMap(\.field?.list).first
    }
  }

  fileprivate var state: DrawnScreen.Field.State {
    switch self {
    case .text, .warning, .label: return .unchanged
    case .field(let field): return field.state
    case .cells(let cells):
      let states = cells.compactMap(\.field?.state)
      return states.contains(.refused)
        ? .refused : states.contains(.changed) ? .changed : .unchanged
    }
  }

  fileprivate var name: String? {
    switch self {
    case .text, .warning, .cells: nil
    case .label(let name, _): name
    case .field(let field): field.name
    }
  }
}

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
