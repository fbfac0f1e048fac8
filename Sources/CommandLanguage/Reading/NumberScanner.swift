struct NumberScanner {
  let bytes: [UInt8]
  let start: Int

  var token: Token {
    if let date { return date }
    let second = start + 1 < bytes.count ? bytes[start + 1] | 0x20 : 0
    if bytes[start] == UInt8(ascii: "0"), second == UInt8(ascii: "x"),
      isHexadecimalDigit(bytes, at: start + 2)
    {
      var end = start + 2
      while isHexadecimalDigit(bytes, at: end) { end += 1 }
      return closed(.number, at: end)
    }
    var end = digitsEnd(from: start)
    if byte(at: end) == UInt8(ascii: ".") {
      if isDigit(bytes, at: end + 1) {
        end = digitsEnd(from: end + 1)
      } else if endsWithPoint(at: end) {
        return Token(kind: .bad(.numberEndsWithPoint), start: start, end: end + 1, detail: end)
      }
    }
    if byte(at: end) | 0x20 == UInt8(ascii: "e") {
      let isSigned =
        byte(at: end + 1) == UInt8(ascii: "-") || byte(at: end + 1) == UInt8(ascii: "+")
      let digits = end + (isSigned ? 2 : 1)
      if isDigit(bytes, at: digits) { end = digitsEnd(from: digits) }
    }
    return closed(.number, at: end)
  }

  private var date: Token? {
    guard digitsEnd(from: start) == start + 4, let day = pairsEnd(from: start + 4, 2, "-") else {
      return nil
    }
    guard byte(at: day) == UInt8(ascii: "T") else {
      return closed(.date, at: day, fault: .dateTail)
    }
    guard isPair(at: day + 1), var end = pairsEnd(from: day + 3, 1, ":") else {
      let end = wordEnd(in: bytes, from: day, isInside: true)
      return Token(kind: .bad(.dateTail), start: start, end: end, detail: day)
    }
    if let seconds = pairsEnd(from: end, 1, ":") {
      end = seconds
      if byte(at: end) == UInt8(ascii: "."), isDigit(bytes, at: end + 1) {
        end = digitsEnd(from: end + 1)
      }
    }
    let sign = byte(at: end)
    if sign == UInt8(ascii: "Z") {
      end += 1
    } else if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), isPair(at: end + 1),
      let zone = pairsEnd(from: end + 3, 1, ":")
    {
      end = zone
    }
    return closed(.date, at: end, fault: .dateTail)
  }

  private func closed(_ kind: Token.Kind, at end: Int, fault: Token.Fault = .numberTail) -> Token {
    let tail = wordEnd(in: bytes, from: end, isInside: true)
    guard tail > end else { return Token(kind: kind, start: start, end: end) }
    return Token(kind: .bad(fault), start: start, end: tail, detail: end)
  }

  /// Distinguishes a trailing decimal point from a range `1...5` and a path `Person/1.age`.
  private func endsWithPoint(at offset: Int) -> Bool {
    if byte(at: offset + 1) == UInt8(ascii: "."), byte(at: offset + 2) == UInt8(ascii: ".") {
      return false
    }
    return byte(at: offset + 1) != backtick && wordEnd(in: bytes, from: offset + 1) == offset + 1
  }

  private func byte(at offset: Int) -> UInt8 { offset < bytes.count ? bytes[offset] : 0 }

  private func digitsEnd(from offset: Int) -> Int {
    var end = offset
    while isDigit(bytes, at: end) { end += 1 }
    return end
  }

  private func isPair(at offset: Int) -> Bool { digitsEnd(from: offset) == offset + 2 }

  /// The end of `count` pairs of digits, each after a separator; nil if there are fewer pairs.
  private func pairsEnd(from offset: Int, _ count: Int, _ separator: Unicode.Scalar) -> Int? {
    var end = offset
    for _ in 0..<count {
      guard byte(at: end) == UInt8(ascii: separator), isPair(at: end + 1) else { return nil }
      end += 3
    }
    return end
  }
}

struct PatternScanner {
  let bytes: [UInt8]
  let start: Int

  /// Ends at the first slash that is neither escaped nor in square brackets.
  ///
  /// If the line does not close the pattern, only the first slash becomes a bad token, so that
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
