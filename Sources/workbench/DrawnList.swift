internal import LineEditor
internal import Replies
internal import Session
internal import Values
internal import Workspace

/// The records on a screen; only the visible rows are drawn.
///
/// The cursor selects a record. Space marks a record; if there are marks, the marked records are
/// selected instead. Escape removes the marks.
struct DrawnList {
  struct Room {
    var columns = 80
    var lines = 0
  }

  private let visit: ScreenVisit
  private var top = 0
  private var cursor = 0
  private var current: ScreenRow?
  private var marked: [ScreenRow] = []
  private var isAllMarked = false
  private var height = 1
  private var revision = 0
  private(set) var search: String?
  private(set) var isTyping = false

  init(_ visit: ScreenVisit) { self.visit = visit }

  mutating func press(_ key: Key) -> Bool? {
    if isTyping, let isDone = pressInSearch(key) { return isDone }
    switch key {
    case .down: move(to: cursor + 1)
    case .up: move(to: cursor - 1)
    case .home: move(to: 0)
    case .end: move(to: visit.countAll() - 1)
    case .character(" "): return mark()
    case .selectAll:
      isAllMarked = true
      visit.selectAll()
    case .escape where isAllMarked || !marked.isEmpty:
      (marked, isAllMarked) = ([], false)
      visit.select(current.map { [$0] } ?? [])
    case .escape where search != nil: find(nil)
    default: return nil
    }
    return true
  }

  mutating func beginSearch() {
    isTyping = true
    search = search ?? ""
  }

  /// In Unicode scalars.
  private static let longestSearch = 1000

  /// Returns nil for a key that moves the cursor or leaves the list.
  private mutating func pressInSearch(_ key: Key) -> Bool? {
    let text = search ?? ""
    switch key {
    case .character(let scalar): return insert(String(scalar))
    case .paste(let pasted): return insert(pasted)
    case .backspace:
      if text.isEmpty { return false }
      find(String(text.dropLast()))
    case .wordBackspace, .clear: find("")
    case .enter:
      isTyping = false
      if text.isEmpty { find(nil) }
    case .escape: find(nil)
    case .down, .up, .home, .end: return nil
    case .tab:
      isTyping = false
      if text.isEmpty { find(nil) }
      return nil
    default: return false
    }
    return true
  }

  private mutating func insert(_ inserted: String) -> Bool {
    let text = (search ?? "") + inserted.map { $0.isNewline ? " " : $0 }
    let scalars = text.unicodeScalars
    guard scalars.count <= Self.longestSearch, !scalars.contains(where: \.isControl) else {
      return false
    }
    find(text)
    return true
  }

  private mutating func find(_ text: String?) {
    search = text
    if text == nil { isTyping = false }
    visit.search(text ?? "")
    if text?.isEmpty == false { (cursor, top, current) = (0, 0, nil) }
    current = current ?? visit.rows(cursor..<cursor + 1).first
    select()
  }

  var searchRow: DrawnScreen.Row? {
    guard let search else { return nil }
    var field = DrawnScreen.Field(name: "search", text: search)
    if isTyping { field.caret = search.unicodeScalars.count }
    if !search.isEmpty, visit.rows(0..<1).isEmpty { field.hint = "nothing found" }
    return .field(field)
  }

  mutating func page(isDown: Bool) {
    let rows = max(1, height - 1)
    move(to: cursor + (isDown ? rows : -rows))
  }

  private mutating func move(to place: Int) {
    let place = max(0, place)
    let row = visit.rows(place..<place + 1).first
    cursor = row == nil ? max(0, visit.extent.count - 1) : place
    current = row ?? visit.rows(cursor..<cursor + 1).first
    select()
  }

  private mutating func mark() -> Bool {
    guard let current else { return false }
    isAllMarked = false
    if let index = marked.firstIndex(where: { $0.id == current.id }) {
      marked.remove(at: index)
    } else {
      marked.append(current)
    }
    move(to: cursor + 1)
    return true
  }

