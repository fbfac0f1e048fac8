/// Commands in braces, and the commands that users define.
extension Parser {
  /// Reads `{ … }`, all of whose commands can be read.
  ///
  /// - Parameters:
  ///   - locals: The names that live in the block.
  ///   - jumps: What `break` and `continue` in it act on.
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

  /// Reads `{ … }` where a caret is offered these verbs only; the caller judges what is there.
  package mutating func block(offering verbs: [String]) throws(SyntaxError) -> BlockSyntax {
    let outer = blockVerbs
    blockVerbs = verbs
    defer { blockVerbs = outer }
    return try block()
  }

  /// Reads `{ … }`; each command that cannot be read is kept as its error, and the next one is
  /// read.
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
    recorder?.locals.append(contentsOf: locals)
    let known = recorder?.locals.count ?? 0
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
        // A command that goes on at the caret is not ended there by what could end the block.
        if recorder?.caret == next { throw error }
        recorder?.locals.removeLast((recorder?.locals.count ?? 0) - known)
        results.append(.failure(error))
        index = next
        depth = outerDepth
      }
    }
    limit = outerLimit
    try close("}")
    recorder?.locals.removeLast(locals.count)
    return results
  }

  /// Reads an expression in brackets in which there are names of its own.
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

  /// Skips what separates the commands of a block.
  mutating func skipSeparators() {
    while let token = current, token.kind.isSeparator { index += 1 }
  }

  /// Where the command ends that begins at `first` and cannot be read.
  private func endOfStatement(from first: Int) -> Int {
    var index = first
    while index < limit, !tokens[index].kind.isSeparator {
      // What a bracket holds is skipped with it.
      index = max(index + 1, isOpening(index) ? tokens[index].detail : 0)
    }
    return min(index, limit)
  }

  private func isOpening(_ index: Int) -> Bool {
    tokens[index].detail >= 0 && tokens[index].kind == .symbol
  }

  /// The text from the token of number `first` to the one read last, without comments.
  package func text(from first: Int) -> String {
    text(tokens[first].start..<tokens[index - 1].end)
  }

  // MARK: - Commands of users

  /// The word that the command begins with.
  package var verb: Name {
    Spanned(text(of: tokens[commandStart]), at: span(of: tokens[commandStart]))
  }

  /// Reads the name of a command that is being defined, which begins commands from here on.
  package mutating func newCommand() throws(SyntaxError) -> Name {
    let name = try name("a name for the command")
    if verbs.command(name.value) != nil {
      throw SyntaxError(.name, at: name.span, "\"\(name.value)\" is a command already")
    }
    userCommands.insert(name.value)
    return name
  }

  /// The error that no command begins with the word that comes next.
  func unknownCommand(_ word: String) -> SyntaxError {
    var error = unknown(
      "command", word, at: here, among: verbs.words + userCommands.sorted())
    if word == "else" {
      error.hint = "\"else\" is on the line of the \"}\" before it"
      error.candidates = []
    } else if let hint = verbs.foreignHint(word) {
      error.hint = hint
      error.candidates = []
    }
    return error
  }

  /// The error that a word of signs, such as `.tables`, is a command of another program; nil if it is
  /// none.
  func foreignCommand() -> SyntaxError? {
    guard let start = current?.start else { return nil }
    let end = bytes[start...].firstIndex {
      isSpace($0) || $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: ";")
    }
    let range = start..<(end ?? bytes.count)
    let word = String(decoding: bytes[range], as: UTF8.self)
    guard let hint = verbs.foreignHint(word) else { return nil }
    return SyntaxError(
      .name, at: places.span(range), "there is no command \"\(word)\"", hint: hint)
  }
}
