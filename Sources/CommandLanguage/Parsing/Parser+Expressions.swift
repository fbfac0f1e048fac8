internal import Values

extension Parser {
  private static let greatestExpressionDepth = 50

  /// Reads up to a token that cannot be part of an expression, or to one of `words` outside
  /// brackets.
  package mutating func expression(
    until words: [String], of type: String? = nil, hasFormer: Bool = false
  ) throws(SyntaxError) -> ExpressionSyntax {
    try expression(
      end: nil, words: words, owner: type.map { .type($0) }, isComputation: false,
      hasFormer: hasFormer)
  }

  package mutating func bracketedExpression(
    of owner: CompletionCategory.Owner? = nil, isComputation: Bool = false
  ) throws(SyntaxError) -> ExpressionSyntax {
    let end = try open("(")
    let expression = try expression(end: end, words: [], owner: owner, isComputation: isComputation)
    try close(")")
    return expression
  }

  private mutating func expression(
    end: Int?, words: [String], owner: CompletionCategory.Owner?, isComputation: Bool,
    hasFormer: Bool = false
  ) throws(SyntaxError) -> ExpressionSyntax {
    let first = index
    var result: [WrittenToken] = []
    // Token indexes of the expected closing brackets.
    var closing: [Int] = []
    while index < limit, index != end {
      let isOutside = closing.isEmpty && end == nil
      if isOutside, endsExpression(words, after: result.last) { break }
      if closing.last == index {
        closing.removeLast()
      } else if isAt("(") {
        closing.append(try partner(of: index))
        if closing.count > Self.greatestExpressionDepth {
          throw SyntaxError(.syntax, at: here, "parentheses are nested too deeply")
        }
      } else if isAtKey(after: result.last) {
        closing.append(try partner(of: index))
      }
      result.append(try expressionToken())
    }
    if isAtCaret {
      note(
        .expression(
          ExpressionStart(
            tokens: result, owner: owner, isComputation: isComputation,
            reserved: closing.isEmpty ? words : [], hasFormer: hasFormer)))
      guard closing.isEmpty, result.last?.endsOperand ?? false else {
        throw unexpected("the rest of the expression")
      }
    }
    guard let last = result.last, let start = result.first else { throw emptyExpression() }
    let range = tokens[first].start..<tokens[index - 1].end
    skipOptions()
    let expression = ExpressionSyntax(
      tokens: result, text: text(range), span: SourceSpan(from: start.span, to: last.span),
      mayRunLong: verbs.mayRunLong(result))
    if expression.mayRunLong { mayRunLong = true }
    note(use: .expression(expression, of: owner))
    if let call = expression.callOfFieldText { fieldTexts.append(call.span) }
    return expression
  }

  mutating func restOfExpression(until words: [String]) -> [WrittenToken] {
    var result: [WrittenToken] = []
    var depth = 0
    while index < limit, depth > 0 || !endsExpression(words, after: result.last) {
      if isAt("(") { depth += 1 }
      if isAt(")") { depth -= 1 }
      guard let token = try? expressionToken() else { break }
      result.append(token)
    }
    return result
  }

  private func emptyExpression() -> SyntaxError {
    var hint: String?
    if isAtWord, let current { hint = "write a property of that name as `\(text(of: current))`" }
    return unexpected("an expression", hint: hint)
  }

  private func isAtKey(after last: WrittenToken?) -> Bool {
    switch last?.kind {
    case .word, .quotedName: isAt("[") && isAdjacent
    case .text, .number, .date, .sessionName, .symbol, nil: false
    }
  }

