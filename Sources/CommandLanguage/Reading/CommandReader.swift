/// Reads commands from text that comes a line at a time: from a script, a pipe or a prompt.
///
/// Each line is looked at when it comes and each command when it is asked for, once, so reading is
/// linear in the text however it is cut into lines.
package struct CommandReader: Sendable {
  private(set) var text: SourceText
  private(set) var tokenizer: Tokenizer
  let verbs: Verbs
  /// The commands that users have defined, to which those are added that are read.
  package var userCommands: Set<String> = []
  /// The commands that are defined in what has been read, also those whose definition could not be.
  package private(set) var definedCommands: Set<String> = []
  private var nextToken = 0
  private var nextEnd = 0
  private var isFirstLine = true
  /// The lines that were read last of which there may be more alike, the newest first.
  private var formerLines: [FormerLine] = []
  private static let mostFormerLines = 4
  /// The command of a line like one of them.
  private var repeated: Statement?
  /// Whether a line is read also where it is like one of them.
  var readsEachLine = false

  private struct FormerLine {
    var shape: LineShape
    var literals: [Range<Int>]
    var statement: Statement
  }
  /// The text of the last command that could not be read, without comments outside quotes.
  package private(set) var failedText = ""

  /// Makes a reader of commands that begin with `verbs`, whose first line is called `firstLine`.
  package init(_ verbs: Verbs, firstLine: Int = 1) {
    self.verbs = verbs
    tokenizer = Tokenizer(
      fileWords: verbs.fileWords, innerFileWords: verbs.innerFileWords,
      valueOptions: verbs.valueOptions)
    text = SourceText(firstLine: firstLine)
  }

  /// Adds one line, without its newline; several are taken one by one.
  package mutating func append(line: String) {
    let newline = UInt8(ascii: "\n")
    for part in Array(line.utf8).split(separator: newline, omittingEmptySubsequences: false) {
      append(line: part)
    }
  }

  /// Adds one line of UTF-8, without its newline.
  package mutating func append(line: ArraySlice<UInt8>) {
    // The mark that some editors put at the start of a file says nothing.
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

  /// Keeps a command for lines alike, if it is all of the line that was read.
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

  /// Counts one line without reading it.
  ///
  /// - Precondition: All commands before it have been read.
  package mutating func skipLine() {
    isFirstLine = false
    forgetWhatIsRead()
    text.skipLine()
  }

  /// Says that no line follows: what is still open is an error now.
  package mutating func finish() {
    tokenizer.finish(text.bytes)
  }

  /// Whether nothing is open, so that what is there can be run; true if nothing is there.
  package var isWhole: Bool { tokenizer.isWhole }

  /// Whether everything was read that is there.
  package var isAtEnd: Bool { isWhole && nextToken >= tokenizer.tokens.count && repeated == nil }

  /// The next complete command; nil when it needs more lines, or nothing is left.
  ///
  /// After an error the reader is past the command that cannot be read.
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
