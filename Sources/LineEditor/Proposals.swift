package struct Proposals: Hashable, Sendable {
  /// The part of the line to replace, in Unicode scalars counted from 0.
  package var range: Range<Int>
  package var texts: [String]
  package var shown: [String]
  package var isWhole: Bool

  package init(range: Range<Int>, texts: [String], shown: [String]? = nil, isWhole: Bool) {
    (self.range, self.texts, self.isWhole) = (range, texts, isWhole)
    self.shown = shown ?? texts
  }

  var commonPrefix: String {
    guard let first = texts.first else { return "" }
    return texts.dropFirst().reduce(first) { common, text in
      String(zip(common, text).prefix { $0 == $1 }.map(\.0))
    }
  }

  func lines(columns: Int, rows: Int) -> [String] {
    Self.lines(of: shown, columns: columns, rows: rows)
  }

  static func lines(of texts: [String], columns: Int, rows: Int) -> [String] {
    let width = (texts.map(\.displayWidth).max() ?? 0) + 2
    let across = max(1, columns / width)
    let most = max(1, rows - 3)
    let down = min(most, (texts.count + across - 1) / across)
    var lines = (0..<down).map { row in
      stride(from: row, to: min(texts.count, down * across), by: down)
        .map { texts[$0] + String(repeating: " ", count: width - texts[$0].displayWidth) }
        .joined().trimmingSpaces
    }
    let left = texts.count - down * across
    if left > 0 { lines.append("… and \(left) more") }
    return lines
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
