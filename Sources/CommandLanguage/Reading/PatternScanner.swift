/// Scans the pattern that begins with the slash at `start`.
struct PatternScanner {
  let bytes: [UInt8]
  let start: Int

  /// The pattern up to the first slash that is neither escaped nor in square brackets.
  ///
  /// If the pattern is not closed on its line, only the first slash becomes a bad token, so that
  /// later brackets still match.
  var token: Token {
    var offset = start + 1
    var isInSet = false
    var null: Int?
    while offset < bytes.count, bytes[offset] != UInt8(ascii: "\n") {
      switch bytes[offset] {
      case UInt8(ascii: "\\") where offset + 1 < bytes.count && bytes[offset + 1] != 0x0A:
        offset += 1
      case UInt8(ascii: "["): isInSet = true
      case UInt8(ascii: "]"): isInSet = false
      case UInt8(ascii: "/") where !isInSet:
        if let null { return bad(.null, at: null, to: offset + 1) }
        return Token(kind: .pattern, start: start, end: offset + 1)
      default: break
      }
      if bytes[offset] == 0 { null = null ?? offset }
      offset += 1
    }
    return bad(.unclosedPattern, at: start, to: start + 1)
  }

  private func bad(_ fault: Token.Fault, at place: Int, to end: Int) -> Token {
    Token(kind: .bad(fault), start: start, end: end, detail: place)
  }
}
