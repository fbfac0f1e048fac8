internal import LineEditor
internal import Replies

struct PrintedColumn {
  let heading: String
  let headingWidth: Int
  private(set) var cellWidth = 0
  /// Whether to truncate this column before others.
  let givesWay: Bool
  /// Minimum width in columns of the screen, if the content is that wide.
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

  /// Numbers are right-aligned and never truncated.
  var isNumeric: Bool { isNumericByKind || hasData && hasNumbersOnly }

  var width: Int { max(headingWidth, cellWidth) }

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

  func aligned(_ text: PrintedText, to width: Int, isColoured: Bool) -> String {
    let padding = String(repeating: " ", count: max(0, width - text.displayWidth))
    let printed = text.rendered(isColoured: isColoured)
    return isNumeric ? padding + printed : printed + padding
  }
}
