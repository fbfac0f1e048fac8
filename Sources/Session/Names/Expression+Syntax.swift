internal import CommandLanguage
internal import RecordStore
internal import Records

extension Expression {
  /// The tokens of an expression that has no session to take values from.
  ///
  /// - Parameter owner: what has the expression, such as `a rule`.
  /// - Throws: ``Diagnostic`` if it asks for a session name.
  init(
    sessionless expression: ExpressionSyntax, of owner: String
  ) throws(Diagnostic) {
    var tokens: [Token] = []
    for token in expression.tokens {
      if case .date(let date) = token.kind {
        // Without a user there is not a time zone but UTC.
        let value = try Value.date(Spanned(date, at: token.span)) { _ in 0 }
        tokens.append(.date(value.description))
        continue
      }
      guard let plain = Token(token.kind) else {
        throw Diagnostic(
          .expression, "\(owner) knows no session, so it cannot read \(token.text)", at: token.span)
      }
      tokens.append(plain)
    }
    self.init(tokens, moments: expression.moments { _ in 0 })
  }
}

extension ExpressionSyntax {
  /// The quoted texts that are moments where they are compared with one, by their places; those
  /// without a zone are the user's.
  func moments(zoneOffset: @escaping (Int) -> Int) -> [Int: Value] {
    var moments: [Int: Value] = [:]
    for (place, token) in tokens.enumerated() {
      guard case .text(let text) = token.kind, text.utf8.count <= 40,
        let moment = try? Instant(reading: text, zoneOffset: zoneOffset)
      else { continue }
      moments[place] = .dateTime(moment)
    }
    return moments
  }
}

extension Expression.Token {
  /// The token as the store takes it; nil for a session name, whose value only a session has.
  init?(_ kind: ExpressionToken.Kind) {
    switch kind {
    case .word("nil"): self = .word("null")
    case .word(let word): self = .word(word)
    case .quotedName(let name): self = .quotedName(name)
    case .text(let text): self = .text(text)
    case .number(let number): self = .number(number)
    case .date(let date): self = .date(date)
    case .symbol(let symbol): self = .symbol(symbol)
    case .sessionName: return nil
    }
  }
}

extension ExpressionSyntax {
  /// The text in one line, with one space wherever there is white space.
  var line: String {
    var line = ""
    var end: SourcePosition?
    for token in tokens {
      if let end, end != token.span.start { line += " " }
      line += token.text
      end = token.span.end
    }
    return line
  }
}
