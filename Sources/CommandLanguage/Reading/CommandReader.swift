/// Reads commands from text that arrives line by line: from a script, a pipe or a prompt.
///
/// Each byte is tokenized once and each command parsed once, so that reading takes linear time even
/// if text arrives in small pieces.
package struct CommandReader: Sendable {
  private(set) var text: SourceText
  private(set) var tokenizer: Tokenizer
  let verbs: Verbs
  /// The user commands; reading a definition adds its command.
  package var userCommands: Set<String> = []
  /// The commands defined so far, including those whose definitions have errors.
  package private(set) var definedCommands: Set<String> = []
  private var nextToken = 0
  private var nextEnd = 0
  private var isFirstLine = true
  /// Recent single-line commands of repeatable types, newest first.
  private var formerLines: [FormerLine] = []
  private static let mostFormerLines = 4
  private var repeated: Statement?
  /// Whether names and texts stay as written, because older versions stored them unnormalized.
  package var keepsNormalForms = false
  /// Disables the reuse of former lines.
  var readsEachLine = false

  private struct FormerLine {
    var shape: LineShape
    var literals: [Range<Int>]
    var statement: Statement
  }
  /// The source of the last command with an error, without comments outside quotes.
  package private(set) var failedText = ""

  package init(_ verbs: Verbs, firstLine: Int = 1) {
    self.verbs = verbs
    tokenizer = Tokenizer(
      fileWords: verbs.fileWords, innerFileWords: verbs.innerFileWords,
      valueOptions: verbs.valueOptions)
    text = SourceText(firstLine: firstLine)
  }

  package mutating func append(line: String) {
    let newline = UInt8(ascii: "\n")
    for part in Array(line.utf8).split(separator: newline, omittingEmptySubsequences: false) {
      append(line: part)
    }
  }

  package mutating func append(line: ArraySlice<UInt8>) {
    // Skip the byte order mark that some editors write.
    let mark = isFirstLine && line.starts(with: "\u{FEFF}".utf8) ? "\u{FEFF}".utf8.count : 0
    isFirstLine = false
    forgetWhatIsRead()
    let line = line.dropFirst(mark)
    if text.isEmpty, !readsEachLine, repeated == nil, let statement = repetition(line) {
      repeated = statement
      text.skipLine()
      return
    }
    text.append(line: line)
    tokenizer.scan(text.bytes)
  }

  private func repetition(_ line: ArraySlice<UInt8>) -> Statement? {
    for index in formerLines.indices {
      var literals: [Range<Int>] = []
      literals.reserveCapacity(formerLines[index].literals.count)
      let isAlike = formerLines[index].shape.isShape(of: line) { literals.append($0) }
      guard isAlike else { continue }
      return formerLines[index].statement.repeated(
        in: RepeatedLine(
          line, number: text.nextLine, former: formerLines[index].literals, present: literals))
    }
    return nil
  }

  /// Lets later lines of the same shape reuse the statement.
  private mutating func keep(_ statement: Statement) {
    guard type(of: statement.command).isRepeated, statement.freeNames.isEmpty, nextEnd == 1,
      nextToken == tokenizer.tokens.count, let line = text.onlyLine,
      let shape = LineShape(of: line)
    else { return }
    var literals: [Range<Int>] = []
    guard shape.isShape(of: line, found: { literals.append($0) }) else { return }
    let former = FormerLine(shape: shape, literals: literals, statement: statement)
    if formerLines.count == Self.mostFormerLines { formerLines.removeLast() }
    formerLines.insert(former, at: 0)
  }

  /// Counts a line without reading it.
  ///
  /// - Precondition: All previous commands have been read.
  package mutating func skipLine() {
    isFirstLine = false
    forgetWhatIsRead()
    text.skipLine()
  }

  /// Ends the text; `next()` then reports unclosed brackets and quotations as errors.
  package mutating func finish() { tokenizer.finish(text.bytes) }

  /// Whether all brackets and quotations are closed.
  package var isWhole: Bool { tokenizer.isWhole }

  package var isAtEnd: Bool { isWhole && nextToken >= tokenizer.tokens.count && repeated == nil }

  /// Returns the next command; nil if it needs more lines, or if there is no further command. After
  /// an error, the next call continues with the following command.
  package mutating func next() throws(SyntaxError) -> Statement? {
    if let statement = repeated {
      repeated = nil
      return statement
    }
    guard nextEnd < tokenizer.ends.count else { return nil }
    let end = tokenizer.ends[nextEnd]
    let start = nextToken
    nextEnd += 1
    nextToken = end + 1
    var parser = Parser(
      verbs: verbs, bytes: text.bytes, tokens: tokenizer.tokens, comments: tokenizer.comments,
      places: Places(text: text), range: start..<end, userCommands: userCommands)
    parser.keepsNormalForms = keepsNormalForms
    let known = userCommands.count
    defer {
      if parser.userCommands.count > known {
        definedCommands.formUnion(parser.userCommands)
      }
    }
    do {
      let statement = try parser.wholeStatement()
      if parser.userCommands.count > userCommands.count { userCommands = parser.userCommands }
      keep(statement)
      return statement
    } catch {
      failedText =
        start < end
        ? parser.text(tokenizer.tokens[start].start..<tokenizer.tokens[end - 1].end) : ""
      throw error
    }
  }

  private mutating func forgetWhatIsRead() {
    guard !text.isEmpty, isWhole, nextToken == tokenizer.tokens.count else { return }
    text.removeAll()
    tokenizer.removeAll()
    nextToken = 0
    nextEnd = 0
  }
}
