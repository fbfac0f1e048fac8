internal import LineEditor
internal import Replies

struct DotLayout {
  private static let mostRows = 16
  /// The bits of the dots by row and column (Unicode 16, section 21.1).
  private static let bits: [[UInt32]] = [
    [0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80],
  ]

  let lines: [String]

  private struct Canvas {
    let columns: Int
    let rows: Int
    var cells: [UInt32]

    init(columns: Int, rows: Int) {
      (self.columns, self.rows) = (columns, rows)
      cells = Array(repeating: 0, count: columns * rows)
    }

    mutating func dot(_ x: Int, _ y: Int) {
      cells[y / 4 * columns + x / 2] |= DotLayout.bits[y % 4][x % 2]
    }

    /// Bresenham's algorithm.
    mutating func line(from start: (x: Int, y: Int), to end: (x: Int, y: Int)) {
      var (x, y) = start
      let (width, height) = (abs(end.x - x), -abs(end.y - y))
      let (right, down) = (x < end.x ? 1 : -1, y < end.y ? 1 : -1)
      var error = width + height
      while true {
        dot(x, y)
        if (x, y) == end { return }
        let double = 2 * error
        if double >= height {
          error += height
          x += right
        }
        if double <= width {
          error += width
          y += down
        }
      }
    }

    var lines: [String] {
      (0..<rows).map { row in
        let line = cells[row * columns..<(row + 1) * columns]
        return String(String.UnicodeScalarView(line.compactMap { Unicode.Scalar(0x2800 + $0) }))
      }
    }
  }

  init(_ chart: Chart, within columns: Int, rows: Int) {
    let ends = [chart.y.greatest, chart.y.least].map {
      $0.withVisibleControls.cut(to: max(1, columns / 3))
    }
    let margin = ends.map(\.displayWidth).max() ?? 0
    let width = max(2, columns - margin - 2)
    var canvas = Canvas(columns: width, rows: min(Self.mostRows, max(3, rows - 6)))
    let places = chart.points.map { point in
      (
        x: Int((chart.x.part(point.x) * Double(canvas.columns * 2 - 1)).rounded()),
        y: Int(((1 - chart.y.part(point.y)) * Double(canvas.rows * 4 - 1)).rounded())
      )
    }
    if let first = places.first { canvas.dot(first.x, first.y) }
    for (start, end) in zip(places, places.dropFirst()) { canvas.line(from: start, to: end) }
    var lines = ["\(chart.y.name) by \(chart.x.name)".withVisibleControls.cut(to: columns)]
    for (row, dots) in canvas.lines.enumerated() {
      let label = row == 0 ? ends[0] : row == canvas.rows - 1 ? ends[1] : ""
      lines.append("\(label.padded(to: margin, atLeft: true)) │\(dots)")
    }
    let indent = String(repeating: " ", count: margin + 1)
    lines.append(indent + "└" + String(repeating: "─", count: width))
    let (left, right) = (chart.x.least.withVisibleControls, chart.x.greatest.withVisibleControls)
    let gap = max(1, width - left.displayWidth - right.displayWidth)
    let under = left + String(repeating: " ", count: gap) + right
    lines.append(indent + " " + under.cut(to: width))
    self.lines = lines
  }
}

/// Horizontal bars with a resolution of 1/8 character. Negative bars are shaded, in whole
/// characters.
struct BarLayout {
  private static let eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
  private static let labelPart = 3

  let lines: [String]

  init(_ bars: [Bar], within columns: Int) {
    let most = bars.map(\.length.magnitude).max() ?? 0
    let labels = bars.map { $0.label.withVisibleControls.cut(to: max(1, columns / Self.labelPart)) }
    let labelWidth = labels.map(\.displayWidth).max() ?? 0
    let textWidth = bars.map(\.text.displayWidth).max() ?? 0
    let room = max(1, columns - labelWidth - textWidth - 5)
    lines = zip(bars, labels).map { bar, label in
      let part = most > 0 ? bar.length.magnitude / most : 0
      let eighths = Int((part * Double(room * 8)).rounded())
      // Small values other than zero stay visible.
      let length = bar.length == 0 ? 0 : max(1, eighths)
      let blocks =
        bar.length < 0
        ? String(repeating: "▒", count: (length + 7) / 8)
        : String(repeating: "█", count: length / 8) + Self.eighths[length % 8]
      return "\(label.padded(to: labelWidth)) │\(blocks) \(bar.text)"
    }
  }
}
