internal import LineEditor
internal import Replies

/// A column of a table on its way to the screen: its heading, and what the first rows ask for.
struct PrintedColumn {
  /// The heading.
  let heading: String
  /// The columns of the screen that the heading takes.
  let headingWidth: Int
  /// The columns of the screen that the widest cell takes.
  private(set) var cellWidth = 0
  /// Whether the column is cut short before others.
  let givesWay: Bool
  /// How many columns of the screen it takes at least, if it asks for so many.
  let least: Int
  private let isNumericByKind: Bool
  private var hasData = false
  private var hasNumbersOnly = true

  init(_ column: Column) {
    heading = column.name.withVisibleControls
    headingWidth = heading.displayWidth
    isNumericByKind = column.isNumeric
    givesWay = column.givesWay
    least = column.least
  }

  /// Whether the column holds numbers, which are at the right and are never cut off.
  var isNumeric: Bool { isNumericByKind || hasData && hasNumbersOnly }

  /// The columns of the screen that show all of it.
  var width: Int { max(headingWidth, cellWidth) }

  /// Takes note of a cell, which will be printed as `text`.
  mutating func measure(_ cell: Datum, _ text: PrintedText) {
    cellWidth = max(cellWidth, text.displayWidth)
    switch cell {
    case .null: break
    case .integer, .longInteger, .double: hasData = true
    default:
      hasData = true
      hasNumbersOnly = false
    }
  }

  /// A text of the column, which may be coloured, with the spaces that fill it up to `width`.
  func aligned(_ text: PrintedText, to width: Int, isColoured: Bool) -> String {
    let padding = String(repeating: " ", count: max(0, width - text.displayWidth))
    let printed = text.rendered(isColoured: isColoured)
    return isNumeric ? padding + printed : printed + padding
  }
}
