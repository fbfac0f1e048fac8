/// Splits lines into tokens and commands in one pass.
///
/// Never fails: invalid text becomes a bad token, which the parser reports.
struct Tokenizer: Sendable {
  private let fileWords: [(word: [UInt8], forms: [[UInt8]])]
  private let innerFileWords: [InnerFileWord]
  private let valueOptions: [[UInt8]]
  private var fileWord: InnerFileWord?
  private var wordsSinceVerb = 0
  private(set) var tokens: [Token] = []
  private(set) var comments: [Range<Int>] = []
  /// Indexes of the tokens that end a command.
  private(set) var ends: [Int] = []

  private(set) var cursor = 0
  private var brackets = BracketStack()
  private var quotation: Quotation?
  private var commandStart = 0
  private var expectsFile = false
  /// Whether the value of an option comes next.
  private var expectsValue = false
  /// Words that are not file names if they follow the verb.
  private var formWords: [[UInt8]] = []
  /// Bracket depth of the current definition; nil outside definitions.
  private var definitionDepth: Int?

  private struct Quotation {
    var mark: UInt8
    var start: Int
    var isPlain = true
    var null: Int?
  }

  init(
    fileWords: [(word: [UInt8], forms: [[UInt8]])] = [], innerFileWords: [InnerFileWord] = [],
    valueOptions: [[UInt8]] = []
  ) {
    (self.valueOptions, self.fileWords) = (valueOptions, fileWords)
    self.innerFileWords = innerFileWords
  }

  var isWhole: Bool { brackets.isEmpty && quotation == nil }

  var quotationStart: Int? { quotation?.start }

  mutating func removeAll() {
    let keep = tokens.count < 1 << 12
    tokens.removeAll(keepingCapacity: keep)
    comments.removeAll(keepingCapacity: keep)
    ends.removeAll(keepingCapacity: keep)
    cursor = 0
    commandStart = 0
    definitionDepth = nil
  }

  mutating func scan(_ bytes: [UInt8]) {
    while cursor < bytes.count { step(bytes) }
  }

  mutating func scanBrackets(_ bytes: [UInt8], from offset: Int) {
    cursor = offset
    repeat { step(bytes) } while cursor < bytes.count && !isWhole
  }

  /// Scans only the session name at `offset`, which begins with `:`.
  mutating func scanName(_ bytes: [UInt8], from offset: Int) {
    cursor = offset
    repeat {
      step(bytes)
      repeat { step(bytes) } while cursor < bytes.count && !isWhole
    } while isPoint(bytes, at: cursor)
    if !isWhole { finish(bytes) }
  }

  private func isPoint(_ bytes: [UInt8], at offset: Int) -> Bool {
    guard offset + 1 < bytes.count, bytes[offset] == UInt8(ascii: ".") else { return false }
    return bytes[offset + 1] == backtick || wordEnd(in: bytes, from: offset + 1) > offset + 1
  }

  /// Ends the last command even if a bracket or quotation is open.
  mutating func finish(_ bytes: [UInt8]) {
    if let quotation {
      let fault: Token.Fault = quotation.mark == backtick ? .unclosedName : .unclosedString
      add(.bad(fault), from: quotation.start, to: bytes.count, detail: quotation.start)
    }
    quotation = nil
    brackets.removeAll()
    endCommand(.newline, at: bytes.count, to: bytes.count)
  }

  private mutating func step(_ bytes: [UInt8]) {
    if quotation != nil { return readQuotation(bytes) }
    let byte = bytes[cursor]
    if isSpace(byte) {
      cursor += 1
      return
    }
    if expectsFile || expectsValue, readFile(bytes) { return }
    switch byte {
    case UInt8(ascii: "\n"): readNewline()
    case UInt8(ascii: "#"): readHash(bytes)
    case UInt8(ascii: "\""), UInt8(ascii: "'"), backtick: openQuotation(bytes)
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      let number = NumberScanner(bytes: bytes, start: cursor).token
      tokens.append(number)
      cursor = number.end
    case UInt8(ascii: ";"): readSemicolon()
    case UInt8(ascii: "/") where expectsPattern(bytes): readPattern(bytes)
    default:
      if let shape = BracketStack.Shape(byte) { return readBracket(byte, shape) }
      let end = wordEnd(in: bytes, from: cursor)
      if end > cursor { readWord(to: end, bytes) } else { readSymbol(bytes) }
    }
  }

