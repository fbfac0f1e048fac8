internal import Values

extension Parser {
  package mutating func name(
    _ wanted: String, _ expected: @autoclosure () -> CompletionCategory? = nil
  ) throws(SyntaxError) -> Name {
    note(expected())
    guard let token = current, let name = name(token) else { throw unexpected(wanted) }
    advance()
    return Spanned(name, at: span(of: token))
  }

  package mutating func newName(_ wanted: String) throws(SyntaxError) -> Name {
    let name = try name(wanted)
    givenNames.append(name.value)
    return name
  }

  mutating func noteUse(of name: Name) {
    if !blockNames.contains(name.value) { freeNames.append(name) }
  }

  func name(_ token: Token) -> String? {
    switch token.kind {
    case .word: return normalised(text(of: token))
    case .quotedName:
      let inside = bytes[token.start + 1..<token.end - 1]
      let name = token.isPlain ? Array(inside) : undoubled(inside)
      return normalised(String(decoding: name, as: UTF8.self))
    default: return nil
    }
  }

  package var isAtText: Bool { current?.kind == .string }

  package mutating func quotedText(_ wanted: String) throws(SyntaxError) -> Spanned<String> {
    guard let token = current, token.kind == .string else {
      throw unexpected(wanted + " in quotation marks")
    }
    let text = try decodedText(token)
    advance()
    return Spanned(text, at: span(of: token))
  }

  package mutating func textOrWord(
    _ wanted: String, _ expected: @autoclosure () -> CompletionCategory? = nil
  ) throws(SyntaxError) -> Spanned<String> {
    note(expected())
    if current?.kind == .string { return try quotedText(wanted) }
    guard isAtWord, let token = current, !Self.constants.contains(text(of: token)) else {
      throw unexpected(wanted)
    }
    return try name(wanted)
  }

  /// Words reserved for values, so they are never bare words.
  private static let constants = ["true", "false", "nil"]

  /// Reads a file name, quoted or not; it may contain `:name` and `:(…)`.
  package mutating func file() throws(SyntaxError) -> TemplateSyntax {
    note(.file)
    guard let token = current, token.kind == .file || token.kind == .string else {
      throw unexpected("a file name")
    }
    let file = try template(token)
    advance()
    return file
  }

  package mutating func natural(
    _ wanted: String, _ expected: @autoclosure () -> CompletionCategory? = nil, hint: String? = nil
  ) throws(SyntaxError) -> Spanned<Int> {
    note(expected())
    guard let token = current, token.kind == .number,
      bytes[token.start..<token.end].allSatisfy(\.isDigit)
    else { throw unexpected(wanted, hint: hint) }
    let number = try natural(bytes[token.start..<token.end], at: span(of: token))
    advance()
    return Spanned(number, at: span(of: token))
  }

  package mutating func naturalIfAny(_ wanted: String) throws(SyntaxError) -> Spanned<Int>? {
    isAtEnd ? nil : try natural(wanted)
  }

  func natural(_ digits: ArraySlice<UInt8>, at span: SourceSpan) throws(SyntaxError) -> Int {
    guard let number = Int(String(decoding: digits, as: UTF8.self)) else {
      throw SyntaxError(.value, at: span, "this number is too large")
    }
    return number
  }

  package mutating func transaction() throws(SyntaxError) -> Spanned<Int> {
    note(.transaction)
    guard let token = current, token.kind == .transaction else {
      throw unexpected("a transaction such as \"#12\"")
    }
    let number = try natural(bytes[token.start + 1..<token.end], at: span(of: token))
    advance()
    return Spanned(number, at: span(of: token))
  }

  func decodedText(_ token: Token) throws(SyntaxError) -> String {
    normalised(try writtenText(token))
  }

  func writtenText(_ token: Token) throws(SyntaxError) -> String {
    if token.isPlain {
      return String(decoding: bytes[token.start + 1..<token.end - 1], as: UTF8.self)
    }
    if token.kind == .sqlText {
      return String(decoding: undoubled(bytes[token.start + 1..<token.end - 1]), as: UTF8.self)
    }
    return String(decoding: try literal(token).bytes, as: UTF8.self)
  }

  /// `offsets` has the source offset of each decoded byte and of the end.
  func literal(_ token: Token) throws(SyntaxError) -> (bytes: [UInt8], offsets: [Int]) {
    var decoded: [UInt8] = []
    var offsets: [Int] = []
    var offset = token.start + 1
    let end = token.end - 1
    while offset < end {
      let first = offset
      let before = decoded.count
      if bytes[offset] == UInt8(ascii: "\\") {
        let (scalar, after) = try escape(at: offset, end: end)
        decoded.append(contentsOf: String(Character(scalar)).utf8)
        offset = after
      } else {
        decoded.append(bytes[offset])
        offset += 1
      }
      for _ in before..<decoded.count { offsets.append(first) }
    }
    offsets.append(end)
    return (decoded, offsets)
  }

