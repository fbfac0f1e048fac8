extension Parser {
  package mutating func template(_ wanted: String) throws(SyntaxError) -> TemplateSyntax {
    guard let token = current, token.kind == .string else {
      throw unexpected(wanted + " in quotation marks")
    }
    let template = try template(token)
    advance()
    return template
  }

  mutating func template(_ token: Token) throws(SyntaxError) -> TemplateSyntax {
    let place = span(of: token)
    let isQuoted = token.kind == .string
    let inside = isQuoted ? bytes[token.start + 1..<token.end - 1] : bytes[token.start..<token.end]
    let parts: [TemplateSyntax.Part]
    if isQuoted && !token.isPlain || inside.contains(UInt8(ascii: ":")) {
      let (decoded, offsets) =
        isQuoted
        ? try literal(token) : (Array(inside), (token.start...token.end).map { $0 })
      var reader = TemplateReader(
        verbs: verbs, bytes: decoded, places: Places(text: places.text, offsets: offsets),
        recorder: recordsUses ? recorder : nil)
      parts = try reader.parts()
      for name in reader.names { noteUse(of: name) }
      fieldTexts += reader.fieldTexts
      if reader.mayRunLong { mayRunLong = true }
    } else {
      let text = String(decoding: inside, as: UTF8.self)
      parts = text.isEmpty ? [] : [.text(text)]
    }
    return TemplateSyntax(parts: parts, span: place)
  }

  package mutating func reasonIfAny() throws(SyntaxError) -> TemplateSyntax? {
    isAtEnd ? nil : try template("a reason")
  }
}

/// Splits a decoded text at `:name` and `:(…)`.
private struct TemplateReader {
  let verbs: Verbs
  let bytes: [UInt8]
  let places: Places
  let recorder: ExpectationRecorder?
  private var offset = 0
  private var text: [UInt8] = []
  private var found: [TemplateSyntax.Part] = []
  private(set) var names: [Name] = []
  private(set) var fieldTexts: [SourceSpan] = []
  private(set) var mayRunLong = false

  init(verbs: Verbs, bytes: [UInt8], places: Places, recorder: ExpectationRecorder?) {
    (self.verbs, self.bytes, self.places, self.recorder) = (verbs, bytes, places, recorder)
  }

  mutating func parts() throws(SyntaxError) -> [TemplateSyntax.Part] {
    while offset < bytes.count {
      guard bytes[offset] == UInt8(ascii: ":"), offset + 1 < bytes.count else {
        text.append(bytes[offset])
        offset += 1
        continue
      }
      switch bytes[offset + 1] {
      case UInt8(ascii: ":"):
        text.append(bytes[offset])
        offset += 2
      case UInt8(ascii: "("):
        endText()
        found.append(.expression(try expression()))
      case let byte where byte == backtick || wordEnd(in: bytes, from: offset + 1) > offset + 1:
        endText()
        found.append(.name(try name()))
      default:
        text.append(bytes[offset])
        offset += 1
      }
    }
    endText()
    return found
  }

  private mutating func endText() {
    guard !text.isEmpty else { return }
    found.append(.text(String(decoding: text, as: UTF8.self)))
    text = []
  }

  private mutating func expression() throws(SyntaxError) -> ExpressionSyntax {
    var tokenizer = Tokenizer()
    tokenizer.scanBrackets(bytes, from: offset + 1)
    if !tokenizer.isWhole { tokenizer.finish(bytes) }
    offset = tokenizer.cursor
    var parser = parser(tokenizer)
    let expression = try parser.bracketedExpression()
    names += parser.freeNames
    fieldTexts += parser.fieldTexts
    if expression.mayRunLong { mayRunLong = true }
    return expression
  }

  private mutating func name() throws(SyntaxError) -> SessionPath {
    var tokenizer = Tokenizer()
    tokenizer.scanName(bytes, from: offset)
    var parser = parser(tokenizer)
    let path = try parser.sessionPath()
    names += parser.freeNames
    offset = tokenizer.cursor
    return path
  }

  private func parser(_ tokenizer: Tokenizer) -> Parser {
    Parser(
      verbs: verbs, bytes: bytes, tokens: tokenizer.tokens, comments: tokenizer.comments,
      places: places,
      range: 0..<tokenizer.tokens.count, recorder: recorder)
  }
}