  private mutating func add(
    _ kind: Token.Kind, from start: Int, to end: Int, isPlain: Bool = true, detail: Int = -1
  ) {
    tokens.append(Token(kind: kind, start: start, end: end, isPlain: isPlain, detail: detail))
  }

  private mutating func readWord(to end: Int, _ bytes: [UInt8]) {
    if end < bytes.count, isSpace(bytes[end]), isAtCommandStart(bytes) {
      let word = bytes[cursor..<end]
      let verb = fileWords.first { $0.word.elementsEqual(word) }
      expectsFile = verb != nil
      formWords = verb?.forms ?? []
      fileWord = innerFileWords.first { $0.verb.elementsEqual(word) }
      wordsSinceVerb = 0
      if Self.definitionVerbs.contains(where: { $0.utf8.elementsEqual(word) }) {
        definitionDepth = brackets.depth
      }
    } else if let fileWord {
      wordsSinceVerb += 1
      // The first words can be names equal to the file word.
      expectsFile =
        wordsSinceVerb > fileWord.before && fileWord.word.elementsEqual(bytes[cursor..<end])
        && !isAtOperand(bytes)
    }
    add(.word, from: cursor, to: end)
    cursor = end
  }

  private func isAtOperand(_ bytes: [UInt8]) -> Bool {
    guard let last = tokens.last else { return false }
    let text = bytes[last.start..<last.end]
    return switch last.kind {
    case .symbol: ![UInt8(ascii: ")"), UInt8(ascii: "]")].contains(bytes[last.start])
    case .word: Self.wordsBeforeOperands.contains { $0.utf8.elementsEqual(text) }
    default: false
    }
  }

  private static let wordsBeforeOperands = [
    "where", "by", "and", "or", "not", "is", "like", "between", "case", "when", "then", "else",
  ]

  private static let definitionVerbs = ["define", "alter"]

  /// Whether a slash begins a pattern rather than a division.
  private func expectsPattern(_ bytes: [UInt8]) -> Bool {
    guard definitionDepth != nil, let last = tokens.last, last.kind == .word else { return false }
    return bytes[last.start..<last.end].elementsEqual("matching".utf8)
  }

  private mutating func readPattern(_ bytes: [UInt8]) {
    let scanner = PatternScanner(bytes: bytes, start: cursor)
    tokens.append(scanner.token)
    cursor = scanner.token.end
  }

  private mutating func leaveDefinition() {
    if let definitionDepth, brackets.depth <= definitionDepth { self.definitionDepth = nil }
  }

  private func isAtCommandStart(_ bytes: [UInt8]) -> Bool {
    guard tokens.count > commandStart, let last = tokens.last else { return true }
    return switch last.kind {
    case .newline, .semicolon: true
    case .symbol: bytes[last.start] == UInt8(ascii: "{")
    default: false
    }
  }

  /// Returns false unless an unquoted file name or option value follows.
  private mutating func readFile(_ bytes: [UInt8]) -> Bool {
    switch bytes[cursor] {
    case UInt8(ascii: "#") where !isDigit(bytes, at: cursor + 1): return false
    case UInt8(ascii: "-") where optionEnd(in: bytes, from: cursor) != nil: return false
    default: break
    }
    if !expectsValue { expectsFile = false }
    expectsValue = false
    let stops: [UInt8] = [UInt8(ascii: "\n"), UInt8(ascii: ";"), UInt8(ascii: "{")]
    guard ![UInt8(ascii: "\""), UInt8(ascii: "'")].contains(bytes[cursor]) else { return false }
    var end = cursor
    var null: Int?
    while end < bytes.count, !isSpace(bytes[end]), !stops.contains(bytes[end]) {
      if bytes[end] == 0 { null = null ?? end }
      end += 1
    }
    guard end > cursor, !formWords.contains(where: { $0.elementsEqual(bytes[cursor..<end]) })
    else { return false }
    if let null {
      add(.bad(.null), from: cursor, to: end, detail: null)
    } else {
      add(.file, from: cursor, to: end)
    }
    cursor = end
    return true
  }

