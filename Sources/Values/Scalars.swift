extension Unicode.Scalar {
  /// The ASCII equivalent of a full-width character, a minus sign or a digit of any script; otherwise
  /// the scalar itself.
  @inlinable package var plain: Unicode.Scalar { value < 0x80 ? self : foreignPlain }

  @usableFromInline var foreignPlain: Unicode.Scalar {
    switch value {
    // Full-width forms have the order of ASCII.
    case 0xFF01...0xFF5E: return Unicode.Scalar(value - 0xFEE0) ?? self
    case _ where isMinus: return "-"
    default: return decimalDigit.map { Unicode.Scalar(UInt8(ascii: "0") + $0) } ?? self
    }
  }

  /// Whether the scalar is commonly used as a minus: one of CLDR's lenient minus signs, a dash, or
  /// the long vowel mark from Japanese keyboards.
  package var isMinus: Bool {
    switch value {
    case 0x2D, 0x2010...0x2014, 0x207B, 0x208B, 0x2212, 0x2796, 0x30FC, 0xFE58, 0xFE63, 0xFF0D: true
    default: false
    }
  }

  package var decimalDigit: UInt8? {
    guard properties.generalCategory == .decimalNumber, let value = properties.numericValue else {
      return nil
    }
    return UInt8(value)
  }

  @inlinable package var isPlainDigit: Bool { "0"..."9" ~= self }

  /// Whether the scalar is a letter of any script; combining marks are not letters.
  package var isLetter: Bool {
    if value < 0x80 { return "a"..."z" ~= self || "A"..."Z" ~= self }
    return switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
    default: false
    }
  }

  /// The letter in upper case; nil if upper case has several letters or belongs to another letter.
  package var capital: Unicode.Scalar? {
    if value < 0x80 { return "a"..."z" ~= self ? Unicode.Scalar(value - 0x20) : self }
    let capital = properties.uppercaseMapping.unicodeScalars
    guard capital.count == 1, let letter = capital.first else { return nil }
    let small = letter.properties.lowercaseMapping.unicodeScalars
    return letter == self || small.elementsEqual([self]) ? letter : nil
  }

  package var isSpace: Bool {
    self == " " || value >= 0x80 && properties.generalCategory == .spaceSeparator
  }

  var isLineEnd: Bool {
    switch value {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }

  package var isInvisible: Bool {
    switch value {
    case 0x00AD, 0x061C, 0x200B, 0x200E, 0x200F, 0x202A...0x202E, 0x2060, 0x2066...0x2069, 0xFEFF:
      true
    default: false
    }
  }
}

extension UInt8 {
  @inlinable package var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
}

extension BidirectionalCollection<Unicode.Scalar> {
  /// The scalars of a pasted text, without direction marks, invisible characters and outer white
  /// space.
  package var pasted: LazyFilterCollection<SubSequence> {
    trimmed { $0.isInvisible || $0.properties.isWhitespace }.lazy.filter { !$0.isInvisible }
  }

  package func trimmed(_ isLeftOut: (Unicode.Scalar) -> Bool) -> SubSequence {
    var text = drop(while: isLeftOut)
    while let last = text.last, isLeftOut(last) { text.removeLast() }
    return text
  }
}

extension Collection<UInt8> {
  /// Whether each byte is surely a character: true for ASCII without CR, because CR LF is one
  /// character.
  @inlinable package var isOneCharacterEach: Bool { allSatisfy { $0 < 0x80 && $0 != 0x0D } }
}

extension String {
  package var hasNull: Bool {
    // Iterating over the UTF-8 view is 10 times slower.
    utf8.withContiguousStorageIfAvailable { $0.contains(0) } ?? utf8.contains(0)
  }

  package var withoutOuterSpace: String {
    // Fast path: most texts have no white space at their ends.
    guard let first = utf8.first, let last = utf8.last,
      !(0x21...0x7E ~= first && 0x21...0x7E ~= last)
    else { return self }
    return String(unicodeScalars.trimmed(\.properties.isWhitespace))
  }

  package var pasted: String {
    // Fast path: most texts are visible ASCII.
    if utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) { return self }
    return String(String.UnicodeScalarView(unicodeScalars.pasted))
  }

  /// The text trimmed like a paste, with digits of any script, full-width forms and minus signs
  /// converted to ASCII.
  package var withPlainDigits: String {
    if utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) { return self }
    return String(String.UnicodeScalarView(unicodeScalars.pasted.map(\.plain)))
  }

  package var onlyScalar: Unicode.Scalar? {
    guard let scalar = unicodeScalars.first, UTF8.width(scalar) == utf8.count else { return nil }
    return scalar
  }

  /// Compares by scalars, as databases do; `==` considers canonically equivalent texts equal.
  @inlinable package func hasSameScalars(as other: String) -> Bool {
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }
}

struct DigitScanner {
  private var rest: Substring.UTF8View

  init(_ text: String) { rest = text[...].utf8 }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func take(_ sign: Unicode.Scalar) -> Bool {
    guard let first = rest.first, Unicode.Scalar(first) == sign else { return false }
    rest.removeFirst()
    return true
  }

  mutating func number(digits count: Int) -> Int? {
    let digits = rest.prefix { (0x30...0x39).contains($0) }.prefix(count)
    guard digits.count == count else { return nil }
    rest.removeFirst(count)
    return Int(Substring(digits))
  }

  mutating func minuteAndSecond() -> (minute: Int, second: Int?)? {
    guard take(":"), let minute = number(digits: 2) else { return nil }
    guard take(":") else { return (minute, nil) }
    return number(digits: 2).map { (minute, $0) }
  }

  mutating func digits() -> Substring {
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    rest.removeFirst(digits.count)
    return Substring(digits)
  }
}

extension UnsafeBufferPointer<UInt8> {
  func number(_ places: Range<Int>) -> Int? {
    var number = 0
    for place in places {
      let digit = self[place] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      number = number * 10 + Int(digit)
    }
    return number
  }
}

extension UnsafeMutableBufferPointer<UInt8> {
  /// Writes the last digits of a number to all of the given positions.
  func write(_ number: Int, at places: Range<Int>) {
    var rest = number
    for place in places.reversed() {
      self[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
  }
}

extension Int {
  package func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }

  package func padded(_ width: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
  }
}

extension BidirectionalCollection<String> {
  /// Joins the elements with commas, and the last two with a word: `a, b or c`.
  package func listed(with word: String = "or") -> String {
    guard count > 1, let last else { return first ?? "" }
    return "\(dropLast().joined(separator: ", ")) \(word) \(last)"
  }
}

extension RandomAccessCollection {
  /// Binary search: returns the index of the first element for which `claim` is true, or the end
  /// index. `claim` must be true for all later elements too.
  @inlinable package func partitionIndex<Failure: Error>(
    where claim: (Element) throws(Failure) -> Bool
  ) throws(Failure) -> Index {
    var (low, count) = (startIndex, self.count)
    while count > 0 {
      let half = count / 2
      let middle = index(low, offsetBy: half)
      if try claim(self[middle]) {
        count = half
      } else {
        low = index(after: middle)
        count -= half + 1
      }
    }
    return low
  }
}
