internal import Values

/// Values to erase, as texts to be searched for in commands, reasons and definitions.
struct ErasedTexts {
  /// Minimum length in characters; shorter texts occur in too many words.
  static let shortest = 4
  /// Minimum number of letters and digits of a value that is also found if formatted differently.
  private static let shortestLoose = 9

  private var words: Set<[UInt8]> = []
  private var looseWords: Set<[UInt8]> = []

  mutating func insert(_ text: String) {
    let word = Self.folded(text)
    guard text.count >= Self.shortest, word.count >= Self.shortest else { return }
    words.insert(word)
    let loose = word.filter(\.isInWord)
    if loose.count >= Self.shortestLoose { looseWords.insert(loose) }
  }

  /// Returns whether a text contains one of the values, ignoring case, quotes and escapes; for long
  /// values, everything except letters and digits is ignored.
  func isIn(_ text: String) -> Bool {
    guard !words.isEmpty else { return false }
    let unescaped = text.withoutEscapes
    return isIn(Self.folded(unescaped)) || unescaped != text && isIn(Self.folded(text))
  }

  private func isIn(_ text: [UInt8]) -> Bool {
    if words.contains(where: { Self.has(text, $0) }) { return true }
    guard !looseWords.isEmpty else { return false }
    let loose = text.filter(\.isInWord)
    return looseWords.contains { loose.firstIndex(of: $0, from: 0) != nil }
  }

  /// Digits match only a whole number, not a part of a longer number.
  private static func has(_ text: [UInt8], _ word: [UInt8]) -> Bool {
    var start = 0
    while let place = text.firstIndex(of: word, from: start) {
      let end = place + word.count
      let isPart =
        word.allSatisfy(\.isDigit)
        && (place > 0 && text[place - 1].isDigit || end < text.count && text[end].isDigit)
      if !isPart { return true }
      start = place + 1
    }
    return false
  }

  /// Returns a text without quotes and backslashes, in lower case and decomposed, with ASCII
  /// digits.
  private static func folded(_ text: String) -> [UInt8] {
    let quotes: Set<UInt8> = [
      UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"), UInt8(ascii: "\\"),
    ]
    let bytes =
      text.utf8.allSatisfy { $0 < 0x80 }
      ? text.utf8.map(\.inLowerCase)
      : Array(text.withPlainDigits.lowercased().canonicallyDecomposed.utf8)
    return bytes.filter { !quotes.contains($0) }
  }

  private struct Literal {
    var range: Range<String.Index>
    var isQuoted: Bool
  }

  /// Ignores names.
  func isInLiterals(of definition: String) -> Bool {
    Self.literals(of: definition).contains { isIn(String(definition[$0.range])) }
  }

  func scrubbed(_ definition: String) -> String {
    var result = definition
    for literal in Self.literals(of: definition).reversed()
    where isIn(String(definition[literal.range])) {
      result.replaceSubrange(literal.range, with: literal.isQuoted ? "\"erased\"" : "0")
    }
    return result
  }

  private static func literals(of text: String) -> [Literal] {
    var literals: [Literal] = []
    var place = text.startIndex
    var before: Character = " "
    while place < text.endIndex {
      let sign = text[place]
      var end = text.index(after: place)
      if sign == "\"" || sign == "'" || sign == "`" {
        while end < text.endIndex, text[end] != sign {
          // An escaped quote does not end the literal.
          if sign == "\"", text[end] == "\\", text.index(after: end) < text.endIndex {
            end = text.index(after: end)
          }
          end = text.index(after: end)
        }
        if end < text.endIndex { end = text.index(after: end) }
        if sign != "`" { literals.append(Literal(range: place..<end, isQuoted: true)) }
      } else if sign.isLetter || sign.isNumber || sign == "_" {
        let isNumber = sign.isNumber
        while end < text.endIndex,
          text[end].isLetter || text[end].isNumber || text[end] == "_"
            || isNumber && ".:-+%".contains(text[end])
        { end = text.index(after: end) }
        // After the `=` of a default, a bare word is a value.
        if isNumber || before == "=" {
          literals.append(Literal(range: place..<end, isQuoted: !isNumber))
        }
      }
      if !sign.isWhitespace { before = sign }
      place = end
    }
    return literals
  }
}

extension UInt8 {
  /// All characters beyond ASCII count as letters.
  fileprivate var isInWord: Bool {
    isDigit || self >= 0x80 || UInt8(ascii: "a")...UInt8(ascii: "z") ~= self
  }
}

extension [UInt8] {
  fileprivate func firstIndex(of other: [UInt8], from start: Int) -> Int? {
    guard let first = other.first, start + other.count <= count else { return nil }
    return withUnsafeBufferPointer { all in
      other.withUnsafeBufferPointer { other in
        (start...(all.count - other.count)).first { place in
          all[place] == first
            && (1..<other.count).allSatisfy { all[place + $0] == other[$0] }
        }
      }
    }
  }
}

extension String {
  fileprivate var withoutEscapes: String {
    guard utf8.contains(UInt8(ascii: "\\")) else { return self }
    var result = String.UnicodeScalarView()
    var rest = unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "\\", let sign = rest.popFirst() else {
        result.append(scalar)
        continue
      }
      switch sign {
      case "n": result.append("\n")
      case "t": result.append("\t")
      case "r": result.append("\r")
      case "u" where rest.first == "{":
        let digits = rest.dropFirst().prefix { $0 != "}" }
        if let number = UInt32(String(digits), radix: 16), let meant = Unicode.Scalar(number) {
          result.append(meant)
          rest = rest.dropFirst(digits.count + 2)
        } else {
          result.append(sign)
        }
      default: result.append(sign)
      }
    }
    return String(result)
  }
}