  private mutating func readHash(_ bytes: [UInt8]) {
    let isFree = cursor == 0 || isSpace(bytes[cursor - 1]) || bytes[cursor - 1] == 10
    if isDigit(bytes, at: cursor + 1) {
      var end = cursor + 1
      while isDigit(bytes, at: end) { end += 1 }
      let tail = wordEnd(in: bytes, from: end, isInside: true)
      if tail > end {
        add(.bad(.numberTail), from: cursor, to: tail, detail: end)
      } else {
        add(.transaction, from: cursor, to: end)
      }
      cursor = tail
    } else if isFree {
      let end = bytes[cursor...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      comments.append(cursor..<end)
      cursor = end
    } else {
      addBad(.hash, to: cursor + 1)
    }
  }

  private mutating func readSymbol(_ bytes: [UInt8]) {
    if let end = optionEnd(in: bytes, from: cursor) {
      add(.option, from: cursor, to: end)
      expectsValue = valueOptions.contains { $0.elementsEqual(bytes[cursor..<end]) }
      cursor = end
      return
    }
    let length = symbolLength(in: bytes, at: cursor)
    if length > 0 {
      add(.symbol, from: cursor, to: cursor + length)
      cursor += length
    } else if bytes[cursor] == 0 {
      addBad(.null, to: cursor + 1)
    } else {
      addBad(.character, to: cursor + scalarLength(bytes[cursor]))
    }
  }

  /// Merges adjacent equal faults, so that a megabyte of emoji is a single error.
  private mutating func addBad(_ fault: Token.Fault, to end: Int) {
    if let last = tokens.last, case .bad(let before) = last.kind, before == fault,
      last.end == cursor
    {
      tokens[tokens.count - 1].end = end
    } else {
      add(.bad(fault), from: cursor, to: end, detail: cursor)
    }
    cursor = end
  }

  private mutating func openQuotation(_ bytes: [UInt8]) {
    let mark = bytes[cursor]
    if mark == UInt8(ascii: "'"), let last = tokens.last, last.end == cursor, last.isWordLike {
      return addBad(.apostrophe, to: cursor + 1)
    }
    quotation = Quotation(mark: mark, start: cursor)
    cursor += 1
  }

  private mutating func readQuotation(_ bytes: [UInt8]) {
    guard var open = quotation else { return }
    while cursor < bytes.count {
      let byte = bytes[cursor]
      if byte == open.mark {
        // The bytes end with a newline, so a doubled mark is never split.
        if open.mark != UInt8(ascii: "\""), cursor + 1 < bytes.count, bytes[cursor + 1] == byte {
          open.isPlain = false
          cursor += 2
          continue
        }
        cursor += 1
        quotation = nil
        return add(quotation: open)
      }
      if byte == UInt8(ascii: "\\"), open.mark == UInt8(ascii: "\"") {
        open.isPlain = false
        cursor += 1
        if cursor == bytes.count { break }
      }
      if bytes[cursor] == 0 { open.null = open.null ?? cursor }
      cursor += 1
    }
    quotation = open
  }

  private mutating func add(quotation: Quotation) {
    let kind: Token.Kind
    var detail = -1
    if let null = quotation.null {
      kind = .bad(.null)
      detail = null
    } else if quotation.mark != backtick {
      kind = quotation.mark == UInt8(ascii: "\"") ? .string : .sqlText
    } else if cursor - quotation.start > 2 {
      kind = .quotedName
    } else {
      kind = .bad(.emptyName)
      detail = quotation.start
    }
    add(kind, from: quotation.start, to: cursor, isPlain: quotation.isPlain, detail: detail)
  }

  private mutating func readNewline() {
    (expectsFile, expectsValue) = (false, false)
    leaveDefinition()
    switch brackets.innermost {
    case nil: endCommand(.newline, at: cursor, to: cursor)
    case .curly: add(.newline, from: cursor, to: cursor)
    case .round, .square: break
    }
    cursor += 1
  }

  private mutating func readSemicolon() {
    (expectsFile, expectsValue) = (false, false)
    leaveDefinition()
    if brackets.isEmpty {
      endCommand(.semicolon, at: cursor, to: cursor + 1)
    } else {
      add(.semicolon, from: cursor, to: cursor + 1)
    }
    cursor += 1
  }

  private mutating func endCommand(_ kind: Token.Kind, at start: Int, to end: Int) {
    guard tokens.count > commandStart else { return }
    add(kind, from: start, to: end)
    ends.append(tokens.count - 1)
    commandStart = tokens.count
  }

  private mutating func readBracket(_ byte: UInt8, _ shape: BracketStack.Shape) {
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
      brackets.push(shape, token: tokens.count)
    default:
      for token in brackets.close(shape) { tokens[token].detail = tokens.count }
    }
    add(.symbol, from: cursor, to: cursor + 1)
    cursor += 1
  }
}
