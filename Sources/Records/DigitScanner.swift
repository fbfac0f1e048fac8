/// Reads a text of digits and signs from left to right.
struct DigitScanner {
  private var rest: Substring.UTF8View

  init(_ text: String) { rest = text[...].utf8 }

  var isAtEnd: Bool { rest.isEmpty }

  /// Whether the sign comes next, which is then behind.
  mutating func take(_ sign: Unicode.Scalar) -> Bool {
    guard let first = rest.first, Unicode.Scalar(first) == sign else { return false }
    rest.removeFirst()
    return true
  }

  /// The number that exactly so many digits are; nil where fewer follow.
  mutating func number(digits count: Int) -> Int? {
    let digits = rest.prefix { (0x30...0x39).contains($0) }.prefix(count)
    guard digits.count == count else { return nil }
    rest.removeFirst(count)
    return Int(Substring(digits))
  }

  /// All the digits that follow.
  mutating func digits() -> Substring {
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    rest.removeFirst(digits.count)
    return Substring(digits)
  }
}

extension Int {
  /// The number with zeros in front, up to so many digits.
  func padded(_ width: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
  }
}
