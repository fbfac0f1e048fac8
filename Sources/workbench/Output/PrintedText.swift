internal import LineEditor
internal import Replies

struct PrintedText {
  enum Style {
    case plain, dim, bold, red, green, yellow

    var sequence: String {
      switch self {
      case .plain: "\u{1B}[0m"
      case .dim: "\u{1B}[2m"
      case .bold: "\u{1B}[1m"
      case .red: "\u{1B}[31m"
      case .green: "\u{1B}[32m"
      case .yellow: "\u{1B}[33m"
      }
    }
  }

  private(set) var text: String
  private var parts: [(length: Int, style: Style)] = []

  init(_ text: String, _ style: Style = .plain) {
    self.text = text
    if style != .plain { parts = [(text.count, style)] }
  }

  init(_ datum: Datum, missing: String) {
    switch datum {
    case .null: self.init(missing, .dim)
    case .phrase(let phrases): self.init(phrases)
    case .boolean, .integer, .longInteger, .double, .text, .percent, .list, .object:
      self.init(datum.plainText.withVisibleControls)
    }
  }

  private init(_ phrases: [Datum.Phrase]) {
    text = ""
    for phrase in phrases {
      let visible = phrase.text.withVisibleControls
      text += visible
      parts.append((visible.count, Style(phrase.role)))
    }
  }

  var displayWidth: Int { text.displayWidth }

  var isEmpty: Bool { text.isEmpty }

  func cut(to width: Int) -> PrintedText {
    var result = self
    result.text = text.cut(to: width)
    return result
  }

  func rendered(isColoured: Bool) -> String {
    guard isColoured, !parts.isEmpty else { return text }
    var result = ""
    var rest = text[...]
    for part in parts where !rest.isEmpty {
      let piece = rest.prefix(part.length)
      rest = rest.dropFirst(part.length)
      result += part.style == .plain || piece.isEmpty ? String(piece) : part.style.around(piece)
    }
    return result + rest
  }
}

extension PrintedText.Style {
  fileprivate init(_ role: Datum.Phrase.Role) {
    self =
      switch role {
      case .plain: .plain
      case .old: .red
      case .new: .green
      case .warning: .yellow
      case .found: .bold
      }
  }

  func around(_ text: some StringProtocol) -> String {
    sequence + text + PrintedText.Style.plain.sequence
  }
}

struct PrintedColumn {
  let heading: String
  let headingWidth: Int
  private(set) var cellWidth = 0
  let givesWay: Bool
  /// The minimum width on screen, if the content is that wide.
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