  private func select() {
    guard !isAllMarked else { return }
    visit.select(marked.isEmpty ? current.map { [$0] } ?? [] : marked)
  }

  mutating func draw(
    on screen: inout DrawnScreen, _ headings: [Column], selected: Set<String>, in room: Room,
    hasFocus: Bool
  ) {
    // The number of lines is unknown before the first drawing.
    if room.lines > 1 { height = room.lines - 1 }
    let isFirst = current == nil
    follow(selected)
    dropLostMarks()
    if cursor < top { top = cursor }
    if cursor >= top + height { top = cursor - height + 1 }
    if visit.extent.isComplete { top = min(top, max(0, visit.extent.count - height)) }
    let rows = visit.rows(top..<top + height)
    if isFirst, current != nil { select() }
    let texts = rows.map { $0.cells.map { PrintedText($0, missing: "") } }
    var columns = headings.map(PrintedColumn.init)
    for (row, texts) in zip(rows, texts) {
      for index in columns.indices { columns[index].measure(row.cells[index], texts[index]) }
    }
    let (widths, leftOut) = Self.widths(of: columns, within: room.columns - Self.margin)
    func line(_ texts: [PrintedText]) -> String {
      zip(widths, zip(columns, texts)).map { width, cell in
        cell.0.aligned(cell.1.cut(to: width), to: width, isColoured: false)
      }.joined(separator: Self.gap)
    }
    var title = "    " + line(columns.map { PrintedText($0.heading) })
    if !leftOut.isEmpty { title += "  … \(leftOut.joined(separator: ", "))" }
    let drawn = zip(rows, texts).map { row, texts in
      let text = (selected.contains(row.id) ? "• " : "  ") + line(texts)
      return row.cells.contains(where: \.isWarning) ? DrawnScreen.Row.warning(text) : .text(text)
    }
    if hasFocus, rows.indices.contains(cursor - top) {
      screen.focus = .row(section: screen.sections.count, row: cursor - top)
    }
    screen.sections.append(DrawnScreen.Section(title: title, rows: drawn))
    let extent = visit.extent
    screen.rowsBefore = top
    screen.rowsAfter = extent.isComplete ? max(0, extent.count - top - rows.count) : nil
  }

  private mutating func dropLostMarks() {
    guard revision != visit.revision else { return }
    revision = visit.revision
    if isAllMarked { return visit.selectAll() }
    let left = marked.isEmpty ? [] : visit.listed(of: marked)
    guard left.count < marked.count else { return }
    marked = left
    select()
  }

  private mutating func follow(_ selected: Set<String>) {
    if marked.isEmpty, !isAllMarked, let current, let id = selected.first, selected.count == 1,
      id != current.id, let place = visit.place(ofRecord: id)
    {
      cursor = place
      self.current = visit.rows(cursor..<cursor + 1).first
      return
    }
    let row = visit.rows(cursor..<cursor + 1).first
    if let current, row?.id != current.id, let place = visit.place(of: current) {
      cursor = place
    } else if row == nil {
      cursor = max(0, visit.extent.count - 1)
    }
    let former = current?.id
    current = visit.rows(cursor..<cursor + 1).first
    if former != nil, current?.id != former { select() }
  }

  /// Columns at the left for the marks of focus and selection.
  private static let margin = 4
  private static let gap = "  "

  private static func widths(
    of columns: [PrintedColumn], within room: Int
  ) -> (widths: [Int], leftOut: [String]) {
    for count in stride(from: columns.count, to: 0, by: -1) {
      let shown = columns.prefix(count)
      let leftOut = columns.dropFirst(count).map(\.heading)
      // Reserves room for the names of omitted columns.
      let rest = room - gap.count * (count - 1) - (leftOut.isEmpty ? 0 : 12)
      if let widths = BoxLayout.widths(of: shown, within: rest) { return (widths, leftOut) }
    }
    return ([max(1, room)], columns.dropFirst().map(\.heading))
  }
}

extension Datum {
  fileprivate var isWarning: Bool {
    if case .phrase(let phrases) = self { phrases.contains { $0.role == .warning } } else { false }
  }
}
