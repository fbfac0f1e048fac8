internal import LineEditor

extension String {
  func padded(to width: Int, atLeft: Bool = false) -> String {
    let padding = String(repeating: " ", count: max(0, width - displayWidth))
    return atLeft ? padding + self : self + padding
  }

  func cut(to width: Int) -> String {
    guard displayWidth > width else { return self }
    var room = width - 1
    let end = indices.first { index in
      room -= String(self[index]).displayWidth
      return room < 0
    }
    return self[..<(end ?? endIndex)] + "…"
  }

  /// Breaks at spaces. A word longer than the width, such as a path, stays whole.
  ///
  /// - Parameter indent: Starts all lines except the first.
  func filled(to width: Int, indent: String = "") -> [String] {
    guard displayWidth > width else { return [self] }
    let margin = prefix { $0 == " " }
    var lines: [String] = []
    var line = String(margin)
    var hasWord = false
    for word in dropFirst(margin.count).split(separator: " ", omittingEmptySubsequences: false) {
      if hasWord, line.displayWidth + 1 + String(word).displayWidth > width {
        lines.append(line)
        line = indent
        hasWord = false
      }
      line += (hasWord ? " " : "") + word
      hasWord = true
    }
    return lines + [line]
  }

  func wrapped(to width: Int) -> [String] {
    guard displayWidth > width else { return [self] }
    var lines: [String] = []
    var start = startIndex
    var space: Index?
    var column = 0
    var index = startIndex
    while index < endIndex {
      let isSpace = self[index] == " "
      let end = column + String(self[index]).displayWidth
      // A character wider than a line gets a line of its own.
      if end <= width || index == start {
        if isSpace { space = index }
        column = end
        index = self.index(after: index)
        continue
      }
      let last = isSpace ? index : space ?? index
      lines.append(String(self[start..<last]))
      start = self[last] == " " ? self.index(after: last) : last
      index = max(index, start)
      column = String(self[start..<index]).displayWidth
      space = nil
    }
    return lines + [String(self[start...])]
  }
}
