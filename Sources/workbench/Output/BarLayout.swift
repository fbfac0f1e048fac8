internal import LineEditor
internal import Replies

/// A histogram of horizontal bars, to an eighth of a character.
struct BarLayout {
  private static let eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
  /// Labels are not longer than this part of the line.
  private static let labelPart = 3

  /// A line for each bar.
  let lines: [String]

  /// - Parameter columns: how wide the lines may be.
  init(_ bars: [Bar], within columns: Int) {
    let most = max(1, bars.map(\.count).max() ?? 1)
    let labels = bars.map { $0.label.withVisibleControls.cut(to: max(1, columns / Self.labelPart)) }
    let labelWidth = labels.map(\.displayWidth).max() ?? 0
    let countWidth = String(most).count
    // Between label, bar and count there are spaces and a line.
    let room = max(1, columns - labelWidth - countWidth - 5)
    lines = zip(bars, labels).map { bar, label in
      let eighths = Int((Double(bar.count) / Double(most) * Double(room * 8)).rounded())
      // What is there is seen, however little it is.
      let length = bar.count > 0 ? max(1, eighths) : 0
      let blocks =
        String(repeating: "█", count: length / 8) + Self.eighths[length % 8]
      return "\(label.padded(to: labelWidth)) │\(blocks) \(bar.count)"
    }
  }
}
