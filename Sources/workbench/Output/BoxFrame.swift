struct BoxFrame {
  let widths: [Int]

  var top: String { line("┌", "┬", "┐") }
  var rule: String { line("├", "┼", "┤") }
  var bottom: String { line("└", "┴", "┘") }

  func row(_ cells: [String]) -> String { "│ " + cells.joined(separator: " │ ") + " │" }

  private func line(_ left: String, _ middle: String, _ right: String) -> String {
    left + widths.map { String(repeating: "─", count: $0 + 2) }.joined(separator: middle) + right
  }

  static func width(of widths: [Int]) -> Int { widths.reduce(1) { $0 + $1 + 3 } }
}
