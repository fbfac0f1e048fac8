extension Unicode.Scalar {
  /// The digit, sign or letter of ASCII that people take the scalar for; else itself.
  @inlinable package var plain: Unicode.Scalar { value < 0x80 ? self : foreignPlain }

  @usableFromInline var foreignPlain: Unicode.Scalar {
    switch value {
    // Full-width forms are in the order of ASCII.
    case 0xFF01...0xFF5E: return Unicode.Scalar(value - 0xFEE0) ?? self
    case _ where isMinus: return "-"
    default: return decimalDigit.map { Unicode.Scalar(UInt8(ascii: "0") + $0) } ?? self
    }
  }

  /// Whether people take the scalar for a minus: one of those that CLDR's lenient parsing of
  /// numbers knows, a dash, or the long vowel mark that Japanese keyboards give for it.
  package var isMinus: Bool {
    switch value {
    case 0x2D, 0x2010...0x2014, 0x207B, 0x208B, 0x2212, 0x2796, 0x30FC, 0xFE58, 0xFE63, 0xFF0D: true
    default: false
    }
  }

  /// The value of a decimal digit of any script.
  package var decimalDigit: UInt8? {
    guard properties.generalCategory == .decimalNumber, let value = properties.numericValue else {
      return nil
    }
    return UInt8(value)
  }

  /// Whether the scalar is one of the ten digits of ASCII.
  @inlinable package var isPlainDigit: Bool { "0"..."9" ~= self }

  /// Whether the scalar is a letter by itself, of any script.
  package var isLetter: Bool {
    if value < 0x80 { return "a"..."z" ~= self || "A"..."Z" ~= self }
    return switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
    default: false
    }
  }

  /// The letter in upper case; nil where that is not one letter, or is that of another letter.
  package var capital: Unicode.Scalar? {
    if value < 0x80 { return "a"..."z" ~= self ? Unicode.Scalar(value - 0x20) : self }
    let capital = properties.uppercaseMapping.unicodeScalars
    guard capital.count == 1, let letter = capital.first else { return nil }
    let small = letter.properties.lowercaseMapping.unicodeScalars
    return letter == self || small.elementsEqual([self]) ? letter : nil
  }

  /// Whether the scalar is white space between the words of a line.
  package var isSpace: Bool {
    self == " " || value >= 0x80 && properties.generalCategory == .spaceSeparator
  }

  /// Whether a line can end with the scalar.
  var isLineEnd: Bool {
    switch value {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }

  /// Whether the scalar only directs or fills a text: direction marks and invisible characters.
  package var isInvisible: Bool {
    switch value {
    case 0x00AD, 0x061C, 0x200B, 0x200E, 0x200F, 0x202A...0x202E, 0x2060, 0x2066...0x2069, 0xFEFF:
      true
    default: false
    }
  }
}

extension UInt8 {
  /// Whether the byte is one of the ten digits of ASCII.
  @inlinable package var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
}

extension BidirectionalCollection<Unicode.Scalar> {
  /// The text without what a paste carries along: white space around it, direction marks and
  /// invisible characters.
  package var pasted: LazyFilterCollection<SubSequence> {
    trimmed { $0.isInvisible || $0.properties.isWhitespace }.lazy.filter { !$0.isInvisible }
  }

  /// The text without the scalars of a sort at its ends.
  package func trimmed(_ isLeftOut: (Unicode.Scalar) -> Bool) -> SubSequence {
    var text = drop(while: isLeftOut)
    while let last = text.last, isLeftOut(last) { text.removeLast() }
    return text
  }
}

extension Collection<UInt8> {
  /// Whether each byte of a text is a character: in ASCII only CR and LF can be one together.
  @inlinable package var isOneCharacterEach: Bool { allSatisfy { $0 < 0x80 && $0 != 0x0D } }
}

extension String {
  /// Whether U+0000 is in the text.
  package var hasNull: Bool {
    // Byte by byte takes ten times as long.
    utf8.withContiguousStorageIfAvailable { $0.contains(0) } ?? utf8.contains(0)
  }

  /// The text without white space at its ends.
  package var withoutOuterSpace: String {
    // Most texts have none, which their first and last byte tell.
    guard let first = utf8.first, let last = utf8.last,
      !(0x21...0x7E ~= first && 0x21...0x7E ~= last)
    else { return self }
    return String(unicodeScalars.trimmed(\.properties.isWhitespace))
  }

  /// The text without what a paste carries along.
  package var pasted: String {
    // Most texts carry nothing along, which their bytes tell.
    if utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) { return self }
    return String(String.UnicodeScalarView(unicodeScalars.pasted))
  }

  /// The pasted text with the digits of any script, full-width forms and minus signs as in ASCII.
  package var withPlainDigits: String {
    if utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) { return self }
    return String(String.UnicodeScalarView(unicodeScalars.pasted.map(\.plain)))
  }

  /// The scalar of a text that has one.
  package var onlyScalar: Unicode.Scalar? {
    guard let scalar = unicodeScalars.first, UTF8.width(scalar) == utf8.count else { return nil }
    return scalar
  }

  /// Whether both texts have the same scalars, which `==` does not ask for: it takes canonically
  /// equivalent texts for equal, and a database does not.
  @inlinable package func hasSameScalars(as other: String) -> Bool {
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }
}

/// Reads a text of digits and signs from left to right.
struct DigitScanner {
  private var rest: Substring.UTF8View

  init(_ text: String) { rest = text[...].utf8 }

  var isAtEnd: Bool { rest.isEmpty }

  /// Passes the sign if it comes next, and says whether it did.
  mutating func take(_ sign: Unicode.Scalar) -> Bool {
    guard let first = rest.first, Unicode.Scalar(first) == sign else { return false }
    rest.removeFirst()
    return true
  }

  /// The number that the next so many digits make; nil where there are fewer.
  mutating func number(digits count: Int) -> Int? {
    let digits = rest.prefix { (0x30...0x39).contains($0) }.prefix(count)
    guard digits.count == count else { return nil }
    rest.removeFirst(count)
    return Int(Substring(digits))
  }

  /// The minute, and perhaps the second, that come next as `:30` or `:30:15`; nil where there are
  /// none.
  mutating func minuteAndSecond() -> (minute: Int, second: Int?)? {
    guard take(":"), let minute = number(digits: 2) else { return nil }
    guard take(":") else { return (minute, nil) }
    return number(digits: 2).map { (minute, $0) }
  }

  /// All the digits that come next.
  mutating func digits() -> Substring {
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    rest.removeFirst(digits.count)
    return Substring(digits)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The number that digits of ASCII make; nil where one is none.
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
  /// Writes the last digits of a number, as many as there are places.
  func write(_ number: Int, at places: Range<Int>) {
    var rest = number
    for place in places.reversed() {
      self[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
  }
}

extension Int {
  /// The number with zeros in front, up to so many digits.
  package func padded(_ width: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
  }
}
