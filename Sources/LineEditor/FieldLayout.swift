struct FieldLayout {
  /// Minimum width in columns of the box, and of a hint beside it, if there is room.
  private static let narrowest = 20
  /// Width reserved for a hint, even a shorter one, so that the text does not move; in columns.
  private static let hintRoom = 32
  /// Maximum width in columns of the prefix, and of the unit.
  private static let widestMark = 12

  /// The lines of the field, without the name on their left.
  private(set) var lines: [DrawnLine] = []
  private(set) var caretColumn: Int?

  init(_ field: DrawnScreen.Field, columns: Int) {
    var line = Self.mark(field.prefix)
    let prefix = line.width
    let unit = Self.mark(field.unit.map { " " + $0 })
    let hint = DrawnLine(field.hint, field.state == .refused ? [.bold, .red] : .dim)
    let cells = DrawnCell.cells(field.text)
    let text = DrawnLine(cells).width + 1
    let room = columns - prefix - unit.width
    let beside = field.caret == nil && hint.width == 0 ? 0 : Self.hintRoom + 2
    let box = max(min(max(text, Self.narrowest), room - beside), min(Self.narrowest, room))
    let part = Self.part(cells, of: field, in: box)
    line.append(part.line)
    if cells.isEmpty, let placeholder = field.placeholder {
      line.append(DrawnLine(placeholder, [.dim, .underlined]).cut(to: box))
    }
    line.pad(to: prefix + box, .underlined)
    line.append(unit)
    caretColumn = part.caret.map { prefix + $0 }
    defer { if let list = field.list { lines += Self.lines(of: list, prefix, columns) } }
    guard hint.width > 0, columns - line.width > 2 else {
      lines = [line]
      return
    }
    let start = line.width + 2
    if columns - start < min(hint.width, Self.narrowest) {
      lines = [line] + hint.wrapped(to: columns)
      return
    }
    lines = hint.wrapped(to: columns - start).enumerated().map { index, hint in
      var line = index == 0 ? line : DrawnLine()
      line.pad(to: start)
      line.append(hint)
      return line
    }
  }

  static func lines(
    of list: DrawnScreen.Field.List, _ indent: Int, _ columns: Int
  ) -> [DrawnLine] {
    var lines = list.texts.enumerated().map { index, text in
      DrawnLine(text, index == list.chosen ? .inverse : [])
    }
    if list.more > 0 { lines.append(DrawnLine("… \(list.more) more", .dim)) }
    return lines.map { text in
      var line = DrawnLine()
      line.pad(to: indent)
      line.append(text.cut(to: columns - indent))
      return line
    }
  }

  static func mark(_ text: String?) -> DrawnLine {
    DrawnLine(text ?? "", .dim).cut(to: widestMark)
  }

  static func part(
    _ cells: [DrawnCell], of field: DrawnScreen.Field, in columns: Int
  ) -> (line: DrawnLine, caret: Int?) {
    var scalars = 0
    var column = 0
    var caret = field.caret == 0 ? 0 : nil
    var all: [(cell: DrawnCell, column: Int)] = []
    for var cell in cells {
      let range = scalars..<scalars + cell.scalars
      let isSelected = !field.selection.isEmpty && range.overlaps(field.selection)
      cell.style = isSelected ? [.underlined, .inverse] : .underlined
      all.append((cell, column))
      scalars = range.upperBound
      column += cell.width
      if caret == nil, let place = field.caret, place <= scalars { caret = column }
    }
    if caret == nil, field.caret != nil { caret = column }
    let fits = column + (field.caret == nil ? 0 : 1) <= columns
    let start = fits ? 0 : start(of: caret ?? 0, in: columns)
    var line = DrawnLine()
    if start > 0 { line.append("…", .underlined) }
    for (cell, column) in all where start == 0 || column > start {
      // A blank replaces the rest of a truncated wide character.
      line.pad(to: column - start, .underlined)
      line.append(cell)
    }
    let end = column - start + (field.caret == nil ? 0 : 1)
    return (end > columns ? line.cut(to: columns) : line, caret.map { $0 - start })
  }

  /// Scrolls by half of the width.
  private static func start(of caret: Int, in columns: Int) -> Int {
    guard caret >= columns - 1, columns >= 4 else { return 0 }
    let half = columns / 2
    return ((caret - (columns - 2)) / half + 1) * half
  }
}