  private func endsExpression(_ words: [String], after last: WrittenToken?) -> Bool {
    let token = tokens[index]
    switch token.kind {
    case .newline, .semicolon, .option: return true
    case .word:
      // A word in operand position is a property, even if it is also a clause.
      guard last?.endsOperand ?? false else { return false }
      return !words.isEmpty && words.contains(text(of: token)) || isAtDestination
    case .symbol:
      switch bytes[token.start] {
      case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ","), UInt8(ascii: "]"),
        UInt8(ascii: ")"):
        return true
      case UInt8(ascii: ":"): return token.end - token.start == 1 && !isAdjacent(index + 1)
      default: return false
      }
    default: return false
    }
  }

  private mutating func expressionToken() throws(SyntaxError) -> WrittenToken {
    let token = tokens[index]
    var written = text(of: token)
    var span = span(of: token)
    let kind: ExpressionToken
    switch token.kind {
    case .word:
      written = normalised(written)
      kind = .word(written)
    case .quotedName:
      let name = name(token) ?? written
      if !keepsNormalForms, !written.isNFC {
        written = "`" + name.replacing("`", with: "``") + "`"
      }
      kind = .quotedName(name)
    case .string, .sqlText:
      let text = try writtenText(token)
      kind = .text(normalised(text))
      // An escape can produce a combining mark, so the decoded text may not be in NFC.
      if !keepsNormalForms, !text.isNFC { written = Value.text(text.nfc).literal }
    case .date: kind = .date(written)
    case .number:
      // After a record number, a dot begins a property: `Person/1.age`.
      let isRecord = index > 1 && isToken(index - 1, "/") && isAdjacent(index)
      if !isRecord, isToken(index + 1, "."), isAdjacent(index + 1) {
        throw SyntaxError(
          .syntax, at: self.span(of: tokens[index + 1]), "a number cannot end with \".\"",
          hint: dateHint(around: token.start))
      }
      kind = .number(written)
    case .symbol where isAt(":"):
      let path = try sessionPathAlone()
      kind = .sessionName(path.names.map(\.value))
      written = text(token.start..<tokens[index - 1].end)
      span = path.span
      index -= 1
    case .symbol:
      try checkSymbol(written, span)
      kind = .symbol(written)
    default: throw unfit(token)
    }
    index += 1
    return WrittenToken(kind: kind, text: written, span: span)
  }

  private func checkSymbol(_ symbol: String, _ span: SourceSpan) throws(SyntaxError) {
    switch symbol {
    case "[" where isAdjacent && index > 0 && tokens[index - 1].isWordLike: break
    case "]": break
    case "{", "}", "[", "?", "...", ":=": throw unfit(tokens[index])
    case "--":
      throw SyntaxError(
        .syntax, at: span, "unexpected \"--\" in an expression",
        hint: "comments begin with \"#\"; write a double minus as \"- -\"")
    case "/" where isToken(index + 1, "*") && isAdjacent(index + 1):
      throw SyntaxError(
        .syntax, at: span, "unexpected \"/*\" in an expression",
        hint: "comments begin with \"#\"")
    case "." where index + 1 < limit && tokens[index + 1].kind == .number && isAdjacent(index + 1):
      throw numberBeginsWithPoint
    default: break
    }
  }

  private func unfit(_ token: Token) -> SyntaxError {
    if let fault = fault(of: token) { return fault }
    let written = text(of: token)
    let hint: String? =
      switch written {
      case "[": "quote names with backticks: `…`"
      case "?": "write session names as \":name\""
      default: nil
      }
    return SyntaxError(
      .syntax, at: span(of: token), "unexpected \"\(written.prefix(40))\" in an expression",
      hint: hint)
  }
}

extension WrittenToken {
  /// SQL words that must be followed by an operand.
  private static let prefixes: Set<String> = [
    "all", "and", "between", "by", "case", "collate", "distinct", "else", "escape", "exists",
    "from", "glob", "in", "is", "like", "not", "or", "regexp", "select", "then", "when", "where",
  ]

  var endsOperand: Bool {
    switch kind {
    case .text, .number, .date, .sessionName, .quotedName: true
    case .word(let word): !Self.prefixes.contains(word.lowercased())
    case .symbol(let symbol): symbol == ")" || symbol == "]"
    }
  }
}