  private func escape(
    at offset: Int, end: Int
  ) throws(SyntaxError) -> (scalar: Unicode.Scalar, after: Int) {
    switch bytes[offset + 1] {
    case UInt8(ascii: "\""): return ("\"", offset + 2)
    case UInt8(ascii: "\\"): return ("\\", offset + 2)
    case UInt8(ascii: "n"): return ("\n", offset + 2)
    case UInt8(ascii: "t"): return ("\t", offset + 2)
    case UInt8(ascii: "r"): return ("\r", offset + 2)
    case UInt8(ascii: "u"): return try unicodeEscape(at: offset, end: end)
    default:
      let after = offset + 1 + scalarLength(bytes[offset + 1])
      throw SyntaxError(
        .syntax, at: places.span(offset..<after), "unknown escape sequence",
        hint: "write a backslash as \\\\", candidates: Self.escapes)
    }
  }

  private static let escapes = ["\\\"", "\\\\", "\\n", "\\t", "\\r", "\\u{…}"]

  private func unicodeEscape(
    at offset: Int, end: Int
  ) throws(SyntaxError) -> (scalar: Unicode.Scalar, after: Int) {
    var after = offset + 2
    let digits = offset + 3
    if after < end, bytes[after] == UInt8(ascii: "{") {
      after += 1
      while after < end, isHexadecimalDigit(bytes, at: after) { after += 1 }
      if after > digits, after < end, bytes[after] == UInt8(ascii: "}") {
        let text = String(decoding: bytes[digits..<after], as: UTF8.self)
        if let scalar = UInt32(text, radix: 16).flatMap(Unicode.Scalar.init) {
          if scalar.value > 0 { return (scalar, after + 1) }
          throw SyntaxError(
            .value, at: places.span(offset..<after + 1),
            "a text cannot contain the character U+0000")
        }
        throw SyntaxError(
          .value, at: places.span(offset..<after + 1),
          "there is no character U+\(text.uppercased())")
      }
    }
    throw SyntaxError(
      .syntax, at: places.span(offset..<after), "expected \"\\u{…}\" with hexadecimal digits")
  }

  private func undoubled(_ inside: ArraySlice<UInt8>) -> [UInt8] {
    var single: [UInt8] = []
    var offset = inside.startIndex
    while offset < inside.endIndex {
      single.append(inside[offset])
      // Every inner quote is doubled.
      offset += inside[offset] == bytes[inside.startIndex - 1] ? 2 : 1
    }
    return single
  }
}

/// The optional clauses of a command or a property, each at most once and in any order.
package struct Clauses {
  static let ofTables = ["where", "group", "order", "limit", "at"]

  package let words: [String]
  /// The word that can follow the clauses; nil if the clauses end the command.
  private let end: String?
  private let expectation: (String) -> CompletionCategory?
  private var seen: Set<String> = []

  /// - Parameter expectation: Returns the candidate for a word; nil if the word is not possible
  ///   here.
  package init(
    _ words: [String], before end: String? = nil,
    expectation: @escaping (String) -> CompletionCategory? = { .word($0) }
  ) {
    self.words = words + [end].compactMap(\.self)
    (self.end, self.expectation) = (end, expectation)
  }

  var expectations: [CompletionCategory] {
    words.filter { !seen.contains($0) }.compactMap(expectation)
  }

  func endsWith(_ word: String) -> Bool { word == end }

  mutating func insert(_ word: String) -> Bool { seen.insert(word).inserted }
}

extension Parser {
  /// Reads the first word of the next clause; nil at the end of the command or of the clauses, or
  /// at the command's block.
  package mutating func clause(
    of clauses: inout Clauses, endsAtBlock: Bool = false
  ) throws(SyntaxError) -> Spanned<String>? {
    if isAtCaret { for expectation in clauses.expectations { note(expectation) } }
    guard !isAtEnd, !endsAtBlock || !isAt("{") else { return nil }
    guard isAtWord, let token = current else {
      throw unexpected(clauses.words.map { "\"\($0)\"" }.listed(), candidates: clauses.words)
    }
    let word = text(of: token)
    if clauses.endsWith(word) || word == "to" && canPrintToFile { return nil }
    guard clauses.words.contains(word) else {
      if word == "offset", clauses.words.contains("limit") {
        throw SyntaxError(
          .syntax, at: span(of: token), "\"offset\" needs a limit before it",
          hint: "write limit 20 offset 10")
      }
      throw unknown("clause", word, of: owner, at: span(of: token), among: clauses.words)
    }
    if !clauses.insert(word) {
      throw SyntaxError(.syntax, at: span(of: token), "\"\(word)\" is given twice")
    }
    advance()
    return Spanned(word, at: span(of: token))
  }

  private var owner: String { text(of: tokens[commandStart]) }
}
