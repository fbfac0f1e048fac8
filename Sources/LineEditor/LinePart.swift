internal import CLibEdit

/// A part of a line that libedit has drawn, and where on the screen it is.
struct LinePart {
  private static let (save, restore) = ("\u{1B}7", "\u{1B}8")

  private let text: String
  /// How many rows above the cursor it begins, and in which column.
  private let rowsUp: Int
  private let column: Int

  /// Finds a part; nil where it has what libedit draws in another way than it is.
  init?(
    _ scalars: [Unicode.Scalar], _ part: Range<Int>, cursor: Int, after prompt: String,
    columns: Int
  ) {
    var place = Place(columns: columns)
    for scalar in prompt.unicodeScalars { place.pass(scalar) }
    var (start, end) = (place, place)
    for (index, scalar) in scalars.enumerated() {
      if index == cursor { end = place }
      place.makeRoom(for: scalar)
      if index == part.lowerBound { start = place }
      place.pass(scalar)
    }
    if cursor >= scalars.count { end = place }
    guard place.isKnown else { return nil }
    var view = String.UnicodeScalarView()
    for scalar in scalars[part] {
      if scalar == "\n" { view.append("\r") }
      view.append(scalar)
    }
    text = String(view)
    rowsUp = end.row - start.row
    column = start.column
  }

  /// Finds what libedit shows at the right of a line; nil where there is no room for it, or where
  /// something is drawn in another way than it is.
  init?(_ hint: String, rightOf line: String, columns: Int) {
    var place = Place(columns: columns)
    for scalar in line.unicodeScalars { place.pass(scalar) }
    var end = Place(columns: columns)
    for scalar in hint.unicodeScalars { end.pass(scalar) }
    // Between the two libedit wants a blank, and it leaves the last column free.
    guard !hint.isEmpty, place.isKnown, end.isKnown, place.row == 0, end.row == 0,
      columns - place.column - end.column > 1
    else { return nil }
    text = hint
    rowsUp = 0
    column = columns - end.column - 1
  }

  /// Draws the part where it is, and leaves the cursor where it was.
  func drawing(_ style: DrawnStyle) -> String {
    let start =
      "\r" + (rowsUp > 0 ? "\u{1B}[\(rowsUp)A" : rowsUp < 0 ? "\u{1B}[\(-rowsUp)B" : "")
      + (column > 0 ? "\u{1B}[\(column)C" : "")
    let shown =
      style == []
      ? text
      : style.sequence(isColoured: true) + text + DrawnStyle().sequence(isColoured: false)
    return Self.save + start + shown + Self.restore
  }

  /// A place on the screen, which wraps as libedit's lines do.
  private struct Place {
    let columns: Int
    var row = 0
    var column = 0
    /// Whether all that was passed is drawn as it is.
    var isKnown = true

    init(columns: Int) { self.columns = columns }

    mutating func makeRoom(for scalar: Unicode.Scalar) {
      guard scalar != "\n", column + Self.width(scalar) > columns else { return }
      (row, column) = (row + 1, 0)
    }

    mutating func pass(_ scalar: Unicode.Scalar) {
      if scalar == "\n" {
        (row, column) = (row + 1, 0)
        return
      }
      if Self.width(scalar) == 0, !Self.isMark(scalar) { isKnown = false }
      makeRoom(for: scalar)
      column += Self.width(scalar)
      if column >= columns { (row, column) = (row + 1, 0) }
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
      let category = scalar.properties.generalCategory
      return category == .nonspacingMark || category == .enclosingMark
    }

    private static func width(_ scalar: Unicode.Scalar) -> Int {
      Int(clibedit_width(wchar_t(bitPattern: scalar.value)))
    }
  }
}
