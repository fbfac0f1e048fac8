extension Parser {
  package mutating func block(
    knowing locals: [BlockSyntax.Local] = [], jumps: BlockSyntax.Jumps = .outward
  ) throws(SyntaxError) -> BlockSyntax {
    let first = index
    var statements: [Statement] = []
    for result in try tolerantBlock(knowing: locals, jumps: jumps) {
      statements.append(try result.get())
    }
    return BlockSyntax(statements: statements, locals: locals, span: span(from: first))
  }

  /// Offers only these verbs at a caret. Other commands are parsed too; the caller must reject
  /// them.
  package mutating func block(offering verbs: [String]) throws(SyntaxError) -> BlockSyntax {
    let outer = blockVerbs
    blockVerbs = verbs
    defer { blockVerbs = outer }
    return try block()
  }

  /// Parses a block; if a command has an error, keeps the error and resumes at the next command.
  package mutating func tolerantBlock(
    knowing locals: [BlockSyntax.Local] = [], jumps: BlockSyntax.Jumps
  ) throws(SyntaxError) -> [Result<Statement, SyntaxError>] {
    let end = try open("{")
    let outerLoop = isInLoop
    switch jumps {
    case .outward: break
    case .loop: isInLoop = true
    case .nowhere: isInLoop = false
    }
    defer { isInLoop = outerLoop }
    let (outerLimit, outerDepth) = (limit, depth)
    limit = end
    defer { limit = outerLimit }
    let outerCount = recorder?.locals.count ?? 0
    recorder?.locals.append(contentsOf: locals)
    let known = outerCount + locals.count
    blockNames.append(contentsOf: locals.lazy.map(\.name))
    defer { blockNames.removeLast(locals.count) }
    var results: [Result<Statement, SyntaxError>] = []
    let start = index
    while true {
      skipSeparators()
      if index == start || tokens[index - 1].kind.isSeparator { noteVerbs() }
      guard index < limit else { break }
      let first = index
      do {
        results.append(.success(try statement()))
      } catch {
        let next = endOfStatement(from: first)
        // An unfinished command at the caret must not end there, or the closing brace would be a
        // candidate.
        if recorder?.caret == next { throw error }
        recorder?.locals.removeLast((recorder?.locals.count ?? 0) - known)
        results.append(.failure(error))
        index = next
        depth = outerDepth
      }
    }
    limit = outerLimit
    try close("}")
    recorder?.locals.removeSubrange(outerCount...)
    return results
  }

  package mutating func bracketedExpression(
    knowing locals: [BlockSyntax.Local]
  ) throws(SyntaxError) -> ExpressionSyntax {
    recorder?.locals.append(contentsOf: locals)
    blockNames.append(contentsOf: locals.lazy.map(\.name))
    defer { blockNames.removeLast(locals.count) }
    let expression = try bracketedExpression()
    recorder?.locals.removeLast(locals.count)
    return expression
  }

  mutating func skipSeparators() {
    while let token = current, token.kind.isSeparator { index += 1 }
  }

  func endOfStatement(from first: Int) -> Int {
    var index = first
    while index < limit, !tokens[index].kind.isSeparator {
      // Skip a bracket with its contents.
      index = max(index + 1, isOpening(index) ? tokens[index].detail : 0)
    }
    return min(index, limit)
  }

  private func isOpening(_ index: Int) -> Bool {
    tokens[index].detail >= 0 && tokens[index].kind == .symbol
  }

  package func text(from first: Int) -> String {
    text(tokens[first].start..<tokens[index - 1].end)
  }

  package var verb: Name {
    Spanned(text(of: tokens[commandStart]), at: span(of: tokens[commandStart]))
  }

  package mutating func newCommand() throws(SyntaxError) -> Name {
    let name = try name("a name for the command")
    if verbs.command(name.value) != nil {
      throw SyntaxError(.name, at: name.span, "\"\(name.value)\" is already a command")
    }
    userCommands.insert(name.value)
    return name
  }

  func unknownCommand(_ word: String) -> SyntaxError {
    var error = unknown("command", word, at: here, among: verbs.words + userCommands.sorted())
    if word == "else" {
      error.hint = "write \"else\" on the same line as the \"}\" before it"
      error.candidates = []
    } else if let hint = verbs.foreignHint(word) {
      error.hint = hint
      error.candidates = []
    }
    return error
  }

  /// The error for a command of another program, for example `.tables`.
  func foreignCommand() -> SyntaxError? {
    guard let start = current?.start else { return nil }
    let end = bytes[start...].firstIndex {
      isSpace($0) || $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: ";")
    }
    let range = start..<(end ?? bytes.count)
    let word = String(decoding: bytes[range], as: UTF8.self)
    guard let hint = verbs.foreignHint(word) else { return nil }
    return SyntaxError(.name, at: places.span(range), "there is no command \"\(word)\"", hint: hint)
  }
}
