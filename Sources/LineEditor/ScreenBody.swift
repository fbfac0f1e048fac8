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
