internal import Values

extension Parser {
  /// Reads a number, or numbers joined by signs: `08:30`, `2026-11`, `12.5%`.
  ///
  /// They are joined only where a value is expected; in an expression the signs are operators.
  mutating func number(from first: Int) -> ValueSyntax {
    let start = tokens[first].start
    let digits = text(of: tokens[index])
    let isSigned = first < index
    let isWhole = digits.utf8.allSatisfy(\.isDigit)
    advance()
    if isWhole, isPart(":", digits: 2) {
      var end = advancePart()
      if isPart(":", digits: 2) { end = advancePart() }
      return .clock(text(start..<end))
    }
    if isWhole, !isSigned, digits.utf8.count == 4, isPart("-", digits: 2) {
      return .month(text(start..<advancePart()))
    }
    if isAt("%"), isAdjacent, isLastOfWord {
      let end = tokens[index].end
      advance()
      return .percent(text(start..<end))
    }
    return .number(isSigned ? "-" + digits : digits)
  }

  private func isPart(_ sign: StaticString, digits count: Int) -> Bool {
    guard isAt(sign), isAdjacent, isAdjacent(index + 1), index + 1 < limit else { return false }
    let part = tokens[index + 1]
    return part.kind == .number && part.end - part.start == count
      && bytes[part.start..<part.end].allSatisfy(\.isDigit)
  }

  private mutating func advancePart() -> Int {
    let end = tokens[index + 1].end
    advance()
    advance()
    return end
  }

  private var isLastOfWord: Bool {
    guard index + 1 < limit, isAdjacent(index + 1) else { return true }
    return !tokens[index + 1].isWordLike
  }
}
