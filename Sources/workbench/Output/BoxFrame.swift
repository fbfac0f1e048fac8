/// The lines around the cells of a box.
struct BoxFrame {
  /// How wide the cells are.
  let widths: [Int]

  var top: String { line("┌", "┬", "┐") }
  var rule: String { line("├", "┼", "┤") }
  var bottom: String { line("└", "┴", "┘") }

  /// A row of cells that have their widths already.
  func row(_ cells: [String]) -> String { "│ " + cells.joined(separator: " │ ") + " │" }

  private func line(_ left: String, _ middle: String, _ right: String) -> String {
    left + widths.map { String(repeating: "─", count: $0 + 2) }.joined(separator: middle) + right
  }

  /// How wide a box is.
  static func width(of widths: [Int]) -> Int { widths.reduce(1) { $0 + $1 + 3 } }
}
