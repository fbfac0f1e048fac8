internal import LineEditor
internal import Replies

/// Horizontal bars with a resolution of 1/8 character; bars of negative numbers are grey.
struct BarLayout {
  private static let eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
  /// Labels take at most 1/3 of the line.
  private static let labelPart = 3

  let lines: [String]

  init(_ bars: [Bar], within columns: Int) {
    let most = bars.map(\.length.magnitude).max() ?? 0
    let labels = bars.map { $0.label.withVisibleControls.cut(to: max(1, columns / Self.labelPart)) }
    let labelWidth = labels.map(\.displayWidth).max() ?? 0
    let textWidth = bars.map(\.text.displayWidth).max() ?? 0
    // Spaces and a rule separate label, bar and text.
    let room = max(1, columns - labelWidth - textWidth - 5)
    lines = zip(bars, labels).map { bar, label in
      let part = most > 0 ? bar.length.magnitude / most : 0
      let eighths = Int((part * Double(room * 8)).rounded())
      // Small non-zero values stay visible.
      let length = bar.length == 0 ? 0 : max(1, eighths)
      let blocks =
        bar.length < 0
        ? String(repeating: "▒", count: (length + 7) / 8)
        : String(repeating: "█", count: length / 8) + Self.eighths[length % 8]
      return "\(label.padded(to: labelWidth)) │\(blocks) \(bar.text)"
    }
  }
}
